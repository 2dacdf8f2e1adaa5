"""The themes of puzzles of Ataxx."""

from __future__ import annotations

from outwit.core.theme import Theme

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.theme import Solution

PASS = "0000"
# Fewest stones that a large capture turns, and most enemy stones at the start of a hunt.
LARGE, FEW = 5, 3


def is_large_capture(solution: Solution) -> bool:
    """Tell whether a move turns many stones."""
    return any(len(turn.taken) >= LARGE for turn in solution.own)


def is_quiet(solution: Solution) -> bool:
    """Tell whether the first move turns nothing."""
    first = solution.own[0].move.text
    return first != PASS and not solution.own[0].taken


def is_clone(solution: Solution) -> bool:
    """Tell whether the first move is a clone."""
    return solution.own[0].move.kind == "clone"


def is_hunt(solution: Solution) -> bool:
    """Tell whether the solver needs several moves for the last few enemy stones."""
    few = owned(solution.own[0].before.score, 1 - solution.side) <= FEW
    return few and len(solution.own) > 1


def is_sacrifice(solution: Solution) -> bool:
    """Tell whether a reply leaves the solver fewer stones than at the start."""
    side = solution.side
    count = owned(solution.own[0].before.score, side)
    return any(owned(reply.after.score, side) < count for reply in solution.replies)


def owned(score: tuple[int, int] | None, side: int) -> int:
    """Return a side's number of stones."""
    assert score is not None, "stones are counted in every position"
    return score[side]


def is_locked_out(solution: Solution) -> bool:
    """Tell whether the other side has to pass."""
    return any(reply.move.text == PASS for reply in solution.replies)


def is_full(solution: Solution) -> bool:
    """Tell whether stones are counted at the end."""
    outcome = solution.end.outcome
    return outcome is not None and outcome.termination.code == "no-move"


THEMES = (
    Theme(
        "large-capture", "Large capture", "One move turns five stones or more.", is_large_capture
    ),
    Theme("quiet", "Quiet move", "The first move turns no stone.", is_quiet),
    Theme("clone", "Clone first", "The first move is a clone.", is_clone),
    Theme("hunt", "Hunt", "The other side has three stones or fewer, which run away.", is_hunt),
    Theme("sacrifice", "Sacrifice", "You give stones away before you win.", is_sacrifice),
    Theme("locked-out", "Locked out", "The other side has to pass.", is_locked_out),
    Theme("full-board", "Full board", "The last squares are filled, and stones count.", is_full),
)
