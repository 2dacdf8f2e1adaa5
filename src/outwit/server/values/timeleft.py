"""How much time is left, in days and hours."""

from __future__ import annotations

MINUTE, HOUR, DAY = 60, 3_600, 86_400


def time_left(seconds: float) -> tuple[int, int, int]:
    """Return days, hours and minutes, of which the two largest units count.

    >>> [time_left(time) for time in (3 * DAY + 5 * HOUR, 2 * DAY + MINUTE, 90 * MINUTE, 59)]
    [(3, 5, 0), (2, 0, 0), (0, 1, 30), (0, 0, 0)]
    """
    whole = max(0, int(seconds))
    days, hours, minutes = whole // DAY, whole % DAY // HOUR, whole % HOUR // MINUTE
    return days, hours, 0 if days else minutes
