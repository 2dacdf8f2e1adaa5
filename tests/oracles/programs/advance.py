"""What the program ``advance`` may play at each level, literally, on a lean board of its own.

A board is 81 characters, the rows from top to bottom one after the other. Where a piece may go is
looked up in tables that say, for a source and a target, which squares between must be empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

SIZE = 9
SQUARES = range(SIZE * SIZE)
VALUES = {"Z": 1, "B": 2, "J": 3, "M": 4, "S": 5, "C": 6, "D": 7, "G": 0}
LARGE = 10_000

Reach = list[dict[int, tuple[int, ...]]]
"""For each source: the targets, each with the squares between that must be empty."""

UPWARDS = [(-1, -1), (-1, 0), (-1, 1)]
DOWNWARDS = [(1, -1), (1, 0), (1, 1)]
STRAIGHT = [(-1, 0), (0, 1), (1, 0), (0, -1)]
SLANTING = [(-1, 1), (1, 1), (1, -1), (-1, -1)]
AROUND = STRAIGHT + SLANTING
JUMPS = [(r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r) != abs(c)]
SHOTS = [(3 * r, 3 * c) for r, c in STRAIGHT] + [(2 * r, 2 * c) for r, c in SLANTING]


# Tables


def reach(steps: list[tuple[int, int]], nearest: int = 1, farthest: int = 1) -> Reach:
    """Targets so many steps away in these directions, with the squares passed on the way."""
    table: Reach = []
    for source in SQUARES:
        row, column = divmod(source, SIZE)
        targets = {}
        for down, right in steps:
            for times in range(nearest, farthest + 1):
                path = [(row + i * down, column + i * right) for i in range(1, times + 1)]
                if all(0 <= r < SIZE and 0 <= c < SIZE for r, c in path):
                    *between, target = [r * SIZE + c for r, c in path]
                    targets[target] = tuple(between)
        table.append(targets)
    return table


NOWHERE = reach([])
NEIGHBOURS = reach(AROUND)
BESIDE = reach(STRAIGHT)

WALKS = {
    "Z": reach(UPWARDS), "z": reach(DOWNWARDS), "B": NEIGHBOURS, "J": NEIGHBOURS,
    "M": reach(STRAIGHT, farthest=8), "S": reach(JUMPS), "C": BESIDE,
    "D": reach(AROUND, farthest=8), "G": NEIGHBOURS,
}  # fmt: skip
"""To which empty squares a piece moves."""

CAPTURES = {
    "Z": reach(UPWARDS, farthest=2), "z": reach(DOWNWARDS, farthest=2), "B": NEIGHBOURS,
    "J": NOWHERE, "M": WALKS["M"], "S": WALKS["S"], "C": reach(SHOTS),
    "D": reach(AROUND, nearest=2, farthest=8), "G": NEIGHBOURS,
}  # fmt: skip
"""Where a piece captures an enemy."""

for kind in "BJMSCDG":
    WALKS[kind.lower()] = WALKS[kind]
    CAPTURES[kind.lower()] = CAPTURES[kind]


# Rules


def pieces(white: bool) -> str:
    """The letters of a side."""
    return "ZBJMSCDG" if white else "zbjmscdg"


def is_clear(board: str, between: tuple[int, ...]) -> bool:
    """Whether nothing, not even a wall, stands on these squares."""
    return all(board[square] == "." for square in between)


def is_protected(board: str, square: int) -> bool:
    """Whether a Sentinel of the same side is orthogonally beside the piece."""
    sentinel = "S" if board[square].isupper() else "s"
    return any(board[beside] == sentinel for beside in BESIDE[square])


def is_in_danger(board: str, white: bool) -> bool:
    """Whether an enemy piece could capture the General of the side."""
    general = board.index("G" if white else "g")
    if is_protected(board, general):
        return False
    enemies = pieces(not white)
    for source, thing in enumerate(board):
        if thing in enemies:
            between = CAPTURES[thing][source].get(general)
            if between is not None and is_clear(board, between):
                return True
    return False


def changed(board: str, *changes: tuple[int, str]) -> str:
    """The board with other things on some squares."""
    squares = list(board)
    for square, thing in changes:
        squares[square] = thing
    return "".join(squares)


def name(square: int) -> str:
    """The square's name, a1 at the bottom left."""
    row, column = divmod(square, SIZE)
    return "abcdefghi"[column] + str(SIZE - row)


