"""How games of Ataxx begin in a match: with one of some sets of blocks, and a few moves."""

from __future__ import annotations

from outwit.core.openings import Openings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

# Each block stands on all squares that mirror it.
BLOCKS = ((), ("c3",), ("c3", "d4"), ("d3", "c4"), ("b2",), ("c2", "b3"), ("d2", "b4"), ("d4",))
# Squares of one quarter of the board that are empty at first, and how many of them are blocked.
QUARTER = ["b1", "c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3", "a4", "b4", "c4", "d4"]
MOST_BLOCKED = 3
# The share of games that are learned from on the open board.
OPEN = 0.75


def draw(rng: Random) -> dict[str, object]:
    """Draw a set of blocks."""
    return {"blocks": list(rng.choice(BLOCKS))}


def draw_varied(rng: Random) -> dict[str, object]:
    """Draw the open board, a set of blocks as in a match, or any other."""
    kind = rng.random()
    if kind < OPEN:
        return {"blocks": []}
    if kind < (1 + OPEN) / 2:
        return draw(rng)
    return {"blocks": rng.sample(QUARTER, rng.randint(1, MOST_BLOCKED))}


USUAL: dict[str, object] = {}
STARTS = (USUAL, *(dict[str, object](blocks=blocks) for blocks in BLOCKS[1:]))
# How a game without clones ends matters late.
OPENINGS = Openings(2, draw, draw_varied, STARTS, ({"clock": "100"},))
