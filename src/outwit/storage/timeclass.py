"""Time classes: games of similar length share a rating."""

from __future__ import annotations

from outwit.arena.timecontrol import TimeControl

UNLIMITED = "unlimited"
# Assumed moves of one player in a game, to weigh the increment.
MOVES = 40
# The classes, each with the most seconds that a player has for ``MOVES`` moves.
CLASSES = (("bullet", 179.0), ("blitz", 479.0), ("rapid", 1499.0), ("slow", float("inf")))
TIME_CLASSES = (*(name for name, _ in CLASSES), UNLIMITED)


def time_class(control: TimeControl) -> str:
    """Return the class of a time control.

    >>> from outwit.arena.timecontrol import read_time_control as read
    >>> [time_class(read(text)) for text in ("60+1", "300+0", "10/move", "unlimited")]
    ['bullet', 'blitz', 'blitz', 'unlimited']
    """
    if control.is_unlimited:
        return UNLIMITED
    seconds = MOVES * (control.move or control.increment) + (control.game or 0.0)
    return next(name for name, most in CLASSES if seconds <= most)
