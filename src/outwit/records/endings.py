"""The codes of games that end other than by the rules."""

from __future__ import annotations

from outwit.errors import BotFault

RESIGNED, OUT_OF_TIME = "resigned", "out-of-time"
ADJUDICATED, AGREED_DRAW, MOVE_LIMIT, SOLVED = "adjudicated", "agreed-draw", "move-limit", "solved"


def forfeits() -> frozenset[str]:
    """Return the codes with which a player has lost."""
    return frozenset((RESIGNED, OUT_OF_TIME, BotFault.code, *_codes(BotFault)))


def _codes(fault: type[BotFault]) -> set[str]:
    return {code for kind in fault.__subclasses__() for code in ({kind.code} | _codes(kind))}


FORFEITS = forfeits()
# With these a game that is not over may have any result, a draw included.
SETTLED = frozenset((ADJUDICATED, AGREED_DRAW, MOVE_LIMIT, SOLVED))
