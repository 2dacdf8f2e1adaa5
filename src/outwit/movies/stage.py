"""The layout of a film: players, board, evaluation bar, caption. All of it is SVG."""

from __future__ import annotations

from html import escape

from outwit.core.side import SIDES, Side
from outwit.core.value import Value
from outwit.drawing.palette import SIDES as SIDE_NAMES
from outwit.drawing.palette import colours
from outwit.drawing.svg import sketch
from outwit.drawing.view import View
from outwit.errors import UsageError
from outwit.movies.evaluation import EVEN
from outwit.movies.film import Film, Scene
from outwit.movies.lettering import fit, name_or, shrink, width
from outwit.records.record import DRAWN, FIRST_WON, SECOND_WON

THEMES = ("light", "dark")
SMALLEST, LARGEST = 160, 2160
# Lengths below are for a board of this many pixels.
USUAL = 640
PADDING, STRIP, CAPTION, BAR, GAP = 20, 58, 66, 16, 12
# However narrow a board is, names need this much.
NARROWEST = 420
# The size of letters: names, moves, small things beside them, clocks.
NAMES, MOVES, SMALL, FIGURES = 21, 19, 17, 20
FONT = "DejaVu Sans"
RESULTS = {FIRST_WON: ("1", "0"), SECOND_WON: ("0", "1"), DRAWN: ("½", "½")}


class Style(Value):
    """How a film looks: ``size`` is the longer side of its board in pixels."""

    size: int = USUAL
    theme: str = "light"
    flipped: bool = False

    def check(self) -> Style:
        """Return the style; raise UsageError if it cannot be."""
        if not SMALLEST <= self.size <= LARGEST:
            raise UsageError(f"size: {self.size} is not from {SMALLEST} to {LARGEST}")
        if self.theme not in THEMES:
            raise UsageError(f"theme {self.theme[:40]!r} is not one of {', '.join(THEMES)}")
        return self


class Box(Value):
    """A rectangle of pixels."""

    x: int
    y: int
    width: int
    height: int


class Part(Value):
    """A piece of a picture that is drawn by itself, over everything else in its box."""

    box: Box
    body: str


