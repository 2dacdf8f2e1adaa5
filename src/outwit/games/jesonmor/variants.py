"""Jeson Mor as programs for many chess variants know it: knights only, nothing in their way."""

from __future__ import annotations

from outwit.core.translation import Translation
from outwit.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.position import Position

NO_MOVE = "(none)"
PIECES = str.maketrans("Kk", "Nn")


def write_position(position: Position) -> str:
    """Write a position in six fields; raise UsageError where others would play another game."""
    board, side, *_ = position.text.split()
    if "a" in board.lower() or position.options["legs"] != "no":
        raise UsageError("other programs play only with archers=no and legs=no")
    return f"{board.translate(PIECES)} {side} - - 0 1"


def read_move(position: Position, text: str) -> str:
    """Read a move, which is written as ours are.

    For others a knight wins that has survived in the centre; they do not move then. Here it has to
    leave, and so it does. Where the other side's knight has survived, the game is lost for them:
    they take it if they can, or make any move.
    """
    if text != NO_MOVE:
        return text
    middle = next(square.name for square in position.board if square.mark == "centre")
    legal = sorted(str(move) for move in position.legal_moves)
    best = [move for move in legal if move.startswith(middle)]
    return (best or [move for move in legal if move.endswith(middle)] or legal or [text])[0]


VARIANTS = {"jesonmor": Translation(write_position, read_move)}
