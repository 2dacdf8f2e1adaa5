"""A position as SVG."""

from __future__ import annotations

from html import escape
from math import hypot

from outwit.core.board import Board, Square
from outwit.core.position import Position
from outwit.core.value import Value
from outwit.drawing import words
from outwit.drawing.coordinates import column_labels, row_labels
from outwit.drawing.palette import AUTO, style_sheet
from outwit.drawing.studio import ID, Studio, art_id, studio_of
from outwit.drawing.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Unpack

    from outwit.core.look import ViewOptions

# The side of a square, and the frame around the board with and without coordinates.
SIDE = 100
FRAME, NARROW_FRAME = 40, 16
# The size of coordinates. Boards longer than this many squares have larger ones and a wider frame,
# so that they can still be read; but no more than two digits have room for.
COORDINATE, LONG_BOARD, LARGEST = 26, 12, 2.5
FONT = "system-ui,'DejaVu Sans',sans-serif"
# An arrow leaves out this much at its beginning and at its end.
ARROW_START, ARROW_END = 22, 20


class Drawing(Value):
    """A picture without its outermost element: size, definitions and body, in its own units."""

    width: int
    height: int
    definitions: str
    body: str


def draw(position: Position, **options: Unpack[ViewOptions]) -> str:
    """Return a position as SVG; the options are the fields of ``View``.

    The ids are ``square-NAME``, ``piece-NAME`` and ``label-NAME``, a comma in a name written as a
    hyphen. Pieces also say their letter: ``data-piece``.
    """
    view = View(**options)
    drawing = sketch(position, view)
    scale = view.size / max(drawing.width, drawing.height)
    p = escape(view.prefix)
    style = ""
    kind = f"outwit outwit-{position.game.name}"
    if view.theme == AUTO:
        sheet = style_sheet(position.game.parts.look, f".outwit-{position.game.name}")
        style = f"<style>{sheet}</style>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" role="img" '
        f'aria-labelledby="{p}title {p}description" '
        f'viewBox="0 0 {drawing.width} {drawing.height}" '
        f'width="{drawing.width * scale:.0f}" height="{drawing.height * scale:.0f}" '
        f'font-family="{FONT}">'
        f'<title id="{p}title">{escape(view.label or words.title(position))}</title>'
        f'<desc id="{p}description">{escape(words.description(position))}</desc>'
        f"{style}<defs>{drawing.definitions}</defs>{drawing.body}</svg>"
    )


def sketch(position: Position, view: View) -> Drawing:
    """Return the picture of a position, to be set into a larger one.

    Raise UsageError or UnknownSquare if the view does not fit the position.
    """
    return Sketch(position, view.check(position)).drawing()


