"""The rules of Jeson Mor, written literally from the specification."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass

Square = tuple[int, int]
"""Column and row, both from 0; a1 is (0, 0), at the bottom left."""

Board = Mapping[Square, str]
"""The piece on each occupied square: K or A, White's are capitals."""

WHITE, BLACK = 0, 1

LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
LETTERS = "abcdefghijklmnopqrstuvwxy"


@dataclass(frozen=True)
class Move:
    """A piece goes from the source to the target."""

    source: Square
    target: Square

    @property
    def text(self) -> str:
        """The move in the common notation."""
        return square_text(self.source) + square_text(self.target)

    @property
    def length(self) -> int:
        """The Manhattan length, which the mover's score grows by."""
        return abs(self.target[0] - self.source[0]) + abs(self.target[1] - self.source[1])


def side_of(piece: str) -> int:
    """The side the piece belongs to."""
    return WHITE if piece.isupper() else BLACK


def opponent(side: int) -> int:
    """The other side."""
    return BLACK if side == WHITE else WHITE


def square_text(square: Square) -> str:
    """The name of the square."""
    return LETTERS[square[0]] + str(square[1] + 1)


def between(source: Square, target: Square) -> list[Square]:
    """The squares strictly between two squares of one rank or file."""
    (c1, r1), (c2, r2) = source, target
    if c1 == c2:
        return [(c1, row) for row in range(min(r1, r2) + 1, max(r1, r2))]
    return [(column, r1) for column in range(min(c1, c2) + 1, max(c1, c2))]