class Stage:
    """The layout of a film's scenes; sizes are even, as video needs them."""

    def __init__(self, film: Film, style: Style) -> None:
        self.film = film
        self.style = style.check()
        self.unit = style.size / USUAL
        self.roles = colours(film.game.parts.look, style.theme)
        self.view = View(size=style.size, theme=style.theme, flipped=style.flipped)
        board = sketch(next(film.scenes()).position, self.view)
        scale = style.size / max(board.width, board.height)
        across, high = (round(side * scale) for side in (board.width, board.height))
        px = self.pixels
        bar = px(BAR) + px(GAP) if film.has_scores else 0
        inside = max(across + bar, px(NARROWEST))
        self.width = even(inside + 2 * px(PADDING))
        left = (self.width - across - bar) // 2
        top = px(PADDING) // 2 + px(STRIP)
        self.board = Box(left + bar, top, across, high)
        self.bar = Box(left, top, px(BAR), high)
        self.strips = (
            Box(0, top + high, self.width, px(STRIP)),
            Box(0, top - px(STRIP), self.width, px(STRIP)),
        )
        bottom = top + high + px(STRIP)
        self.height = even(bottom + px(CAPTION))
        self.caption = Box(0, bottom, self.width, self.height - bottom)
        # The room for clocks and points, at the right of a strip.
        figures = ["99:59:59"] * film.has_clocks + ["½"] * (film.result in RESULTS)
        wide = [width(text, FIGURES * self.unit, bold=True) + 30 * self.unit for text in figures]
        self.plates = sum(wide) + px(PADDING) if wide else 0.0
        self.names = self._names()

    def pixels(self, length: float) -> int:
        """Return a length in whole pixels."""
        return max(1, round(length * self.unit))

    def cut(self, box: Box, body: str) -> str:
        """Return a rectangle of the picture as SVG."""
        view = f"{box.x} {box.y} {box.width} {box.height}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{box.width}" '
            f'height="{box.height}" font-family="{FONT}">'
            f"{self.fill(box, 'table')}{body}</svg>"
        )

    def parts(self, scene: Scene) -> list[Part]:
        """Return everything but the board."""
        parts = [Part(self.caption, self.words(scene))]
        for side in SIDES:
            strip, wide = self._strip(side), round(self.plates)
            names = strip.replace(width=strip.width - wide)
            parts.append(Part(names, self.player(scene, side)))
            if wide:
                right = strip.replace(x=names.width, width=wide)
                parts.append(Part(right, self.figures(scene, side)))
        if self.film.has_scores:
            parts.append(Part(self.bar, self.balance(scene)))
        return parts

    def player(self, scene: Scene, side: Side) -> str:
        """Draw a player: whether it is their turn, colour, name."""
        u, box, roles = self.unit, self._strip(side), self.roles
        middle = box.y + box.height / 2
        left = box.x + self.pixels(PADDING)
        is_active = self.is_active(scene, side)
        drawn = []
        if is_active:
            drawn.append(
                f'<rect x="{left:.1f}" y="{middle - 14 * u:.1f}" width="{4 * u:.1f}" '
                f'height="{28 * u:.1f}" rx="{2 * u:.1f}" fill="{roles["accent"]}"/>'
            )
        drawn.append(self.token(side, left + 24 * u, middle))
        name, label = self.names[side]
        ink = roles["ink" if is_active else "soft"]
        drawn.append(
            f'<text x="{left + 46 * u:.1f}" y="{middle + 7.5 * u:.1f}" font-size="{NAMES * u:.1f}" '
            f'font-weight="bold" fill="{ink}">{escape(name)}</text>'
        )
        if label:
            x = left + 46 * u + width(name, NAMES * u, bold=True) + 11 * u
            drawn.append(
                f'<text x="{x:.1f}" y="{middle + 7.5 * u:.1f}" font-size="{SMALL * u:.1f}" '
                f'fill="{roles["soft"]}">{escape(label)}</text>'
            )
        return "".join(drawn)

    def figures(self, scene: Scene, side: Side) -> str:
        """Draw the clock of a player, and at the end the points."""
        u, box = self.unit, self._strip(side)
        middle, right = box.y + box.height / 2, float(box.width - self.pixels(PADDING))
        drawn = []
        for text in (self.points(scene, side), scene.clocks[side]):
            if text:
                wide = width(text, FIGURES * u, bold=True) + 22 * u
                drawn.append(
                    self.plate(text, right - wide, middle, wide, self.is_active(scene, side))
                )
                right -= wide + 8 * u
        return "".join(drawn)

    def points(self, scene: Scene, side: Side) -> str:
        """Return a player's points, empty before the end."""
        return RESULTS.get(self.film.result, ("", ""))[side] if scene.ending else ""

    def is_active(self, scene: Scene, side: Side) -> bool:
        """Tell whether it is a player's turn; at the end, whether they have scored."""
        if scene.ending:
            return self.points(scene, side) in ("1", "½")
        return scene.position.turn == side

    def token(self, side: Side, x: float, y: float) -> str:
        """Draw the sign of a side: light and round, or dark and square."""
        u, name = self.unit, SIDE_NAMES[side]
        paint = (
            f'fill="{self.roles[f"{name}_body"]}" stroke="{self.roles["soft"]}" '
            f'stroke-width="{1.5 * u:.2f}"'
        )
        if not side:
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{11 * u:.1f}" {paint}/>'
        return (
            f'<rect x="{x - 10.5 * u:.1f}" y="{y - 10.5 * u:.1f}" width="{21 * u:.1f}" '
            f'height="{21 * u:.1f}" rx="{4.5 * u:.1f}" {paint}/>'
        )

    def plate(self, text: str, x: float, y: float, wide: float, is_active: bool) -> str:
        """Draw a clock, or the points of a player."""
        u, roles = self.unit, self.roles
        fill, ink = (roles["ink"], roles["table"]) if is_active else ("none", roles["soft"])
        return (
            f'<rect x="{x:.1f}" y="{y - 17 * u:.1f}" width="{wide:.1f}" height="{34 * u:.1f}" '
            f'rx="{6 * u:.1f}" fill="{fill}" stroke="{roles["soft"]}" '
            f'stroke-width="{(0 if is_active else 1.2) * u:.2f}"/>'
            f'<text x="{x + wide / 2:.1f}" y="{y + 7.2 * u:.1f}" font-size="{FIGURES * u:.1f}" '
            f'font-weight="bold" text-anchor="middle" fill="{ink}">{escape(text)}</text>'
        )

    def words(self, scene: Scene) -> str:
        """Write the move, or how the game ended, and show how far the game is."""
        u, box, roles = self.unit, self.caption, self.roles
        left, right = self.pixels(PADDING), box.width - self.pixels(PADDING)
        base = box.y + 24 * u
        score = "" if scene.evaluation is None else scene.evaluation.text
        drawn = []
        if score:
            drawn.append(
                f'<text x="{right}" y="{base:.1f}" font-size="{SMALL * u:.1f}" text-anchor="end" '
                f'fill="{roles["soft"]}">{escape(score)}</text>'
            )
        x = float(left)
        if scene.number and not scene.ending:
            number = f"{scene.number}."
            drawn.append(
                f'<text x="{x:.1f}" y="{base:.1f}" font-size="{SMALL * u:.1f}" '
                f'fill="{roles["soft"]}">{number}</text>'
            )
            x += width(number, SMALL * u) + 9 * u
        weight = ' font-weight="bold"' if scene.ending else ""
        room = right - x - (width(score, SMALL * u) + 16 * u if score else 0)
        wanted, bold = scene.ending or scene.caption, bool(scene.ending)
        size = shrink(wanted, MOVES * u, room, bold=bold)
        text = fit(wanted, size, room, bold=bold)
        drawn.append(
            f'<text x="{x:.1f}" y="{base:.1f}" font-size="{size:.2f}"{weight} '
            f'fill="{roles["ink"]}">{escape(text)}</text>'
        )
        done = scene.number / max(1, len(self.film.record.moves))
        line = f'y="{base + 17 * u:.1f}" height="{4 * u:.1f}" rx="{2 * u:.1f}"'
        drawn.append(
            f'<rect x="{left}" width="{right - left}" {line} fill="{roles["line"]}" '
            f'opacity=".4"/><rect x="{left}" width="{(right - left) * done:.1f}" {line} '
            f'fill="{roles["accent"]}"/>'
        )
        return "".join(drawn)

    def balance(self, scene: Scene) -> str:
        """Draw the evaluation bar."""
        box = self.bar
        share = EVEN if scene.evaluation is None else scene.evaluation.share
        below, above = (1, 0) if self.style.flipped else (0, 1)
        lower = share if below == 0 else 1 - share
        edge = self.pixels(1.5)
        inside = Box(box.x + edge, box.y + edge, box.width - 2 * edge, box.height - 2 * edge)
        cut = round(inside.height * (1 - lower))
        rest = inside.replace(y=inside.y + cut, height=inside.height - cut)
        middle = Box(box.x, box.y + box.height // 2 - edge // 2, box.width, edge)
        return (
            self.fill(box, "soft")
            + self.fill(inside, f"{SIDE_NAMES[above]}_body")
            + self.fill(rest, f"{SIDE_NAMES[below]}_body")
            + self.fill(middle, "accent")
        )

    def fill(self, box: Box, role: str) -> str:
        """Draw a rectangle."""
        return (
            f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" '
            f'fill="{self.roles[role]}"/>'
        )

    def _strip(self, side: Side) -> Box:
        return self.strips[side ^ self.style.flipped]

    def _names(self) -> tuple[tuple[str, str], ...]:
        """Return each player's name, cut to its room, and the side's name beside it."""
        u = self.unit
        room = self.width - self.pixels(PADDING) - 46 * u - (self.plates or self.pixels(PADDING))
        found = []
        for player, side in zip(self.film.record.players, self.film.game.sides, strict=True):
            name = name_or(player, "")
            label = side if name else ""
            left = room - (width(label, SMALL * u) + 11 * u if label else 0)
            found.append((fit(name or side, NAMES * u, left, bold=True), label))
        return tuple(found)


def even(length: int) -> int:
    """Return the next even number."""
    return length + length % 2
