"""The automated player of the Jeson Mor assignment: position and random source in, move out."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from outwit.core.position import Position


def random(position: Position, rng: Random) -> str:
    """Play any legal move, each as likely as the next."""
    return rng.choice(sorted(position.legal_moves))


BOTS = {"random": random}
