"""Boards and moves of Push as people see them."""

from __future__ import annotations

from functools import lru_cache

from outwit.core.board import Board as View
from outwit.core.board import Square
from outwit.core.move import MoveDetails

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.piece import Piece
    from outwit.games.push.rules import Push
    from outwit.games.push.save import Board

WAYS = {(1, 0): "down", (-1, 0): "up", (0, 1): "right", (0, -1): "left"}


def view(board: Board, pieces: tuple[Piece, ...]) -> View:
    """Return a board in the words of every game; a square is named by its row and column."""
    found = []
    for at, is_border in places(board.rows, board.columns):
        stone = board.stones[at]
        piece = pieces[stone - 1] if stone else None
        found.append(square(*divmod(at, board.columns), piece, board.values[at], is_border))
    return View(board.rows, board.columns, tuple(found))


@lru_cache(maxsize=64)
def places(rows: int, columns: int) -> list[tuple[int, bool]]:
    """List the places of cells, and whether each is on the border; corners have none."""
    edges = [
        (row in (0, rows - 1)) + (column in (0, columns - 1))
        for row in range(rows)
        for column in range(columns)
    ]
    return [(at, edge == 1) for at, edge in enumerate(edges) if edge < 2]


@lru_cache(maxsize=65_536)
def square(row: int, column: int, piece: Piece | None, value: int, is_border: bool) -> Square:
    """Return a square; boards share those that are the same."""
    mark = "border" if is_border else ""
    return Square(f"{row},{column}", row, column, piece, 0, value, "", mark)


def describe(position: Push, move: str) -> MoveDetails:
    """Describe a legal move."""
    side = position.game.sides[position.turn]
    board = position.saved
    row, column = map(int, move.split(","))
    if not board.is_border(row, column):
        label = f"{side} places a stone on {move}, worth {board.value(row, column)}"
        return MoveDetails("place", (move,), label)
    down = (row == 0) - (row == board.rows - 1)
    right = 0 if down else (column == 0) - (column == board.columns - 1)
    moved = 0
    place = row + down, column + right
    while board.stones[place[0] * board.columns + place[1]]:
        moved += 1
        place = place[0] + down, place[1] + right
    stones = "1 stone" if moved == 1 else f"{moved} stones"
    label = f"{side} pushes {stones} {WAYS[down, right]} from {move}"
    return MoveDetails("push", (move,), label)
