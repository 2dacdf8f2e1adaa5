"""The rules of Advance, written literally from the specification."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

Square = tuple[int, int]
"""Column and row, both from 0; row 0 is the bottom row."""

Step = tuple[int, int]

Board = Mapping[Square, str]
"""What stands on each occupied square: a piece letter (White's are capitals) or a wall."""

WHITE, BLACK = 0, 1
SIZE = 9
WALL = "#"
START = "mjdsgscjm/bzzzzzzzb/9/9/9/9/9/BZZZZZZZB/MJCSGSDJM w 0"

VALUES = {"Z": 1, "B": 2, "J": 3, "M": 4, "S": 5, "C": 6, "D": 7, "G": 0}

ORTHOGONAL: list[Step] = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL: list[Step] = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
EVERY_WAY = ORTHOGONAL + DIAGONAL
KNIGHT_JUMPS: list[Step] = [
    (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2),
]  # fmt: skip
CATAPULT_RANGE: list[Step] = [
    (0, 3), (3, 0), (0, -3), (-3, 0), (2, 2), (2, -2), (-2, -2), (-2, 2),
]  # fmt: skip


# The board


def is_on_board(square: Square) -> bool:
    """Tell whether the square exists."""
    column, row = square
    return 0 <= column < SIZE and 0 <= row < SIZE


def shifted(square: Square, step: Step, times: int = 1) -> Square:
    """The square so many steps away, on the board or not."""
    return square[0] + times * step[0], square[1] + times * step[1]


def reached(square: Square, steps: list[Step]) -> list[Square]:
    """The squares of the board one of these steps away."""
    return [target for step in steps if is_on_board(target := shifted(square, step))]


def is_empty(board: Board, square: Square) -> bool:
    """Tell whether the square is on the board with nothing on it."""
    return is_on_board(square) and square not in board


def kind_at(board: Board, square: Square) -> str | None:
    """The capital letter of the piece of either side on the square."""
    thing = board.get(square, WALL)
    return None if thing == WALL else thing.upper()


def side_at(board: Board, square: Square) -> int | None:
    """The side whose piece stands on the square."""
    thing = board.get(square, WALL)
    if thing == WALL:
        return None
    return WHITE if thing.isupper() else BLACK


def opponent(side: int) -> int:
    """The other side."""
    return BLACK if side == WHITE else WHITE


def squares_of(board: Board, side: int) -> list[Square]:
    """Where the pieces of the side stand."""
    return [square for square in board if side_at(board, square) == side]


def general_of(board: Board, side: int) -> Square:
    """Where the General of the side stands."""
    (square,) = [s for s in squares_of(board, side) if kind_at(board, s) == "G"]
    return square


def material(board: Board, side: int) -> int:
    """The sum of the values of the side's pieces."""
    return sum(VALUES[board[square].upper()] for square in squares_of(board, side))


def is_protected(board: Board, square: Square) -> bool:
    """Tell whether a Sentinel of its own side is orthogonally next to the piece."""
    side = side_at(board, square)
    return any(
        kind_at(board, neighbour) == "S" and side_at(board, neighbour) == side
        for neighbour in reached(square, ORTHOGONAL)
    )


def lines(board: Board, source: Square, steps: list[Step]) -> list[list[Square]]:
    """In each direction the squares up to and including the first occupied one."""
    found = []
    for step in steps:
        line = []
        square = shifted(source, step)
        while is_on_board(square):
            line.append(square)
            if not is_empty(board, square):
                break
            square = shifted(square, step)
        found.append(line)
    return found


def in_front(side: int) -> list[Step]:
    """The Zombie's three directions: up for White, down for Black."""
    up = 1 if side == WHITE else -1
    return [(-1, up), (0, up), (1, up)]


# Captures


def aims(board: Board, source: Square) -> list[Square]:
    """The squares on which the piece could capture an enemy, should one stand there."""
    side = side_at(board, source)
    assert side is not None
    match board[source].upper():
        case "Z":
            leaps = [
                shifted(source, step, times=2)
                for step in in_front(side)
                if is_empty(board, shifted(source, step))
            ]
            return reached(source, in_front(side)) + [s for s in leaps if is_on_board(s)]
        case "M":
            return [square for line in lines(board, source, ORTHOGONAL) for square in line]
        case "S":
            return reached(source, KNIGHT_JUMPS)
        case "C":
            return reached(source, CATAPULT_RANGE)
        case "D":
            # The first square of a line is a neighbour.
            return [square for line in lines(board, source, EVERY_WAY) for square in line[1:]]
        case "B" | "G":
            return reached(source, EVERY_WAY)
    return []  # the Jester


def takeable(board: Board, source: Square) -> list[Square]:
    """The enemy pieces that the piece could capture, the General included."""
    side = side_at(board, source)
    assert side is not None
    return [
        target
        for target in aims(board, source)
        if side_at(board, target) == opponent(side) and not is_protected(board, target)
    ]


def is_in_danger(board: Board, side: int) -> bool:
    """Tell whether an enemy piece, pinned or not, could capture the side's General."""
    general = general_of(board, side)
    return any(general in takeable(board, s) for s in squares_of(board, opponent(side)))


# Moves


@dataclass(frozen=True)
class Move:
    """A piece goes to the target, or acts on it without moving."""

    source: Square
    target: Square
    acts: bool = False

    @property
    def text(self) -> str:
        """The move in the common notation."""
        return square_text(self.source) + ("*" if self.acts else "") + square_text(self.target)


def walks(board: Board, source: Square) -> list[Square]:
    """The empty squares the piece may move to."""
    side = side_at(board, source)
    assert side is not None
    match board[source].upper():
        case "Z":
            squares = reached(source, in_front(side))
        case "C":
            squares = reached(source, ORTHOGONAL)
        case "M":
            squares = [square for line in lines(board, source, ORTHOGONAL) for square in line]
        case "D":
            squares = [square for line in lines(board, source, EVERY_WAY) for square in line]
        case "S":
            squares = reached(source, KNIGHT_JUMPS)
        case _:
            squares = reached(source, EVERY_WAY)
    return [square for square in squares if is_empty(board, square)]


def piece_moves(board: Board, source: Square) -> list[Move]:
    """Every move of the piece, before asking whether the own General ends safe."""
    kind = kind_at(board, source)
    moves = [Move(source, target) for target in walks(board, source)]
    for target in takeable(board, source):
        if kind_at(board, target) != "G":
            moves.append(Move(source, target, acts=kind == "C"))
    if kind == "B":
        for target in reached(source, EVERY_WAY):
            if is_empty(board, target):
                moves.append(Move(source, target, acts=True))
    if kind == "M":
        for line in lines(board, source, ORTHOGONAL):
            if line and board.get(line[-1]) == WALL:
                moves.append(Move(source, line[-1]))
    if kind == "J":
        moves += swaps_and_conversions(board, source)
    return moves


def swaps_and_conversions(board: Board, jester: Square) -> list[Move]:
    """The Jester's moves on its neighbours, protected or not."""
    moves = []
    for target in reached(jester, EVERY_WAY):
        kind = kind_at(board, target)
        if kind is None:
            continue
        own = side_at(board, target) == side_at(board, jester)
        if own and kind != "J":
            moves.append(Move(jester, target))
        if not own and kind != "G":
            moves.append(Move(jester, target, acts=True))
    return moves


def board_after(board: Board, move: Move) -> Board:
    """The board once the move is made."""
    after = dict(board)
    kind, side = kind_at(board, move.source), side_at(board, move.source)
    if move.acts and kind == "B":
        after[move.target] = WALL
    elif move.acts and kind == "J":
        after[move.target] = after[move.target].swapcase()
    elif move.acts:
        del after[move.target]
    elif kind == "J" and side_at(board, move.target) == side:
        after[move.source], after[move.target] = after[move.target], after[move.source]
    else:
        after[move.target] = after.pop(move.source)
    return after


# Text


def square_text(square: Square) -> str:
    """The name of the square, a1 at the bottom left."""
    return "abcdefghi"[square[0]] + str(square[1] + 1)


def board_text(board: Board) -> str:
    """The rows from the top, runs of empty squares as digits."""
    rows = []
    for row in reversed(range(SIZE)):
        text, run = "", 0
        for column in range(SIZE):
            if (column, row) in board:
                text += (str(run) if run else "") + board[column, row]
                run = 0
            else:
                run += 1
        rows.append(text + (str(run) if run else ""))
    return "/".join(rows)


def board_from(text: str) -> Board:
    """The board of the text."""
    board = {}
    for rows_above, line in enumerate(text.split("/")):
        column = 0
        for character in line:
            if character.isdigit():
                column += int(character)
            else:
                board[column, SIZE - 1 - rows_above] = character
                column += 1
    return board


# The game


@dataclass(frozen=True)
class State:
    """A position of the game; nothing in it ever changes."""

    board: Board
    side: int
    made: int
    limit: int

    @property
    def text(self) -> str:
        """The position in the common notation."""
        return f"{board_text(self.board)} {'wb'[self.side]} {self.made}"

    def legal_moves(self) -> list[str]:
        """The texts of the legal moves; none once the game is over."""
        if self._limit_reached():
            return []
        return [move.text for move in self._safe_moves()]

    def play(self, move: str) -> State:
        """The position after the legal move."""
        if self._limit_reached():
            raise ValueError(f"the game is over: {move}")
        for candidate in self._safe_moves():
            if candidate.text == move:
                after = board_after(self.board, candidate)
                return State(after, opponent(self.side), self.made + 1, self.limit)
        raise ValueError(f"not a legal move: {move}")

    def outcome(self) -> tuple[int | None, str] | None:
        """The winner (or None for a tie) and the reason; None while the game runs."""
        if not self._safe_moves():
            return opponent(self.side), "no-move"
        if self._limit_reached():
            white, black = material(self.board, WHITE), material(self.board, BLACK)
            if white == black:
                return None, "limit"
            return (WHITE if white > black else BLACK), "limit"
        return None

    def _limit_reached(self) -> bool:
        return self.limit > 0 and self.made >= self.limit

    def _safe_moves(self) -> list[Move]:
        return [
            move
            for source in squares_of(self.board, self.side)
            for move in piece_moves(self.board, source)
            if not is_in_danger(board_after(self.board, move), self.side)
        ]


def start(**options: object) -> State:
    """The start position."""
    return read(START, **options)


def read(text: str, **options: object) -> State:
    """The position of a well-formed text."""
    board, side, made = text.split()
    limit = options.get("limit", 200)
    assert isinstance(limit, int)
    return State(board_from(board), "wb".index(side), int(made), limit)


def scattered(rng: random.Random) -> tuple[str, dict[str, object]]:
    """A random position text with its options, made to bring pieces within reach."""
    kinds = rng.choice(["ZBJMSCD", "ZBJMSCD", "ZZZBJMSCD", "SSJCD", "ZSB", "MDC", "JB", "Z"])
    count = rng.choice([rng.randint(0, 5), rng.randint(6, 16), rng.randint(17, 38)])
    if rng.random() < 0.3:
        half = rng.choices(kinds, k=count // 2)
        pieces = half + [kind.lower() for kind in half]
    else:
        share_of_white = rng.choice([0.1, 0.5, 0.5, 0.9])
        pieces = [
            kind if rng.random() < share_of_white else kind.lower()
            for kind in rng.choices(kinds, k=count)
        ]
    walls = rng.choice([0, rng.randint(1, 8), rng.randint(9, 25)])
    things = [*pieces, *[WALL] * walls]
    rng.shuffle(things)

    # Everything goes into a window of the board first, so that short ranges matter.
    window = rng.choice([3, 4, 5, 6, 7, 9, 9])
    left, bottom = rng.randint(0, SIZE - window), rng.randint(0, SIZE - window)
    squares = [(column, row) for column in range(SIZE) for row in range(SIZE)]
    rng.shuffle(squares)
    squares.sort(key=lambda s: not (0 <= s[0] - left < window and 0 <= s[1] - bottom < window))
    generals = rng.choice([squares[:2], squares[-2:]])
    others = [square for square in squares if square not in generals]
    board = dict(zip(generals + others, ["G", "g", *things], strict=False))

    limit = rng.choice([200, 200, 0, 7, 60])
    made = rng.randint(0, limit) if limit else rng.randint(0, 400)
    if limit and rng.random() < 0.4:
        made = limit - rng.randint(0, 3)
    return State(board, made % 2, made, limit).text, {"limit": limit}
