"""The squares of a board as characters, in colour or without."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from outwit.core.board import Square
from outwit.core.game import Game
from outwit.core.value import Value
from outwit.drawing.palette import colours, of_side
from outwit.terminal.colour import darker_than, letter_ink, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# Heights of a square in rows; a square of height h is 2h + 1 columns wide.
HEIGHTS = (1, 2, 3, 4, 5)
# The shape of a piece by the height of its square. For each row: the width of the piece, and
# whether its face or side fills the upper half, the lower half or the whole row.
TOKENS = {
    1: ((3, "pill"),),
    2: ((3, "face"), (3, "foot")),
    3: ((3, "top"), (5, "face"), (3, "foot")),
    4: ((5, "top"), (7, "face"), (7, "rim"), (5, "foot")),
    5: ((5, "top"), (7, "body"), (7, "face"), (7, "rim"), (5, "foot")),
}
CORNERS = (("┏", "┓"), ("┗", "┛"))
# Characters on both sides of a square's character in a display without colour.
BRACKETS = {
    "cursor": "[]",
    "selected": "<>",
    "danger": "!!",
    "hint": "**",
    "target": "••",
    "last": "--",
}
# Share of the frame's colour in the wood, by theme.
DARKER = {"light": 0.25, "dark": 0.1}
# Additional share in marked squares.
MARKED = 0.3
# Prefix of the mark of a hint's click; the number of the click follows.
STEP_OF_HINT = "click "
OBSTACLE = "▒"
PLAIN_OBSTACLE = "#"
PLAIN_MARK = "+"
EMPTY = "·"
TARGET = "•"


class Marks(Value):
    """The marks shown on a board, by the names of squares."""

    cursor: str = ""
    selected: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()
    # Squares on which a move can begin.
    beginnings: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()
    # The squares of a hint in clicking order.
    hint: tuple[str, ...] = ()
    danger: frozenset[str] = frozenset()

    def of(self, name: str) -> tuple[str, ...]:
        """Return the marks of a square, the most important first."""
        found = {
            "cursor": name == self.cursor,
            "selected": name in self.selected,
            "danger": name in self.danger,
            "hint": name in self.hint,
            "target": name in self.targets,
            "beginning": name in self.beginnings,
            "last": name in self.last,
        }
        marks = tuple(mark for mark, holds in found.items() if holds)
        if len(self.hint) < 2:
            return marks
        steps = (at for at, each in enumerate(self.hint, 1) if each == name)
        return (*marks, *(f"{STEP_OF_HINT}{at}" for at in steps))


class Cell:
    """The characters of a square, each with its colours; ``""`` leaves a colour to the terminal."""

    def __init__(self, height: int, background: str) -> None:
        self.height = height
        self.width = 2 * height + 1
        self.background = background
        self.rows = [
            [(" ", "", background, False) for _ in range(self.width)] for _ in range(height)
        ]

    def put(
        self, row: int, column: int, text: str, ink: str, ground: str = "", *, bold: bool = False
    ) -> None:
        """Write a text; without ``ground`` the background stays."""
        for at, character in enumerate(text, column):
            if 0 <= at < self.width:
                self.rows[row][at] = (character, ink, ground or self.background, bold)

    def centre(self, text: str, ink: str, ground: str = "", *, bold: bool = False) -> None:
        """Write a text in the middle."""
        self.put(self.middle, (self.width - len(text)) // 2, text, ink, ground, bold=bold)

    @property
    def middle(self) -> int:
        """Return the row of a piece's face."""
        return (self.height - 1) // 2

    def lines(self) -> list[list[Segment]]:
        """Return the rows; neighbours of the same style are one segment."""
        return [list(_joined(row)) for row in self.rows]


