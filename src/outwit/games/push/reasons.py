"""Reasons for moves of Push."""

from __future__ import annotations

from outwit.core.board import Square
from outwit.core.move import Move
from outwit.core.position import Position
from outwit.core.reasons import Reasons

DEAREST = "No free cell is worth more."
STAYS = "No answer can push this stone away."
PUSHES = "It pushes a stone of {side} from a cell worth {number} to one worth {fewer}."
LIFTS = "It pushes your own stone from a cell worth {number} to one worth {more}."


def lead(position: Position, side: int) -> int:
    """Return by how many points a side leads."""
    score = position.score
    assert score is not None, "points are counted"
    return score[side] - score[1 - side]


def facts(before: Position, move: Move, after: Position) -> tuple[str, ...]:
    """Say what a placed stone gets, or what a push changes most."""
    if move.kind == "push":
        return pushed(before, move)
    cell = before.board[move]
    free = [each for each in before.board if each.piece is None and not each.mark]
    found = []
    # Where all cells are worth the same, that says nothing.
    if cell.value == max(each.value for each in free) > min(each.value for each in free):
        found.append(DEAREST)
    if cell.value and all(
        after.after(answer)[move].owner == before.turn for answer in after.legal_moves
    ):
        found.append(STAYS)
    return tuple(found)


def pushed(before: Position, move: Move) -> tuple[str, ...]:
    """Say which stone of a pushed line wins or loses most, for the good of the side to move."""
    side = before.turn
    best, said = 0, ""
    for place, following in steps(before, move):
        change = following.value - place.value
        if place.owner == side and change > best:
            best, said = change, LIFTS.format(number=place.value, more=following.value)
        elif place.owner == 1 - side and -change > best:
            name = before.game.sides[1 - side]
            best = -change
            said = PUSHES.format(side=name, number=place.value, fewer=following.value)
    return (said,) if said else ()


def steps(before: Position, move: Move) -> list[tuple[Square, Square]]:
    """List the cells of the stones that a push moves, each with the cell it moves to."""
    board = before.board
    start = board[move]
    down = (start.row == 0) - (start.row == board.rows - 1)
    right = 0 if down else (start.column == 0) - (start.column == board.columns - 1)
    found = []
    place = board.at(start.row + down, start.column + right)
    while place is not None and place.piece is not None:
        following = board.at(place.row + down, place.column + right)
        assert following is not None, "the line of a push has a gap"
        found.append((place, following))
        place = following
    return found


REASONS = Reasons(
    holding=lead,
    safe=(
        "It wins 1 point, and no answer takes any back.",
        "It wins {number} points, and no answer takes any back.",
    ),
    partly=(
        "After every answer you are at least 1 point better off than now.",
        "After every answer you are at least {number} points better off than now.",
    ),
    ahead=(
        "In the line that the engine expects, you win 1 point.",
        "In the line that the engine expects, you win {number} points.",
    ),
    most="After every other move, the best answer leaves you worse off.",
    facts=facts,
)
