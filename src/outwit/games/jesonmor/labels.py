"""Moves of Jeson Mor in plain words."""

from __future__ import annotations

from outwit.core.move import MoveDetails
from outwit.geometry import squares

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.games.jesonmor.rules import JesonMor


def describe(position: JesonMor, move: str) -> MoveDetails:
    """Describe a legal move."""
    origin, target = squares.split(move)
    board = position.board
    piece, other = board[origin].piece, board[target].piece
    mover = "" if piece is None else piece.name.capitalize()
    wins = (
        mover == "Knight"
        and board[origin].mark == "centre"
        and position.moves_made >= position.protected_moves
    )
    end = ", leaves the centre and wins" if wins else ""
    if other is not None:
        label = f"{mover} {origin} captures the {other.name} on {target}{end}"
        return MoveDetails("capture", (origin, target), label)
    reached = f"the centre, {target}" if board[target].mark else target
    step = "leap" if mover == "Knight" else "move"
    return MoveDetails(step, (origin, target), f"{mover} {origin} {step}s to {reached}{end}")
