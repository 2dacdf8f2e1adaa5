"""The themes of puzzles of Push."""

from __future__ import annotations

from outwit.core.theme import Theme

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.theme import Solution, Turn

# Least change of the difference of scores by a large push, and most points of a narrow win.
LARGE, NARROW = 25, 2


def is_push(turn: Turn) -> bool:
    """Tell whether a turn is a push."""
    return turn.before.board[turn.move.text].mark == "border"


def lead(score: tuple[int, int] | None, side: int) -> int:
    """Return by how much a side leads."""
    assert score is not None, "cells are counted in every position"
    return score[side] - score[1 - side]


def is_large_push(solution: Solution) -> bool:
    """Tell whether a push of the solver changes the difference of scores much."""
    side = solution.side
    return any(
        is_push(turn) and lead(turn.after.score, side) - lead(turn.before.score, side) >= LARGE
        for turn in solution.own
    )


def is_thrown_out(solution: Solution) -> bool:
    """Tell whether a push of the solver moves an enemy stone to the border."""
    other = 1 - solution.side
    return any(
        change.after.mark == "border" and change.after.owner == other
        for turn in solution.own
        for change in turn.changes
    )


def is_own_push(solution: Solution) -> bool:
    """Tell whether the solver pushes nothing but own stones."""
    for turn in solution.own:
        if not is_push(turn):
            continue
        first = turn.before.board[turn.move.text]
        owners = pushed(turn, first.row, first.column)
        if owners == {solution.side}:
            return True
    return False


def pushed(turn: Turn, row: int, column: int) -> set[int | None]:
    """Return the owners of the stones that a push from a border cell moves."""
    board = turn.before.board
    down = (row == 0) - (row == board.rows - 1)
    right = 0 if down else (column == 0) - (column == board.columns - 1)
    owners: set[int | None] = set()
    while True:
        row, column = row + down, column + right
        cell = board.at(row, column)
        if cell is None or cell.piece is None:
            return owners
        owners.add(cell.owner)


def is_narrow(solution: Solution) -> bool:
    """Tell whether the solver wins by few points."""
    return 0 < lead(solution.end.score, solution.side) <= NARROW


def is_investment(solution: Solution) -> bool:
    """Tell whether the first move costs the solver points."""
    first, side = solution.own[0], solution.side
    return lead(first.after.score, side) < lead(first.before.score, side)


def is_modest(solution: Solution) -> bool:
    """Tell whether the first move fills a cell although a more valuable one is empty."""
    first = solution.own[0]
    cell = first.before.board[first.move.text]
    return cell.mark != "border" and any(
        other.piece is None and other.value > cell.value for other in first.before.board
    )


def is_last_cell(solution: Solution) -> bool:
    """Tell whether one inner cell alone is empty at the start."""
    empty = [cell for cell in solution.start if cell.piece is None and cell.mark != "border"]
    return len(empty) == 1


def is_reopening(solution: Solution) -> bool:
    """Tell whether the solver leaves the last inner cell empty by pushing elsewhere."""
    return is_last_cell(solution) and len(solution.own) > 1


THEMES = (
    Theme(
        "large-push",
        "Large push",
        "A push gains 25 points or more.",
        is_large_push,
    ),
    Theme(
        "thrown-out",
        "Thrown out",
        "You push a stone of the other side to the border.",
        is_thrown_out,
    ),
    Theme("own-stones", "Own stones", "You push your own stones.", is_own_push),
    Theme("narrow", "Narrow win", "You win by one or two points.", is_narrow),
    Theme("investment", "Investment", "The first move costs you points.", is_investment),
    Theme("modest", "Modest cell", "The most valuable empty cell is not the best one.", is_modest),
    Theme("last-cell", "Last cell", "One inner cell is left empty.", is_last_cell),
    Theme(
        "waiting",
        "Waiting",
        "One inner cell is left, and you do not fill it at once.",
        is_reopening,
    ),
)
