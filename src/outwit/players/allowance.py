"""The time allowed for a move."""

from __future__ import annotations

from outwit.core.value import Value


class Allowance(Value):
    """Seconds for this move, or clocks and increments of both sides, or no limit."""

    move: float | None = None
    clocks: tuple[float, float] | None = None
    increments: tuple[float, float] = (0.0, 0.0)

    def time_limit(self, side: int) -> float | None:
        """Return the seconds after which a side loses on time, None without a limit."""
        left = None if self.clocks is None else self.clocks[side]
        known = [seconds for seconds in (self.move, left) if seconds is not None]
        return min(known) if known else None


UNLIMITED = Allowance()