def piece_moves(board: str, source: int) -> Iterator[tuple[str, str]]:
    """The moves of a piece with the boards after them, whatever they mean for its General."""
    piece = board[source]
    kind = piece.upper()
    enemies = pieces(not piece.isupper())
    for target, between in WALKS[piece][source].items():
        if board[target] == "." and is_clear(board, between):
            yield name(source) + name(target), changed(board, (source, "."), (target, piece))
    for target, between in CAPTURES[piece][source].items():
        thing = board[target]
        if (
            thing in enemies
            and thing not in "Gg"
            and is_clear(board, between)
            and not is_protected(board, target)
        ):
            if kind == "C":
                yield f"{name(source)}*{name(target)}", changed(board, (target, "."))
            else:
                yield name(source) + name(target), changed(board, (source, "."), (target, piece))
    if kind == "M":
        for target, between in WALKS[piece][source].items():
            if board[target] == "#" and is_clear(board, between):
                yield name(source) + name(target), changed(board, (source, "."), (target, piece))
    if kind == "B":
        for target in NEIGHBOURS[source]:
            if board[target] == ".":
                yield f"{name(source)}*{name(target)}", changed(board, (target, "#"))
    if kind == "J":
        for target in NEIGHBOURS[source]:
            thing = board[target]
            if thing in enemies and thing not in "Gg":
                yield f"{name(source)}*{name(target)}", changed(board, (target, thing.swapcase()))
            if thing in pieces(piece.isupper()) and thing != piece:
                yield name(source) + name(target), changed(board, (source, thing), (target, piece))


def each_legal_move(board: str, white: bool) -> Iterator[tuple[str, str]]:
    """The moves after which the own General is not in danger."""
    own = pieces(white)
    for source, thing in enumerate(board):
        if thing in own:
            for move, after in piece_moves(board, source):
                if not is_in_danger(after, white):
                    yield move, after


@lru_cache(maxsize=20_000)
def has_lost(board: str, white: bool) -> bool:
    """Whether the side, being to move, has no legal move."""
    return next(each_legal_move(board, white), None) is None


@cache
def material_white_less_black(thing: str) -> int:
    """What one character of a board adds to White's difference."""
    if thing in ".#":
        return 0
    value = VALUES[thing.upper()]
    return value if thing.isupper() else -value


def difference(board: str, white: bool) -> int:
    """The material of the side less that of its enemy."""
    total = sum(map(material_white_less_black, board))
    return total if white else -total


# Levels


Moves = dict[str, str]
"""The texts of moves with the boards after them."""


def level_4(board: str, white: bool) -> Moves:
    """Every legal move."""
    return dict(each_legal_move(board, white))


def winning(board: str, white: bool) -> Moves:
    """The moves that leave the opponent without a legal move."""
    legal = level_4(board, white)
    return {move: after for move, after in legal.items() if has_lost(after, not white)}


def level_5(board: str, white: bool) -> Moves:
    """A move that wins at once, if there is one."""
    return winning(board, white) or level_4(board, white)


@lru_cache(maxsize=20_000)
def level_6_and_wins(board: str, white: bool) -> tuple[Moves, bool]:
    """The moves of level 6, and whether they win at once."""
    wins = winning(board, white)
    if wins:
        return wins, True
    legal = level_4(board, white)
    most = max((difference(after, white) for after in legal.values()), default=0)
    return {m: after for m, after in legal.items() if difference(after, white) == most}, False


def level_6(board: str, white: bool) -> Moves:
    """Else the moves with the greatest material difference."""
    return level_6_and_wins(board, white)[0]


def value_of_reply(board: str, white: bool) -> int:
    """What my answer to the opponent's reply brings; all answers of level 6 bring the same."""
    answers, wins = level_6_and_wins(board, white)
    if wins:
        return LARGE
    return difference(next(iter(answers.values())), white)


def value_of_move(after: str, white: bool) -> int:
    """The minimum over the opponent's tied replies."""
    replies, wins = level_6_and_wins(after, not white)
    if wins:
        return -LARGE
    return min(value_of_reply(reply, white) for reply in replies.values())


def level_7(board: str, white: bool) -> Moves:
    """Among the moves of level 6 those with the best prediction."""
    moves, wins = level_6_and_wins(board, white)
    if wins or not moves:
        return moves
    values = {move: value_of_move(after, white) for move, after in moves.items()}
    return {move: moves[move] for move in moves if values[move] == max(values.values())}


LEVELS = {4: level_4, 5: level_5, 6: level_6, 7: level_7}


def best(rows: list[str], colour: str, level: int) -> dict[str, list[str]]:
    """The moves a level allows, sorted by their text, with the rows of the board after each."""
    moves = LEVELS[level]("".join(rows), colour == "white")
    return {move: split(moves[move]) for move in sorted(moves)}


def best_moves(rows: list[str], colour: str, level: int) -> list[str]:
    """The sorted texts of the moves a level allows."""
    return list(best(rows, colour, level))


def split(board: str) -> list[str]:
    """The rows of a board."""
    return [board[i : i + SIZE] for i in range(0, len(board), SIZE)]