class Sketch:
    """A picture in the making."""

    def __init__(self, position: Position, view: View) -> None:
        self.position = position
        self.view = view
        self.board: Board = position.board
        self.studio: Studio = studio_of(position.game, view.theme)
        self.prefix = escape(view.prefix)
        longest = max(self.board.rows, self.board.columns)
        self.enlarged = min(LARGEST, max(1.0, longest / LONG_BOARD))
        self.margin = round(FRAME * self.enlarged) if view.coordinates else NARROW_FRAME
        self.width = self.board.columns * SIDE + 2 * self.margin
        self.height = self.board.rows * SIDE + 2 * self.margin
        # The artworks that are used, by id.
        self.used: dict[str, str] = {}

    def drawing(self) -> Drawing:
        """Draw everything, from the frame up to the arrows."""
        view, board, studio = self.view, self.board, self.studio
        under = [(square, studio.under(board, square)) for square in board]
        over = [(square, studio.over(board, square)) for square in board]
        danger = dangers(self.position, view)
        last = self.position.last_move if view.last_move else None
        layers = [
            self.frame(),
            self.layer(under, 0),
            self.marks("last", () if last is None else dict.fromkeys(last.squares)),
            self.marks("selected", view.selected),
            *(self.layer(under, number) for number in range(1, deepest(under))),
            self.marks("danger", danger),
            self.pieces(),
            *(self.layer(over, number) for number in range(deepest(over))),
            self.targets(),
            self.marks("warning", danger),
            self.arrows(),
            self.labels() if view.coordinates else "",
            self.grid(),
        ]
        own = f"{self.prefix}{self.position.game.name}-{view.theme}-"
        art = "".join(f'<g id="{name}">{source}</g>' for name, source in self.used.items())
        return Drawing(
            self.width,
            self.height,
            (studio.definitions + art).replace(ID, own),
            "".join(layers).replace(ID, own),
        )

    def place(self, square: Square) -> tuple[int, int]:
        """Return the top left corner of a square."""
        row, column = square.row, square.column
        if self.view.flipped:
            row, column = self.board.rows - 1 - row, self.board.columns - 1 - column
        return self.margin + SIDE * column, self.margin + SIDE * row

    def use(self, name: str, source: str, square: Square) -> str:
        """Return a copy of an artwork on a square."""
        key = art_id(name)
        self.used[key] = source
        turns = self.view.flipped and name in self.studio.look.turning
        return placed(key, self.place(square), turns=turns)

    def frame(self) -> str:
        """Draw the board's frame."""
        wide, high = self.board.columns * SIDE, self.board.rows * SIDE
        m, roles = self.margin, self.studio.roles
        return (
            f'<rect x="1" y="1" width="{self.width - 2}" height="{self.height - 2}" rx="16" '
            f'fill="{roles["frame"]}" stroke="{roles["frame_edge"]}" stroke-width="2"/>'
            f'<rect x="{m - 2}" y="{m - 2}" width="{wide + 4}" height="{high + 4}" rx="3" '
            f'fill="none" stroke="{roles["frame_edge"]}" stroke-width="4"/>'
        )

    def layer(self, stacks: list[tuple[Square, tuple[str, ...]]], number: int) -> str:
        """Draw one layer of the squares' artwork."""
        return "".join(
            self.use(names[number], self.studio.artwork(names[number]), square)
            for square, names in stacks
            if number < len(names) and names[number]
        )

    def pieces(self) -> str:
        """Draw the pieces, each in a group of its own."""
        drawn = []
        for square in self.board:
            if (piece := square.piece) is not None:
                art = self.use(f"piece-{piece.letter}", self.studio.piece(piece), square)
                drawn.append(
                    f'<g id="{self.prefix}piece-{ident(square)}" class="piece" '
                    f'data-square="{escape(square.name)}" data-piece="{escape(piece.letter)}">'
                    f"{art}</g>"
                )
        return "".join(drawn)

    def marks(self, kind: str, names: Iterable[str]) -> str:
        """Draw an artwork on squares given by name."""
        art = self.studio.artwork(kind)
        return "".join(self.use(kind, art, self.board[name]) for name in names)

    def targets(self) -> str:
        """Draw where the selected piece may go: a dot, or a ring around a piece."""
        drawn = []
        for name in dict.fromkeys(self.view.targets):
            square = self.board[name]
            kind = target_kind(square)
            drawn.append(self.use(kind, self.studio.artwork(kind), square))
        return "".join(drawn)

    def arrows(self) -> str:
        """Draw the arrows."""
        return "".join(self.arrow(*arrow) for arrow in self.view.arrows)

    def arrow(self, origin: str, target: str) -> str:
        """Draw an arrow from the middle of a square to that of another."""
        half = SIDE / 2
        x1, y1 = (at + half for at in self.place(self.board[origin]))
        x2, y2 = (at + half for at in self.place(self.board[target]))
        length = hypot(x2 - x1, y2 - y1)
        if not length:
            return ""
        right, down = (x2 - x1) / length, (y2 - y1) / length
        x1, y1 = x1 + ARROW_START * right, y1 + ARROW_START * down
        x2, y2 = x2 - ARROW_END * right, y2 - ARROW_END * down
        neck = x2 - 30 * right, y2 - 30 * down
        colour = self.studio.roles["hint"]
        head = " ".join(
            f"{x:.1f},{y:.1f}"
            for x, y in (
                (x2, y2),
                (neck[0] + 24 * down, neck[1] - 24 * right),
                (neck[0] - 24 * down, neck[1] + 24 * right),
            )
        )
        return (
            f'<g class="arrow" opacity=".82" fill="{colour}" stroke="{colour}">'
            f'<path d="M{x1:.1f} {y1:.1f}L{neck[0]:.1f} {neck[1]:.1f}" stroke-width="15" '
            f'stroke-linecap="round"/><polygon points="{head}" stroke-width="4" '
            'stroke-linejoin="round"/></g>'
        )

    def labels(self) -> str:
        """Write the coordinates on the frame."""
        drawn = []
        m, ink = self.margin, self.studio.roles["frame_ink"]
        # From the middle of a digit to the line it stands on.
        drop = 9 * self.enlarged
        bottom = m + self.board.rows * SIDE + m / 2 + drop
        for column, label in column_labels(self.board).items():
            shown = self.board.columns - 1 - column if self.view.flipped else column
            drawn.append(self.label(label, "column", m + SIDE * shown + SIDE / 2, bottom))
        for row, label in row_labels(self.board).items():
            shown = self.board.rows - 1 - row if self.view.flipped else row
            drawn.append(self.label(label, "row", m / 2, m + SIDE * shown + SIDE / 2 + drop))
        if not drawn:
            return ""
        size = f"{COORDINATE * self.enlarged:.0f}"
        style = f'font-size="{size}" font-weight="600" text-anchor="middle" aria-hidden="true"'
        return f'<g fill="{ink}" {style}>{"".join(drawn)}</g>'

    def label(self, text: str, kind: str, x: float, y: float) -> str:
        """Write one coordinate."""
        return f'<text id="{self.prefix}label-{kind}-{text}" x="{x:.0f}" y="{y:.0f}">{text}</text>'

    def grid(self) -> str:
        """Lay an invisible square over each square, for clicks and for style sheets."""
        drawn = []
        for square in self.board:
            x, y = self.place(square)
            drawn.append(
                f'<rect id="{self.prefix}square-{ident(square)}" class="square" '
                f'data-square="{escape(square.name)}" x="{x}" y="{y}" width="{SIDE}" '
                f'height="{SIDE}"/>'
            )
        return f'<g fill="none" pointer-events="all">{"".join(drawn)}</g>'


def dangers(position: Position, view: View) -> tuple[str, ...]:
    """Return the squares to warn of."""
    if view.danger is not None:
        return tuple(view.danger)
    find = position.game.parts.look.danger
    return () if find is None else find(position)


def target_kind(square: Square) -> str:
    """Return the name of the artwork that marks a square as a target."""
    return "capture" if square.piece or square.obstacle or square.level else "target"


def placed(art: str, corner: tuple[int, int], *, turns: bool) -> str:
    """Return a copy of an artwork, by its id, on the square with a top left corner."""
    x, y = corner
    turn = f' transform="rotate(180 {x + SIDE // 2} {y + SIDE // 2})"' if turns else ""
    return f'<use href="#{art}" x="{x}" y="{y}"{turn}/>'


def ident(square: Square) -> str:
    """Return the name of a square as part of an id."""
    return escape(square.name.replace(",", "-"))


def deepest(stacks: list[tuple[Square, tuple[str, ...]]]) -> int:
    """Return the number of layers."""
    return max((len(names) for _, names in stacks), default=0)
