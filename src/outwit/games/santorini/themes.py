"""The themes of puzzles of Santorini."""

from __future__ import annotations

from outwit.core.theme import Theme

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.board import Board, Square
    from outwit.core.side import Side
    from outwit.core.theme import Solution, Turn

# The level that wins, and that from which a worker reaches it.
TOP, BELOW = 3, 2


def climbs(board: Board, side: Side) -> set[str]:
    """Return the squares of level 3 to which a side's workers can step."""
    return {
        square.name
        for worker in board
        if worker.owner == side and worker.level >= BELOW
        for square in neighbours(board, worker)
        if square.level == TOP and square.piece is None
    }


def neighbours(board: Board, square: Square) -> list[Square]:
    """Return the squares around a square."""
    around = (
        board.at(square.row + down, square.column + right)
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if down or right
    )
    return [other for other in around if other is not None]


def builds(turn: Turn) -> list[Square]:
    """Return the square, as it is after the turn, on which it builds; none if it does not."""
    return [change.after for change in turn.changes if change.after.level > change.before.level]


def is_fork(solution: Solution) -> bool:
    """Tell whether the solver threatens to climb two squares at once."""
    return any(len(climbs(turn.after.board, solution.side)) > 1 for turn in solution.own[:-1])


def is_forced_dome(solution: Solution) -> bool:
    """Tell whether a reply is a dome on the square that the solver was about to climb."""
    return any(
        square.level > TOP and square.name in climbs(reply.before.board, solution.side)
        for reply in solution.replies
        for square in builds(reply)
    )


def is_straight_up(solution: Solution) -> bool:
    """Tell whether every step of the solver goes up, in more than one turn."""
    rises = [rise(turn) for turn in solution.own]
    return len(rises) > 1 and min(rises) > 0


def rise(turn: Turn) -> int:
    """Return by how many levels a worker steps up, negative for a step down."""
    here, there = (turn.before.board[name] for name in turn.move.squares[:2])
    return there.level - here.level


def is_defence(solution: Solution) -> bool:
    """Tell whether the first turn removes the other side's threat to climb."""
    first = solution.own[0]
    other = first.after.turn
    return bool(climbs(first.before.board, other)) and not climbs(first.after.board, other)


def is_descent(solution: Solution) -> bool:
    """Tell whether the solver steps down."""
    return any(rise(turn) < 0 for turn in solution.own)


def is_both(solution: Solution) -> bool:
    """Tell whether the solver moves both workers."""
    return len({turn.move.text[0] for turn in solution.own}) > 1


def is_locked_in(solution: Solution) -> bool:
    """Tell whether the other side ends without a move."""
    outcome = solution.end.outcome
    return outcome is not None and outcome.termination.code == "blocked"


THEMES = (
    Theme("fork", "Fork", "One turn threatens to climb two squares.", is_fork),
    Theme("straight-up", "Straight up", "Every step goes up.", is_straight_up),
    Theme(
        "forced-dome",
        "Forced dome",
        "The other side must put a dome on the square you were about to climb.",
        is_forced_dome,
    ),
    Theme(
        "defence", "Defence first", "The first turn stops a climb of the other side.", is_defence
    ),
    Theme("descent", "Step down", "A worker steps down to win.", is_descent),
    Theme("both-workers", "Both workers", "Both of your workers have to move.", is_both),
    Theme("locked-in", "Locked in", "The other side is left without a move.", is_locked_in),
)
