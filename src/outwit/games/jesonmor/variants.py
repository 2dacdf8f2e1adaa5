"""Jeson Mor as programs for many chess variants know it: knights only, nothing in their way."""

from __future__ import annotations

from outwit.core.translation import Translation
from outwit.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.position import Position

PIECES = str.maketrans("Kk", "Nn")


def write_position(position: Position) -> str:
    """Write a position in six fields; raise UsageError where others would play another game."""
    board, side, *_ = position.text.split()
    if "a" in board.lower() or position.options["legs"] != "no":
        raise UsageError("other programs play only with archers=no and legs=no")
    return f"{board.translate(PIECES)} {side} - - 0 1"


def read_move(position: Position, text: str) -> str:
    """Read a move, which is written as ours are."""
    return text


VARIANTS = {"jesonmor": Translation(write_position, read_move)}
