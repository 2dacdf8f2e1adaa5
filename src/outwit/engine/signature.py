"""The search's signature: how many nodes fixed searches take.

Any change to the search, an evaluation by hand or an ordering changes it; a change of anything
else, a network too, must not. It is pinned in the tests and changed only on purpose.
"""

from __future__ import annotations

from outwit.core.position import Position
from outwit.core.value import Value
from outwit.engine.limits import Limits
from outwit.engine.searcher import Searcher

DEPTH = 7


class Signature(Value):
    """What a fixed search of one position took."""

    nodes: int
    time: float


def sign(engine: Searcher, position: Position, depth: int = DEPTH) -> Signature:
    """Search a position to a fixed depth with an empty transposition table, without proofs."""
    searching = Searcher(engine.tuning.replace(proofs=0))
    found = searching.best(position, Limits(depth=depth))
    return Signature(found.nodes, found.time)
