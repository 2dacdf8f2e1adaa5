"""Moves of Advance in plain words."""

from __future__ import annotations

from outwit.core.move import MoveDetails

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.games.advance.rules import Advance


def describe(position: Advance, move: str) -> MoveDetails:
    """Describe a legal move."""
    origin, target = move[:2], move[-2:]
    board = position.board
    piece, other = board[origin].piece, board[target].piece
    mover = "" if piece is None else piece.name
    met = "" if other is None else f"the {other.name} on {target}"
    if "*" in move:
        kind, label = {
            "Builder": ("build", f"Builder {origin} builds a wall on {target}"),
            "Jester": ("convert", f"Jester {origin} converts {met}"),
            "Catapult": ("shoot", f"Catapult {origin} shoots {met}"),
        }[mover]
    elif board[target].obstacle:
        kind, label = "mine", f"{mover} {origin} takes the wall on {target}"
    elif other is None:
        kind, label = "move", f"{mover} {origin} moves to {target}"
    elif other.owner == position.turn:
        kind, label = "swap", f"{mover} {origin} swaps places with {met}"
    else:
        kind, label = "capture", f"{mover} {origin} captures {met}"
    return MoveDetails(kind, (origin, target), label)
