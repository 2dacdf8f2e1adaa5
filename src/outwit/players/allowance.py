"""How long a player may think about a move."""

from __future__ import annotations

from outwit.core.value import Value


class Allowance(Value):
    """Seconds for this move alone, or what both sides have left and get per move; or no limit."""

    move: float | None = None
    clocks: tuple[float, float] | None = None
    increments: tuple[float, float] = (0.0, 0.0)

    def time_limit(self, side: int) -> float | None:
        """Return after how many seconds a side has lost on time, None for never."""
        left = None if self.clocks is None else self.clocks[side]
        known = [seconds for seconds in (self.move, left) if seconds is not None]
        return min(known) if known else None


UNLIMITED = Allowance()
