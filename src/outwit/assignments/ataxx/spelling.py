"""Moves as the Ataxx assignment writes them: ``a7-b7`` for clones and jumps, ``-`` for a pass."""

from __future__ import annotations

from outwit.games.ataxx.rules import SIZE
from outwit.geometry import squares

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.games.ataxx.rules import Ataxx

PASS = "0000"


def spell(position: Ataxx, move: str) -> str:
    """Write a move; a clone with one of its origins."""
    return next(iter(spellings(position, move)))


def spellings(position: Ataxx, move: str) -> list[str]:
    """List the ways to write a move: a clone has one for every origin."""
    if move == PASS:
        return ["-"]
    if len(move) == 4:
        return [f"{move[:2]}-{move[2:]}"]
    own = "xo"[position.turn]
    return [f"{origin}-{move}" for origin in around(move) if position.piece(origin) == own]


def unspell(text: str) -> str:
    """Return the move of a text that names two squares, or is a pass."""
    if text == "-":
        return PASS
    origin, _, target = text.partition("-")
    return target if distance(origin, target) == 1 else origin + target


def is_square(name: str) -> bool:
    """Tell whether the board has such a square."""
    return squares.read(name, SIZE, SIZE) is not None


def around(square: str) -> list[str]:
    """List the squares next to one, and itself; at the edge, names of squares there are not."""
    return [
        chr(ord(square[0]) + x) + chr(ord(square[1]) + y) for x in (-1, 0, 1) for y in (-1, 0, 1)
    ]


def distance(origin: str, target: str) -> int:
    """Count the king's steps from one square to another."""
    return max(abs(ord(a) - ord(b)) for a, b in zip(origin, target, strict=True))
