"""The standings of a contest as a picture: shares of wins, draws and losses, and ratings."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil

from outwit.contests.standing import Standing
from outwit.core.look import Look
from outwit.core.printable import fit
from outwit.drawing.palette import AUTO, colours, style_sheet
from outwit.drawing.svg import FONT

WIDTH, ROW, TOP, BOTTOM = 760, 34, 44, 34
# Where the parts of a row begin and end, from the left.
NAME, BAR, BAR_END, POINTS, ELO, ELO_END = 16, 196, 436, 496, 528, 736
LONGEST_NAME = 22
SIZE = 13
# Fewest units of Elo that the scale shows, and the most lines on it.
LEAST_SPAN, MOST_LINES = 100.0, 5
# A part of a bar narrower than this has no number.
ROOM = 22
STEPS = (25, 50, 100, 200, 250, 500, 1_000, 2_000)


def draw_standings(standings: Sequence[Standing], theme: str = "light") -> str:
    """Return the picture as SVG; raise UsageError if there is no such theme."""
    roles = colours(Look(), theme)
    height = TOP + ROW * len(standings) + BOTTOM
    low = min((each.low for each in standings), default=0.0)
    high = max((each.high for each in standings), default=0.0)
    middle, span = (low + high) / 2, max(LEAST_SPAN, 1.06 * (high - low))
    scale = Scale(middle - span / 2, middle + span / 2)
    drawn = [
        *headings(roles),
        *scale.lines(roles, TOP, height - BOTTOM),
        *(part for i, each in enumerate(standings) for part in row(each, i, scale, roles)),
    ]
    style = f"<style>{style_sheet(Look(), '.outwit-standings')}</style>" if theme == AUTO else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="outwit-standings" viewBox="0 0 {WIDTH} '
        f'{height}" width="{WIDTH}" height="{height}" font-family="{FONT}" font-size="{SIZE}" '
        f'role="img" aria-label="Standings">{style}'
        f'<rect width="{WIDTH}" height="{height}" fill="{roles["table"]}"/>{"".join(drawn)}</svg>'
    )


class Scale:
    """Where ratings stand, from the left."""

    def __init__(self, low: float, high: float) -> None:
        self.low = low
        self.high = high

    def place(self, elo: float) -> float:
        """Return how far to the right a rating stands."""
        return ELO + (ELO_END - ELO) * (elo - self.low) / (self.high - self.low)

    def lines(self, roles: dict[str, str], top: int, bottom: int) -> list[str]:
        """Draw lines at round numbers, with the numbers below."""
        span = self.high - self.low
        step = next((each for each in STEPS if span / each <= MOST_LINES), 0)
        step = step or ceil(span / MOST_LINES / STEPS[-1]) * STEPS[-1]
        drawn = []
        for number in range(ceil(self.low / step), int(self.high // step) + 1):
            x = f"{self.place(number * step):.1f}"
            shown = f"{number * step:+d}".replace("-", "\N{MINUS SIGN}") if number else "0"
            dashes = "" if number == 0 else ' stroke-dasharray="2 4"'
            drawn += [
                f'<path d="M{x} {top}V{bottom}" stroke="{roles["line"]}"{dashes}/>',
                text(shown, x, bottom + 20, roles["soft"], "middle"),
            ]
        return drawn


def headings(roles: dict[str, str]) -> list[str]:
    """Write what the columns are."""
    y, soft = TOP - 16, roles["soft"]
    return [
        text("player", NAME, y, soft),
        text("won · drawn · lost", BAR, y, soft),
        text("points", POINTS, y, soft, "end"),
        text("Elo, with 95 % intervals", ELO_END, y, soft, "end"),
    ]


def row(standing: Standing, number: int, scale: Scale, roles: dict[str, str]) -> list[str]:
    """Draw the row of a player."""
    middle = TOP + ROW * number + ROW / 2
    base = f"{middle + SIZE / 3:.1f}"
    drawn = [
        text(fit(standing.name, LONGEST_NAME).rstrip(), NAME, base, roles["ink"]),
        text(f"{standing.points:g}", POINTS, base, roles["ink"], "end"),
    ]
    parts = (
        (standing.wins, roles["target"], "#ffffff"),
        (standing.draws, roles["stone_light"], "#2d241c"),
        (standing.losses, roles["danger"], "#ffffff"),
    )
    x: float = BAR
    for count, fill, ink in parts:
        wide = (BAR_END - BAR) * count / max(1, standing.games)
        if count:
            drawn.append(
                f'<rect x="{x:.1f}" y="{middle - 10:.1f}" width="{wide:.1f}" height="20" '
                f'fill="{fill}"/>'
            )
        if wide >= max(ROOM, 9 * len(str(count))):
            drawn.append(text(f"{count}", f"{x + wide / 2:.1f}", base, ink, "middle"))
        x += wide
    low, high, elo = (scale.place(each) for each in (standing.low, standing.high, standing.elo))
    note = f"{standing.elo:+.0f} [{standing.low:+.0f}, {standing.high:+.0f}]"
    drawn.append(
        f'<g stroke="{roles["hint"]}" stroke-width="2"><title>{note}</title>'
        f'<path d="M{low:.1f} {middle:.1f}H{high:.1f}M{low:.1f} {middle - 5:.1f}v10'
        f'M{high:.1f} {middle - 5:.1f}v10"/>'
        f'<circle cx="{elo:.1f}" cy="{middle:.1f}" r="4.5" fill="{roles["hint"]}"/></g>'
    )
    return drawn


def text(words: str, x: float | str, y: float | str, fill: str, anchor: str = "start") -> str:
    """Write a line of words."""
    return f'<text x="{x}" y="{y}" fill="{fill}" text-anchor="{anchor}">{escape(words)}</text>'
