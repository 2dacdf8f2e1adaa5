"""How much time is left, in days and hours."""

from __future__ import annotations

from outwit.core.counting import counted

MINUTE, HOUR, DAY = 60, 3_600, 86_400


def shown_left(seconds: float) -> str:
    """Return a time in words, its two largest units at most.

    >>> [shown_left(time) for time in (3 * DAY + 5 * HOUR, 2 * DAY, 90 * MINUTE, 59)]
    ['3 days 5 hours', '2 days', '1 hour 30 minutes', '0 minutes']
    """
    whole = max(0, int(seconds))
    if whole >= DAY:
        units = (whole // DAY, "day"), (whole % DAY // HOUR, "hour")
    elif whole >= HOUR:
        units = (whole // HOUR, "hour"), (whole % HOUR // MINUTE, "minute")
    else:
        return counted(whole // MINUTE, "minute")
    return " ".join(counted(number, unit) for number, unit in units if number)
