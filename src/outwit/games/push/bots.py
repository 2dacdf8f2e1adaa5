"""The automated players of the Push assignment: position in, move out.

Both are without chance; the random source every chooser takes is not used.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from outwit.games.push.rules import Push
    from outwit.games.push.save import Board


def type_0(position: Push, rng: Random | None = None) -> str:
    """Play the first empty inner cell: O counts from the top left, X from the bottom right."""
    row, column = empty_cells(position.saved)[-1 if position.turn else 0]
    return f"{row},{column}"


def type_1(position: Push, rng: Random | None = None) -> str:
    """Push, clockwise from the top left, where it costs the opponent; else take the best cell."""
    board = position.saved
    bottom, right = board.rows - 1, board.columns - 1
    clockwise = (
        *((0, column) for column in range(1, right)),
        *((row, right) for row in range(1, bottom)),
        *((bottom, column) for column in range(right - 1, 0, -1)),
        *((row, 0) for row in range(bottom - 1, 0, -1)),
    )
    for row, column in clockwise:
        if position.loss(row, column) > 0:
            return f"{row},{column}"
    row, column = max(empty_cells(board), key=lambda cell: board.value(*cell))
    return f"{row},{column}"


def empty_cells(board: Board) -> list[tuple[int, int]]:
    """List the empty inner cells, row by row."""
    return [
        (row, column)
        for row in range(1, board.rows - 1)
        for column in range(1, board.columns - 1)
        if not board.stones[row * board.columns + column]
    ]


# As the program's arguments name its players.
HUMAN = "H"
TYPES = {"0": type_0, "1": type_1}
BOTS = {f"type{number}": bot for number, bot in TYPES.items()}
