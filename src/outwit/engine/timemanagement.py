"""Time management: the time of a search for a move."""

from __future__ import annotations

from outwit.engine.limits import Limits

WITHOUT_LIMITS = 1.0
# Seconds of the clock that are kept for delays of the machine.
RESERVE = 0.02
MOVES_TO_GO = 25


def budget(limits: Limits) -> tuple[float | None, float | None]:
    """Return after how many seconds no new iteration begins, and when the search stops."""
    if limits.is_open:
        return WITHOUT_LIMITS * 0.6, WITHOUT_LIMITS
    hard = limits.time
    # Time for one move alone cannot be saved for another.
    soft = hard
    if limits.clock is not None:
        left = max(0.001, limits.clock - RESERVE)
        share = min(left / MOVES_TO_GO + 0.8 * limits.increment, 0.8 * left)
        most = min(3 * share, 0.8 * left)
        soft = share * 0.6 if soft is None else min(soft, share * 0.6)
        hard = most if hard is None else min(hard, most)
    return soft, hard
