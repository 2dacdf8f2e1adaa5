"""The curve of a rating; pages also show the values as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from html import escape
from math import ceil, floor

from outwit.core.value import Value
from outwit.server.values.shown import shown_day
from outwit.storage.ratings import RatingPoint

WIDE, HIGH = 720, 240
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 12, 30
# Possible distances between grid lines, and most grid lines.
STEPS = (25, 50, 100, 200, 400, 800)
MOST_LINES = 6


class Curve(Value):
    """The points of a curve, which is drawn in the language of a page."""

    points: tuple[RatingPoint, ...] = ()

    def __bool__(self) -> bool:
        """Tell whether there are enough points for a curve."""
        return len(self.points) > 1

    def drawn(self, label: str, day: Callable[[datetime], str]) -> str:
        """Return the curve; ``day`` writes a date in the language of the page."""
        return draw_curve(self.points, label, day)


def draw_curve(
    points: Sequence[RatingPoint], label: str, day: Callable[[datetime], str] = shown_day
) -> str:
    """Return the curve of some points, one for each game, at equal distances.

    The band around the curve is the rating deviation. The result is empty below two points.
    """
    if len(points) < 2:
        return ""
    low = min(point.rating - point.deviation for point in points)
    high = max(point.rating + point.deviation for point in points)
    step = next((step for step in STEPS if (high - low) / step <= MOST_LINES), STEPS[-1])
    low, high = step * floor(low / step), step * ceil(high / step)

    def x(index: int) -> str:
        return f"{LEFT + (WIDE - LEFT - RIGHT) * index / (len(points) - 1):.1f}"

    def y(rating: float) -> str:
        return f"{HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * (rating - low) / (high - low):.1f}"

    lines = [
        f'<path class="grid" d="M{LEFT} {y(rating)}H{WIDE - RIGHT}"/>'
        f'<text x="{LEFT - 8}" y="{y(rating)}" dy=".32em" text-anchor="end">{rating}</text>'
        for rating in range(int(low), int(high) + 1, step)
    ]
    upper = [f"{x(i)} {y(each.rating + each.deviation)}" for i, each in enumerate(points)]
    lower = [f"{x(i)} {y(each.rating - each.deviation)}" for i, each in enumerate(points)]
    line = [f"{x(i)} {y(each.rating)}" for i, each in enumerate(points)]
    first, last = points[0], points[-1]
    return (
        f'<svg class="curve" role="img" aria-label="{escape(label)}" viewBox="0 0 {WIDE} {HIGH}">'
        f"{''.join(lines)}"
        f'<path class="band" d="M{"L".join(upper)}L{"L".join(reversed(lower))}Z"/>'
        f'<path class="line" d="M{"L".join(line)}"/>'
        f'<circle class="end" cx="{x(len(points) - 1)}" cy="{y(last.rating)}" r="4.5"/>'
        f'<text x="{LEFT}" y="{HIGH - 8}">{day(first.at)}</text>'
        f'<text x="{WIDE - RIGHT}" y="{HIGH - 8}" text-anchor="end">{day(last.at)}</text>'
        "</svg>"
    )
