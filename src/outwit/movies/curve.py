"""The evaluation of a game as a curve."""

from __future__ import annotations

from html import escape

from outwit.drawing.palette import colours
from outwit.drawing.svg import FONT
from outwit.errors import UsageError
from outwit.movies.film import Film
from outwit.movies.lettering import fit, width
from outwit.movies.moments import share_of, swings
from outwit.movies.sheet import heading
from outwit.movies.stage import Style

WIDTH, HEIGHT = 960, 420
# The rectangle of the curve.
LEFT, TOP, RIGHT, BOTTOM = 28, 92, 932, 372
MOST_MARKS = 5
LABEL = 13
# Fewest pixels between two numbers below the curve.
ROOM = 60


def curve_of(film: Film, style: Style) -> str:
    """Return the curve as SVG; raise UsageError if nothing is known about the game."""
    if not film.has_scores:
        raise UsageError("the record has no scores: let the engine make them with --analyse NODES")
    roles = colours(film.game.parts.look, style.check().theme)
    shares = [share_of(evaluation) for evaluation in film.evaluations]
    step = (RIGHT - LEFT) / max(1, len(shares) - 1)
    points = [
        (LEFT + step * number, level(share, style.flipped)) for number, share in enumerate(shares)
    ]
    line = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    below, above = ("second", "first") if style.flipped else ("first", "second")
    drawn = [
        heading(film, roles, WIDTH),
        box(roles[f"{above}_body"]),
        f'<path d="M{LEFT} {BOTTOM}L{line}L{RIGHT} {BOTTOM}Z" fill="{roles[f"{below}_body"]}"/>',
        stroke(f"{LEFT} {(TOP + BOTTOM) / 2}H{RIGHT}", roles["accent"], 'stroke-dasharray="2 5"'),
        stroke(line, roles["accent"], 'stroke-width="2.5" stroke-linejoin="round"'),
        box("none", roles["soft"]),
        *names(film, style, roles),
        *numbers(len(shares) - 1, step, roles["soft"]),
    ]
    drawn += [
        f'<circle cx="{points[swing.number][0]:.1f}" cy="{points[swing.number][1]:.1f}" r="5.5" '
        f'fill="{roles["danger"]}" stroke="{roles["table"]}" stroke-width="2">'
        f"<title>Move {swing.number}: {escape(swing.reason)}</title></circle>"
        for swing in swings(film, MOST_MARKS)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" font-family="{FONT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{roles["table"]}"/>{"".join(drawn)}</svg>'
    )


def level(share: float, flipped: bool) -> float:
    """Return the height of a share of the first side, which is at the bottom unless flipped."""
    return TOP + (BOTTOM - TOP) * (share if flipped else 1 - share)


def stroke(line: str, colour: str, style: str) -> str:
    """Draw a line."""
    return f'<path d="M{line}" fill="none" stroke="{colour}" {style}/>'


def box(fill: str, stroke: str = "none") -> str:
    """Draw the rectangle of the curve."""
    return (
        f'<rect x="{LEFT}" y="{TOP}" width="{RIGHT - LEFT}" height="{BOTTOM - TOP}" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="1.5"/>'
    )


def names(film: Film, style: Style, roles: dict[str, str]) -> list[str]:
    """Write each side's name in its own half, with its colour and shape."""
    drawn = []
    for side, name in enumerate(film.game.sides):
        at_bottom = (side == 0) != style.flipped
        y = BOTTOM - 12 if at_bottom else TOP + 22
        role = ("first", "second")[side]
        text = fit(name, LABEL, 200, bold=True)
        wide = width(text, LABEL, bold=True) + 36
        drawn.append(
            f'<rect x="{LEFT + 8}" y="{y - 15}" width="{wide:.0f}" height="21" rx="5" '
            f'fill="{roles["table"]}"/>'
            f'<rect x="{LEFT + 15}" y="{y - 9.5}" width="10" height="10" rx="{0 if side else 5}" '
            f'fill="{roles[f"{role}_body"]}" stroke="{roles["soft"]}"/>'
            f'<text x="{LEFT + 32}" y="{y}" font-size="{LABEL}" '
            f'font-weight="bold" fill="{roles["ink"]}">{escape(text)}</text>'
        )
    return drawn


def numbers(moves: int, step: float, colour: str) -> list[str]:
    """Write numbers of moves below the curve, as many as there is room for."""
    every = next(
        size * factor
        for factor in (10**power for power in range(12))
        for size in (1, 2, 5)
        if size * factor * step >= ROOM or size * factor >= moves
    )
    return [
        f'<text x="{LEFT + number * step:.1f}" y="{BOTTOM + 22}" font-size="{LABEL}" '
        f'text-anchor="middle" fill="{colour}">{number}</text>'
        for number in range(0, moves + 1, every)
    ]
