"""Clocks as people read them."""

from __future__ import annotations

# A clock shows tenths below this many seconds, and no more than the other.
TENTHS_BELOW, LONGEST = 20, 359_999


def clock_text(seconds: float) -> str:
    """Write the time that is left; digits all have the same width.

    >>> clock_text(3723), clock_text(62.7), clock_text(9.34), clock_text(-1), clock_text(1e300)
    ('1:02:03', '1:02', '0:09.3', '0:00.0', '99:59:59')
    """
    seconds = max(0.0, min(float(LONGEST), seconds))
    if seconds < TENTHS_BELOW:
        tenths = int(seconds * 10 + 1e-6)
        return f"0:{tenths // 10:02}.{tenths % 10}"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
