"""The themes of puzzles of Advance."""

from __future__ import annotations

from outwit.core.theme import Theme
from outwit.games.advance.danger import danger

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.board import Square
    from outwit.core.position import Position
    from outwit.core.theme import Solution


def general(position: Position, side: int) -> Square:
    """Return the square of a side's General."""
    return next(square for square in position.board if is_general(square) and square.owner == side)


def is_general(square: Square) -> bool:
    """Tell whether a General stands on a square."""
    return square.piece is not None and square.piece.name == "General"


def is_check(position: Position) -> bool:
    """Tell whether the General of the side to move is attacked."""
    return general(position, position.turn).name in danger(position)


def is_sacrifice(solution: Solution) -> bool:
    """Tell whether a reply takes a piece of the solver."""
    return any(reply.taken for reply in solution.replies)


def is_chase(solution: Solution) -> bool:
    """Tell whether every turn attacks the General."""
    return len(solution.own) > 1 and all(is_check(turn.after) for turn in solution.own)


def is_quiet(solution: Solution) -> bool:
    """Tell whether the first move takes nothing, attacks no General, and does not win at once."""
    first = solution.own[0]
    return len(solution.own) > 1 and not first.taken and not is_check(first.after)


def is_stranded(solution: Solution) -> bool:
    """Tell whether the other side loses without a move, its General not attacked."""
    return solution.end.is_over and not is_check(solution.end)


def is_capture(solution: Solution) -> bool:
    """Tell whether the first of several moves takes a piece."""
    return len(solution.own) > 1 and bool(solution.own[0].taken)


def is_forced(solution: Solution) -> bool:
    """Tell whether the other side never has a choice."""
    replies = solution.replies
    return bool(replies) and all(reply.before.count_moves() == 1 for reply in replies)


def is_swap(solution: Solution) -> bool:
    """Tell whether two pieces of the solver swap places."""
    return any(turn.move.kind == "swap" for turn in solution.own)


THEMES = (
    Theme("chase", "Chase", "Every move attacks the General.", is_chase),
    Theme("capture", "Capture first", "The first move takes a piece.", is_capture),
    Theme("forced", "Forced replies", "The other side never has a choice.", is_forced),
    Theme("quiet", "Quiet move", "The first move neither takes nor attacks the General.", is_quiet),
    Theme(
        "stranded", "No move left", "Nothing can move, and no one attacks the General.", is_stranded
    ),
    Theme("sacrifice", "Sacrifice", "The other side takes a piece, and you win.", is_sacrifice),
    Theme("swap", "Swap", "Two of your pieces swap places.", is_swap),
)
