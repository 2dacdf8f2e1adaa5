"""How games of Push begin in a match: on a random board."""

from __future__ import annotations

from outwit.core.openings import Openings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random


def draw(rng: Random) -> dict[str, object]:
    """Draw a board of the usual size."""
    return {"rows": 8, "columns": 8, "seed": rng.randrange(10**9)}


OPENINGS = Openings(0, draw)
