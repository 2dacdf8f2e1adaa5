"""The themes of puzzles of Jeson Mor."""

from __future__ import annotations

from itertools import pairwise

from outwit.core.theme import Theme
from outwit.geometry import squares

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.position import Position
    from outwit.core.theme import Solution


def centre(position: Position) -> str:
    """Return the name of the centre square."""
    board = position.board
    return squares.name(board.columns // 2, board.rows // 2)


def waiting(position: Position, side: int) -> set[str]:
    """Return the squares of a side's knights that can leap to the centre when it is empty."""
    middle = position.board[centre(position)]
    found = set()
    for square in position.board:
        if square.owner != side or square.piece is None or square.piece.name != "knight":
            continue
        down, right = middle.row - square.row, middle.column - square.column
        if {abs(down), abs(right)} == {1, 2} and not is_hobbled(position, square.name):
            found.add(square.name)
    return found


def is_hobbled(position: Position, name: str) -> bool:
    """Tell whether a piece blocks the way of a knight to the centre."""
    if position.options["legs"] == "no":
        return False
    board = position.board
    here, middle = board[name], board[centre(position)]
    down, right = middle.row - here.row, middle.column - here.column
    is_tall = abs(down) > abs(right)
    leg = board.at(
        here.row + (down // 2 if is_tall else 0), here.column + (0 if is_tall else right // 2)
    )
    return leg is not None and leg.piece is not None


def is_fork(solution: Solution) -> bool:
    """Tell whether two knights wait for the empty centre after a turn."""
    return any(
        turn.after.board[centre(turn.after)].piece is None
        and len(waiting(turn.after, solution.side)) > 1
        for turn in solution.own[:-1]
    )


def is_eviction(solution: Solution) -> bool:
    """Tell whether the solver captures on the centre."""
    return any(centre(turn.before) in turn.taken for turn in solution.own)


def is_sacrifice(solution: Solution) -> bool:
    """Tell whether a reply captures a piece of the solver."""
    return any(reply.taken for reply in solution.replies)


def is_capture(solution: Solution) -> bool:
    """Tell whether the first of several moves captures."""
    return len(solution.own) > 1 and bool(solution.own[0].taken)


def is_solo(solution: Solution) -> bool:
    """Tell whether one piece makes all moves of the solver, more than one."""
    moves = [turn.move.squares for turn in solution.own]
    return len(moves) > 1 and all(first[-1] == then[0] for first, then in pairwise(moves))


def is_archer(solution: Solution) -> bool:
    """Tell whether the solver moves an archer."""
    pieces = [turn.before.board[turn.move.squares[0]].piece for turn in solution.own]
    return any(piece is not None and piece.name == "archer" for piece in pieces)


def is_quiet(solution: Solution) -> bool:
    """Tell whether the first move captures nothing and does not enter or leave the centre."""
    first = solution.own[0]
    middle = centre(first.before)
    return not first.taken and middle not in first.move.squares


def is_block(solution: Solution) -> bool:
    """Tell whether a move of the solver blocks a knight that waited for the centre."""
    for turn in solution.own:
        other = int(turn.after.turn)
        lost = waiting(turn.before, other) - waiting(turn.after, other) - set(turn.taken)
        if lost:
            return True
    return False


def is_last_protected(solution: Solution) -> bool:
    """Tell whether the solver makes the last move for which captures are forbidden."""
    for turn in solution.own:
        made, protection = map(int, turn.before.text.split()[2:4])
        if protection and made == protection - 1:
            return True
    return False


THEMES = (
    Theme("fork", "Two knights wait", "Two knights are ready for the empty centre.", is_fork),
    Theme("eviction", "Eviction", "You capture a piece on the centre.", is_eviction),
    Theme("capture", "Capture first", "The first move captures.", is_capture),
    Theme("solo", "One knight alone", "One knight makes all your moves.", is_solo),
    Theme("sacrifice", "Sacrifice", "The other side captures, and you win.", is_sacrifice),
    Theme("archer", "Archer’s help", "An archer has to move.", is_archer),
    Theme(
        "quiet",
        "Quiet move",
        "The first move is neither a capture nor a leap to the centre.",
        is_quiet,
    ),
    Theme("block", "Blocked knight", "You stand in the way of a knight.", is_block),
    Theme(
        "last-protected",
        "Last protected move",
        "You make the last move that may not capture.",
        is_last_protected,
    ),
)