class Painter:
    """Paints the squares of one game in one theme and size.

    ``plain`` does without colour; ``coarse`` is for terminals with 256 colours.
    """

    def __init__(
        self, game: Game, theme: str, height: int, *, plain: bool = False, coarse: bool = False
    ) -> None:
        look = game.parts.look
        self.signs = look.signs
        self.colours = colours(look, theme)
        self.sides = tuple(of_side(self.colours, side) for side in (0, 1))
        # Pieces have no outline on a terminal, so the wood is darker than in pictures.
        frame = Color.parse(self.colours["frame"])
        light, dark = (
            Color.parse(self.colours[role]).blend(frame, DARKER[theme])
            for role in ("square_light", "square_dark")
        )
        marked = [wood.blend(frame, MARKED) for wood in (light, dark)]
        self.frame = frame.hex6
        if coarse:
            dark = Color.parse(darker_than(light.hex6, dark.hex6))
            marked = [Color.parse(darker_than(dark.hex6, marked[1].hex6))] * 2
            self.frame = darker_than(marked[1].hex6, frame.hex6)
        self.wood = light, dark
        self.marked = marked
        self.coarse = coarse
        # Colours of unmarked squares on terminals with 256 colours.
        self.unmarked = {number(each.hex6) for each in (*self.wood, *marked)}
        self.height = height
        self.plain = plain
        self.glyphs = _glyphs(game)
        self.kept: dict[tuple[object, ...], list[list[Segment]]] = {}

    def cell(self, square: Square, marks: Marks) -> list[list[Segment]]:
        """Return the rows of a square."""
        shown = marks.of(square.name)
        parity = (square.row + square.column) % 2
        key = (
            None if square.piece is None else square.piece.letter,
            square.level,
            square.value,
            square.obstacle,
            square.mark,
            parity,
            shown,
        )
        found = self.kept.get(key)
        if found is None:
            paint = self._plain if self.plain else self._coloured
            found = self.kept[key] = paint(square, parity, shown).lines()
        return found

    def _coloured(self, square: Square, parity: int, shown: tuple[str, ...]) -> Cell:
        cell = Cell(self.height, self._ground(square, parity, shown))
        ink = self._ink(cell.background)
        note = str(square.value or square.level or "")
        if square.piece is not None:
            self._token(cell, square)
            if "target" in shown:
                self._frame(cell, self.colours["target"])
        elif square.obstacle:
            self._block(cell, self.signs.get(square.obstacle, ""))
            note = ""
        elif "target" in shown:
            cell.centre("●", self.colours["target"], bold=True)
        elif square.value:
            cell.centre(note, ink, bold="beginning" in shown)
            note = ""
        elif square.mark in self.signs:
            cell.centre(self.signs[square.mark], self.colours["frame_edge"])
        elif "beginning" in shown:
            cell.centre(EMPTY, ink, bold=True)
        if "cursor" in shown:
            self._frame(cell, ink)
        if note:
            cell.put(cell.height - 1, 0, note, ink, bold=True)
        self._steps(cell, ink, shown)
        return cell

    def _steps(self, cell: Cell, ink: str, shown: tuple[str, ...]) -> None:
        """Write the numbers of a hint's clicks on a square at its right edge."""
        clicks = "".join(
            mark.removeprefix(STEP_OF_HINT) for mark in shown if mark.startswith(STEP_OF_HINT)
        )
        cell.put(0, cell.width - len(clicks), clicks, ink, bold=True)

    def _ink(self, ground: str) -> str:
        """Return the colour for numbers and the cursor: dark or light, whichever contrasts more."""
        bright = Color.parse(ground).brightness
        inks = (self.colours["second_edge"], self.colours["ink"])
        return max(inks, key=lambda ink: abs(Color.parse(ink).brightness - bright))

    def _ground(self, square: Square, parity: int, shown: tuple[str, ...]) -> str:
        """Return the colour of a square: wood, or stone, which is brighter with its height."""
        ground = self.wood[parity]
        if square.obstacle:
            ground = Color.parse(self.colours["stone"])
        elif square.level:
            storey = Color.parse(self.colours["stone"])
            storey = storey.blend(Color.parse("#ffffff"), min(0.3 * square.level, 1.0))
            ground = storey.blend(ground, 0.15)
        elif square.mark:
            ground = self.marked[parity]
        for mark, role, share in (
            ("last", "accent", 0.35),
            ("target", "target", 0.2),
            ("hint", "hint", 0.6),
            ("danger", "danger", 0.6),
            ("selected", "accent", 0.8),
        ):
            if mark in shown:
                ground = self._blend(ground, Color.parse(self.colours[role]), share)
        return ground.hex6

    def _blend(self, ground: Color, mark: Color, share: float) -> Color:
        """Blend a mark into a background; increase the share until the change is visible."""
        blended = ground.blend(mark, share)
        while self.coarse and share < 1 and number(blended.hex6) in self.unmarked:
            share += 0.1
            blended = ground.blend(mark, min(share, 1.0))
        return blended

    def _token(self, cell: Cell, square: Square) -> None:
        """Draw a piece as a round stone with its glyph, lit from above."""
        assert square.piece is not None
        side = self.sides[square.piece.owner]
        body, shade = side["body"], side["shade"]
        for row, (width, part) in enumerate(TOKENS[cell.height]):
            left = (cell.width - width) // 2
            if part == "pill":
                cell.put(row, left, "▐", body)
                cell.put(row, left + 2, "▌", body)
                cell.put(row, left + 1, " ", body, body)
            elif part == "top":
                cell.put(row, left, "▄" * width, body)
            elif part == "foot":
                cell.put(row, left, "▀" * width, shade)
            elif part == "rim":
                cell.put(row, left, "▀" * width, body, shade)
            else:
                cell.put(row, left, " " * width, body, body)
        ink = letter_ink(side, square.piece.owner)
        cell.centre(self.glyphs[square.piece.letter], ink, body, bold=True)

    def _frame(self, cell: Cell, ink: str) -> None:
        """Mark the corners of a square."""
        last = cell.width - 1
        if cell.height == 1:
            cell.put(0, 0, "[", ink, bold=True)
            cell.put(0, last, "]", ink, bold=True)
            return
        for row, (left, right) in zip((0, cell.height - 1), CORNERS, strict=True):
            cell.put(row, 0, left, ink, bold=True)
            cell.put(row, last, right, ink, bold=True)

    def _block(self, cell: Cell, sign: str) -> None:
        """Fill a square with stone, lit from above."""
        dark = self.colours["stone_dark"]
        if cell.height == 1:
            cell.put(0, 0, " " * cell.width if sign else OBSTACLE * cell.width, dark)
        else:
            cell.put(0, 0, "▔" * cell.width, self.colours["stone_light"])
            cell.put(cell.height - 1, 0, "▂" * cell.width, dark)
        cell.centre(sign, dark, bold=True)

    def _plain(self, square: Square, parity: int, shown: tuple[str, ...]) -> Cell:
        """Draw a square with characters only."""
        cell = Cell(self.height, "")
        note = str(square.value or square.level or "")
        if square.piece is not None:
            text = self.glyphs[square.piece.letter]
        elif square.obstacle:
            text = self.signs.get(square.obstacle, PLAIN_OBSTACLE)
        elif "target" in shown:
            text = TARGET
        elif square.mark:
            text = self.signs.get(square.mark, PLAIN_MARK)
        else:
            text = EMPTY
        if square.obstacle and cell.height > 1:
            for row in range(cell.height):
                cell.put(row, 1, text * (cell.width - 2), "")
        cell.centre(text, "", bold=square.piece is not None)
        middle = cell.middle
        if note:
            at = 0 if cell.height == 1 else cell.width // 2 - 1
            cell.put(middle, at, note, "")
        for mark, pair in BRACKETS.items():
            if mark in shown and not (mark == "target" and square.piece is None):
                cell.put(middle, 0, pair[0] if cell.height > 1 or not note else note, "", bold=True)
                cell.put(middle, cell.width - 1, pair[1], "", bold=True)
                break
        self._steps(cell, "", shown)
        return cell


def fitting_height(rows: int, columns: int, width: int, height: int) -> int:
    """Return the height of the largest squares with which a board fits into a space; at least 1.

    >>> fitting_height(9, 9, 60, 19), fitting_height(25, 25, 60, 19)
    (2, 1)
    """
    fitting = [
        tall for tall in HEIGHTS if rows * tall <= height and columns * (2 * tall + 1) <= width
    ]
    return fitting[-1] if fitting else HEIGHTS[0]


def _glyphs(game: Game) -> dict[str, str]:
    """Return a character for each piece by its letter; the sides have different characters."""
    chosen = game.parts.look.glyphs
    glyphs = {piece.letter: chosen.get(piece.letter, piece.letter) for piece in game.pieces}
    taken = list(glyphs.values())
    return {
        letter: glyph if taken.count(glyph) == 1 else letter for letter, glyph in glyphs.items()
    }


def _joined(row: list[tuple[str, str, str, bool]]) -> Iterable[Segment]:
    for style, found in groupby(row, key=itemgetter(1, 2, 3)):
        yield Segment("".join(part[0] for part in found), _style(*style))


def _style(ink: str, ground: str, bold: bool) -> Style:
    return Style(color=ink or None, bgcolor=ground or None, bold=bold)
