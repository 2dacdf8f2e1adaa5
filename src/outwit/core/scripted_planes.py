"""The planes of a game in plain Python: a plane for each kind of piece of each side."""

from __future__ import annotations

from outwit.core.piece import Piece
from outwit.core.plane import Plane


def planes(pieces: tuple[Piece, ...]) -> tuple[Plane, ...]:
    """List the planes: own pieces, those of the other side, and the side to move."""
    names = list(dict.fromkeys(piece.name for piece in pieces))
    if not pieces:
        board = [Plane("taken", "1 on each square that is not empty")]
    else:
        board = [
            Plane(f"{owner} {name}", f"1 on each {name} of the {side}")
            for owner, side in (("own", "side to move"), ("other", "other side"))
            for name in names
        ]
    return (*board, Plane("second", "1 if the second side is to move", 1, True))


def numbers(pieces: tuple[Piece, ...], rows: list[str], mover: int) -> bytes:
    """Return the numbers of the planes, plane by plane, row by row from the top."""
    letters = "".join(rows)
    if not pieces:
        board = [bytes(letter != "." for letter in letters)]
    else:
        names = list(dict.fromkeys(piece.name for piece in pieces))
        board = [
            bytes(letter in shown for letter in letters)
            for side in (mover, 1 - mover)
            for name in names
            for shown in [
                {piece.letter for piece in pieces if (piece.owner, piece.name) == (side, name)}
            ]
        ]
    return b"".join([*board, bytes([mover]) * len(letters)])
