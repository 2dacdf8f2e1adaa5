"""Time classes: games that take about the same time are rated together."""

from __future__ import annotations

from outwit.arena.timecontrol import TimeControl

UNLIMITED = "unlimited"
# The moves of one player in a game, about; an increment counts so often.
MOVES = 40
# The classes by the seconds that a player has at most, for a game of that many moves.
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
