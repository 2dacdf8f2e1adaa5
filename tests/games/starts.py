"""Start options that show more of each game than its defaults do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.mode import COMPILED

if TYPE_CHECKING:
    from outwit.core.game import Game

Options = dict[str, object]

VARIANTS: dict[str, list[Options]] = {
    "advance": [{"limit": 12}, {"limit": 0}],
    "ataxx": [{"blocks": ["c3", "d2"]}, {"blocks": ["b2"], "clock": 100}],
    "jesonmor": [
        {"size": 3},
        {"size": 5, "protection": 6},
        {"size": 7, "archers": "no", "legs": "no"},
        {"size": 11, "protection": 1000, "legs": "no"},
    ],
    "push": [
        {"rows": 3, "columns": 3},
        {"rows": 7, "columns": 4, "seed": 5},
        {"board": "3 6\nX\n  0.0X0.0.  \n0O1.1O1X1.0.\n  0.0.0.0.  \n"},
    ],
    "santorini": [{"rule": "official"}],
}


def starts(game: Game) -> list[Options]:
    """List the start options to try, the defaults first."""
    variants = VARIANTS.get(game.name, [])
    return [{}, *(variants if COMPILED else variants[:2])]
