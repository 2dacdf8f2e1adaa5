"""How games of Ataxx begin in a match: with one of some sets of blocks, and a few moves."""

from __future__ import annotations

from outwit.core.openings import Openings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

# Each block stands on all squares that mirror it.
BLOCKS = ((), ("c3",), ("c3", "d4"), ("d3", "c4"), ("b2",), ("c2", "b3"), ("d2", "b4"), ("d4",))


def draw(rng: Random) -> dict[str, object]:
    """Draw a set of blocks."""
    return {"blocks": list(rng.choice(BLOCKS))}


OPENINGS = Openings(2, draw)