def knight_reaches(board: Board, source: Square, target: Square, legs: bool) -> bool:
    """Tell whether a knight may leap so: with the leg rule the square beside it must be free."""
    across, up = target[0] - source[0], target[1] - source[1]
    if (across, up) not in LEAPS:
        return False
    if abs(across) == 2:
        leg = (source[0] + across // 2, source[1])
    else:
        leg = (source[0], source[1] + up // 2)
    return not legs or leg not in board


def archer_reaches(board: Board, source: Square, target: Square) -> bool:
    """Tell whether an archer may go so: over nothing to move, over one piece to capture."""
    if source == target or (source[0] != target[0] and source[1] != target[1]):
        return False
    pieces_between = sum(square in board for square in between(source, target))
    return pieces_between == (1 if target in board else 0)


@dataclass(frozen=True)
class State:
    """A position of the game; nothing in it ever changes."""

    size: int
    board: Board
    side: int
    made: int
    protection: int
    scores: tuple[int, int]
    legs: bool = True
    centre_left: bool = False
    """The move just made won by taking a knight off the centre."""

    @property
    def text(self) -> str:
        """The position in the common notation."""
        rows = []
        for row in reversed(range(self.size)):
            line = "".join(self.board.get((column, row), ".") for column in range(self.size))
            rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), line))
        white, black = self.scores
        return f"{'/'.join(rows)} {'wb'[self.side]} {self.made} {self.protection} {white} {black}"

    def legal_moves(self) -> list[str]:
        """The texts of the legal moves; none once the game is over."""
        if self._won() is not None:
            return []
        return [move.text for move in self._moves()]

    def play(self, move: str) -> State:
        """The position after the legal move."""
        if self._won() is not None:
            raise ValueError(f"the game is over: {move}")
        for candidate in self._moves():
            if candidate.text == move:
                return self._after(candidate)
        raise ValueError(f"not a legal move: {move}")

    def outcome(self) -> tuple[int | None, str] | None:
        """The winner and the reason; None while the game runs."""
        won = self._won()
        if won is not None:
            return won
        if not self._moves():
            own, other = self.scores[self.side], self.scores[opponent(self.side)]
            return (self.side if own <= other else opponent(self.side)), "stuck"
        return None

    def _won(self) -> tuple[int, str] | None:
        if self.centre_left:
            return opponent(self.side), "centre"
        for side in (WHITE, BLACK):
            if not any(side_of(piece) == side for piece in self.board.values()):
                return opponent(side), "capture"
        return None

    def _moves(self) -> list[Move]:
        squares = [(column, row) for column in range(self.size) for row in range(self.size)]
        return [
            move
            for source, piece in self.board.items()
            if side_of(piece) == self.side
            for target in squares
            if self._allows(move := Move(source, target))
        ]

    def _allows(self, move: Move) -> bool:
        if move.target in self.board:
            if side_of(self.board[move.target]) == self.side:
                return False
            if self.made < self.protection:
                return False
        if self.board[move.source].upper() == "K":
            return knight_reaches(self.board, move.source, move.target, self.legs)
        return archer_reaches(self.board, move.source, move.target)

    def _after(self, move: Move) -> State:
        board = dict(self.board)
        piece = board.pop(move.source)
        board[move.target] = piece
        made = self.made + 1
        white, black = self.scores
        if self.side == WHITE:
            white += move.length
        else:
            black += move.length
        centre = (self.size // 2, self.size // 2)
        centre_left = piece.upper() == "K" and move.source == centre and made > self.protection
        return State(
            self.size,
            board,
            opponent(self.side),
            made,
            self.protection,
            (white, black),
            self.legs,
            centre_left,
        )


def start(**options: object) -> State:
    """The start position: both back rows full, knights and archers by turns."""
    size, protection = options.get("size", 9), options.get("protection", 0)
    assert isinstance(size, int)
    assert isinstance(protection, int)
    archers = options.get("archers", "yes") == "yes"
    board = {}
    for column in range(size):
        piece = "A" if archers and column % 2 == 1 else "K"
        board[column, 0] = piece
        board[column, size - 1] = piece.lower()
    return State(size, board, WHITE, 0, protection, (0, 0), options.get("legs", "yes") == "yes")


def read(text: str, **options: object) -> State:
    """The position of a well-formed text."""
    rows, side, made, protection, white, black = text.split()
    lines = rows.split("/")
    board = {}
    for rows_above, line in enumerate(lines):
        column = 0
        for part in re.findall(r"\d+|[KAka]", line):
            if part.isdigit():
                column += int(part)
            else:
                board[column, len(lines) - 1 - rows_above] = part
                column += 1
    return State(
        len(lines),
        board,
        "wb".index(side),
        int(made),
        int(protection),
        (int(white), int(black)),
        options.get("legs", "yes") == "yes",
    )


def scattered(rng: random.Random) -> tuple[str, dict[str, object]]:
    """A random position text with its options, made to bring pieces within reach."""
    size = rng.choice([3, 3, 5, 5, 7, 7, 9, 9, 9, 11, 13, 25])
    archers, legs = rng.choice(["yes", "yes", "no"]), rng.choice(["yes", "yes", "no"])
    kinds = "K" if archers == "no" else rng.choice(["KA", "KA", "KKKA", "AAAK", "K", "A"])
    made, protection = moves_and_protection(rng)
    side = made % 2

    counts = [rng.choice([1, rng.randint(1, min(size, 4)), rng.randint(1, size)]) for _ in "wb"]
    if made > protection and rng.random() < 0.03:
        counts[side] = 0
    pieces = rng.choices(kinds, k=counts[WHITE])
    pieces += [kind.lower() for kind in rng.choices(kinds, k=counts[BLACK])]
    rng.shuffle(pieces)

    # Everything goes into a window of the board first, so that legs and screens matter.
    window = rng.choice([3, 4, 5, size, size])
    left = rng.choice([0, size // 2 - window // 2, size - window])
    bottom = rng.choice([0, size // 2 - window // 2, size - window])
    squares = [(column, row) for column in range(size) for row in range(size)]
    rng.shuffle(squares)
    squares.sort(key=lambda s: not (0 <= s[0] - left < window and 0 <= s[1] - bottom < window))
    if rng.random() < 0.5:
        centre = (size // 2, size // 2)
        squares.remove(centre)
        squares.insert(0, centre)
    board = dict(zip(squares, pieces, strict=False))

    longest = rng.choice([1, 2, 6])
    by_white, by_black = (made + 1) // 2, made // 2
    scores = (by_white * rng.randint(1, longest), by_black * rng.randint(1, longest))
    if by_black and rng.random() < 0.2:
        scores = (scores[WHITE], scores[WHITE])
    state = State(size, board, side, made, protection, scores, legs == "yes")
    options: dict[str, object] = {
        "size": size,
        "protection": protection,
        "archers": archers,
        "legs": legs,
    }
    return state.text, options


def moves_and_protection(rng: random.Random) -> tuple[int, int]:
    """The moves made and the protection, most often close to each other."""
    protection = rng.choice([0, 0, rng.randint(1, 6), rng.randint(7, 60)])
    if rng.random() < 0.3:
        return rng.randint(0, 120), protection
    return max(0, protection + rng.randint(-3, 3)), protection
