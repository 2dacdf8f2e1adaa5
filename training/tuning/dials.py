"""Dials: the parameters of a search that are tuned, each with its range and step."""

from __future__ import annotations

from outwit.core.value import Value
from outwit.engine.tuning import Tuning
from outwit.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# Lowest value, highest value and step. A step below 1 is a share of the value if the range is wide.
# A change by one step should be worth a few Elo.
RANGES: Mapping[str, tuple[int, int, float]] = {
    "window": (4, 400, 0.25),
    "futility": (10, 800, 0.2),
    "futility_depth": (1, 12, 1),
    "razor_base": (0, 2_000, 60),
    "razor": (0, 2_000, 40),
    "razor_depth": (1, 8, 1),
    "late_futility_base": (0, 2_000, 40),
    "late_futility": (0, 1_000, 20),
    "late_futility_depth": (1, 12, 1),
    "skip_reduction": (1, 8, 1),
    "skip_depth": (2, 16, 1),
    "internal_reduction": (2, 12, 1),
    "reduction": (60, 800, 0.12),
    "reduction_base": (-200, 400, 30),
    "reduction_cut": (-100, 400, 30),
    "reduction_worse": (-100, 400, 30),
    "reduction_rank": (500, 100_000, 0.3),
    "reduction_history": (2_000, 100_000, 0.3),
    "singular_depth": (4, 16, 1),
    "singular_margin": (0, 30, 2),
    "entry_plies": (1, 8, 1),
    "entry_above": (10, 1_000, 20),
    "entry_below": (10, 1_000, 20),
    "late": (1, 60, 1),
    "late_depth": (1, 12, 1),
    "guess": (1, 1_024, 0.3),
    "history": (20, 3_000, 0.3),
}
# Parameters that have an effect at 0; for the others 0 turns the pruning off.
MAY_BE_ZERO = ("reduction_base", "reduction_cut", "reduction_worse")
# If the first parameter is 0, the others have no effect.
SWITCHES = {
    "futility_depth": ("futility",),
    "razor_depth": ("razor", "razor_base"),
    "late_futility_depth": ("late_futility", "late_futility_base"),
    "skip_reduction": ("skip_depth",),
    "singular_depth": ("singular_margin",),
    "entry_plies": ("entry_above", "entry_below"),
    "late_depth": ("late",),
}
# Smallest step: a smaller one changes an integer only by rounding.
LEAST_STEP = 0.5


class Dial(Value):
    """A number of the search, its value at the start, its range, and the step of the last pair."""

    name: str
    start: float
    low: int
    high: int
    step: float

    def clamp(self, value: float) -> float:
        """Return the nearest value in the range."""
        return min(max(value, float(self.low)), float(self.high))


def dial(name: str, value: int) -> Dial:
    """Return the dial of a number; raise UsageError if it is not tuned, or out of its range."""
    if name not in RANGES:
        raise UsageError(f"{name!r} is not tuned; there are {', '.join(RANGES)}")
    low, high, step = RANGES[name]
    if not low <= value <= high:
        raise UsageError(f"{name}: {value} is not from {low} to {high}")
    size = step * max(abs(value), 1) if step < 1 else step
    return Dial(name, float(value), low, high, max(size, LEAST_STEP))


def dials_of(tuning: Tuning, names: Iterable[str] = ()) -> tuple[Dial, ...]:
    """Return the dials of a search: those named, or all that have an effect.

    Raise UsageError if one is named that is not tuned or has no effect, or is out of its range.
    """
    off = {
        name: switch
        for switch, others in SWITCHES.items()
        for name in (switch, *others)
        if not getattr(tuning, switch)
    }
    chosen = tuple(dict.fromkeys(names))
    for name in chosen:
        if name in off:
            raise UsageError(f"{name} has no effect while {off[name]} is 0")
    return tuple(
        dial(name, getattr(tuning, name, 0))
        for name in chosen or RANGES
        if chosen or (name not in off and (getattr(tuning, name) or name in MAY_BE_ZERO))
    )
