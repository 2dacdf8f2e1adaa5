"""Ataxx as programs for many chess variants know it."""

from __future__ import annotations

from outwit.core.translation import Translation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.position import Position

PASS = "0000"
PIECES = str.maketrans("xo-", "Pp*")


def write_position(position: Position) -> str:
    """Write a position in six fields: pawns, White being Red, and ``*`` for a block."""
    board, side, jumps, number = position.text.split()
    return f"{board.translate(PIECES)} {'w' if side == 'x' else 'b'} - - {jumps} {number}"


def read_move(position: Position, text: str) -> str:
    """Read a move; a clone is a pawn dropped, such as ``P@c3``, and who stays passes: ``d1d1``."""
    if len(text) == 4 and text[:2] == text[2:]:
        return PASS
    return text[2:] if text[:2] in ("P@", "p@") else text


VARIANTS = {"ataxx": Translation(write_position, read_move)}
