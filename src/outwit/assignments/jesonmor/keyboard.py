"""Random play at the keyboard of ``jesonmor``."""

from __future__ import annotations

from outwit.assignments.keyboard import KeyboardSession, type_with_slips
from outwit.games.jesonmor.bots import random
from outwit.games.jesonmor.rules import JesonMor
from outwit.geometry.squares import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random


def invent(rng: Random) -> KeyboardSession:
    """Return a session whose moves of White are legal if Black plays as it does here."""
    size, protection = rng.choice((3, 5, 5, 7, 9)), rng.choice((0, 0, 1, 3, 8, 20))
    position = JesonMor.begin(size, protection)
    lines: list[str] = []
    while position.outcome is None and len(lines) < 40:
        move = random(position, rng)
        if position.turn == 0:
            lines.append("->".join(split(move)))
        position.play(move)
    return KeyboardSession((str(size), str(protection)), type_with_slips(lines, rng), {}, True)
