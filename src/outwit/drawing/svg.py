"""A position as SVG."""

from __future__ import annotations

from functools import cached_property
from html import escape
from math import hypot

from outwit.core.board import Board, Square
from outwit.core.piece import Piece
from outwit.core.position import Position
from outwit.core.value import Value
from outwit.drawing import words
from outwit.drawing.boardstyle import CLASSIC
from outwit.drawing.ground import SIDE, ground_of
from outwit.drawing.palette import AUTO, PAGE, style_sheet
from outwit.drawing.studio import ID, Layer, Studio, art_id, studio_of
from outwit.drawing.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Unpack

    from outwit.core.look import ViewOptions

FONT = "system-ui,'DejaVu Sans',sans-serif"
# An arrow leaves out this much at its beginning and at its end.
ARROW_START, ARROW_END = 22, 20


class Drawing(Value):
    """A picture without its outermost element: size, definitions and layers, in its own units."""

    width: int
    height: int
    definitions: str
    layers: tuple[str, ...]

    @property
    def body(self) -> str:
        """Return the layers, the lowest first."""
        return "".join(self.layers)


def draw(position: Position, **options: Unpack[ViewOptions]) -> str:
    """Return a position as SVG; the options are the fields of ``View``.

    The ids are ``square-NAME``, ``piece-NAME`` and ``label-NAME``, a comma in a name written as a
    hyphen. Pieces also say their letter: ``data-piece``.
    """
    return Subject(position).draw(View(**options))


class Subject:
    """A position to be drawn once or more: what all its pictures share is worked out once."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.title = words.title(position)
        self.description = escape(words.description(position))

    @cached_property
    def last(self) -> tuple[str, ...]:
        """Return the squares of the last move."""
        last = self.position.last_move
        return () if last is None else tuple(dict.fromkeys(last.squares))

    def draw(self, view: View) -> str:
        """Return the position as SVG; raise UsageError or UnknownSquare for a wrong view."""
        return "".join(self.parts(view))

    def parts(self, view: View) -> tuple[str, ...]:
        """Return the position as SVG in parts, of which most are the same from move to move.

        All pictures of a game have the same number of parts.
        """
        drawing = Sketch(self.position, view.check(self.position), self).drawing()
        scale = view.size / max(drawing.width, drawing.height)
        p = escape(view.prefix)
        style = ""
        game = self.position.game
        if view.theme == AUTO:
            sheet = style_sheet(game.parts.look, f".outwit-{game.name}", view.style)
            style = f"<style>{sheet}</style>"
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="outwit outwit-{game.name}" role="img" '
            f'aria-labelledby="{p}title {p}description" '
            f'viewBox="0 0 {drawing.width} {drawing.height}" '
            f'width="{drawing.width * scale:.0f}" height="{drawing.height * scale:.0f}" '
            f'font-family="{FONT}">'
            f'<title id="{p}title">{escape(view.label or self.title)}</title>'
            f'<desc id="{p}description">{self.description}</desc>'
            f"{style}"
        )
        return head, f"<defs>{drawing.definitions}</defs>", *drawing.layers, "</svg>"


def sketch(position: Position, view: View) -> Drawing:
    """Return the picture of a position, to be set into a larger one.

    Raise UsageError or UnknownSquare if the view does not fit the position.
    """
    return Sketch(position, view.check(position)).drawing()


class Sketch:
    """A picture in the making."""

    def __init__(self, position: Position, view: View, subject: Subject | None = None) -> None:
        self.position = position
        self.view = view
        self.subject = subject or Subject(position)
        self.board: Board = position.board
        self.studio: Studio = studio_of(position.game, view.theme, view.style)
        self.ground = ground_of(
            self.board, view.prefix, flipped=view.flipped, coordinates=view.coordinates
        )
        # How its ids begin.
        own = view.theme if view.style == CLASSIC else f"{view.theme}-{view.style}"
        self.prefix = f"{self.ground.prefix}{position.game.name}-{own}-"
        # The artworks that are used, by id.
        self.used: dict[str, str] = {}
        # By name: how a copy begins, and how it ends on each square.
        self.known: dict[str, tuple[str, dict[tuple[int, int], str]]] = {}

    def drawing(self) -> Drawing:
        """Draw everything, from the frame up to the arrows."""
        view, board, studio = self.view, self.board, self.studio
        under, over = studio.stacks(board)
        danger = dangers(self.position, view)
        layers = (
            self.frame(),
            self.layer(under[0]) if under else "",
            self.own(
                self.marks("last", self.subject.last if view.last_move else ())
                + self.marks("selected", view.selected)
            ),
            "".join([self.layer(names) for names in under[1:]]),
            self.own(self.marks("danger", danger) + self.pieces()),
            "".join([self.layer(names) for names in over]),
            self.own(self.targets() + self.marks("warning", danger) + self.arrows()),
            self.labels(),
            self.ground.grid,
        )
        used = self.used
        if view.theme == PAGE:
            # There one picture follows another: their definitions should be the same.
            used = dict(sorted((used | studio.usual).items()))
        definitions = studio.defined(used, self.prefix)
        return Drawing(self.ground.width, self.ground.height, definitions, layers)

    def own(self, drawn: str) -> str:
        """Return what is drawn with this picture's own ids."""
        return drawn.replace(ID, self.prefix)

    def place(self, square: Square) -> tuple[int, int]:
        """Return the top left corner of a square."""
        return self.ground.corners[square.row, square.column]

    def use(self, name: str, square: Square, piece: Piece | None = None) -> str:
        """Return a copy of an artwork, or of a piece's, on a square."""
        known = self.known.get(name)
        if known is None:
            key, studio = art_id(name), self.studio
            self.used[key] = studio.artwork(name) if piece is None else studio.piece(piece)
            turns = self.view.flipped and name in studio.look.turning
            there = self.ground.turned if turns else self.ground.upright
            known = self.known[name] = f'<use href="#{key}"', there
        return known[0] + known[1][square.row, square.column]

    def frame(self) -> str:
        """Draw the board's frame."""
        wide, high = self.board.columns * SIDE, self.board.rows * SIDE
        m, roles, ground = self.ground.margin, self.studio.roles, self.ground
        return (
            f'<rect x="1" y="1" width="{ground.width - 2}" height="{ground.height - 2}" rx="16" '
            f'fill="{roles["frame"]}" stroke="{roles["frame_edge"]}" stroke-width="2"/>'
            f'<rect x="{m - 2}" y="{m - 2}" width="{wide + 4}" height="{high + 4}" rx="3" '
            f'fill="none" stroke="{roles["frame_edge"]}" stroke-width="4"/>'
        )

    def layer(self, names: Layer) -> str:
        """Draw one layer of the squares' artwork; most are the same from move to move."""
        key = self.ground, names
        kept = self.studio.layers.get(key)
        if kept is None:
            before, self.used = self.used, {}
            self.known.clear()
            pairs = zip(self.board, names, strict=True)
            drawn = "".join([self.use(name, square) for square, name in pairs if name])
            kept = self.own(drawn), self.used
            self.used = before
            self.known.clear()
            self.studio.keep(key, kept)
        self.used |= kept[1]
        return kept[0]

    def pieces(self) -> str:
        """Draw the pieces, each in a group of its own."""
        kept = self.studio.groups_on(self.ground)
        drawn, seen = [], set()
        for square in self.board:
            if (piece := square.piece) is not None:
                if piece.letter not in seen:
                    seen.add(piece.letter)
                    self.used[art_id(f"piece-{piece.letter}")] = self.studio.piece(piece)
                group = kept.get((square.name, piece.letter))
                if group is None:
                    group = kept[square.name, piece.letter] = self.group(square, piece)
                drawn.append(group)
        return "".join(drawn)

    def group(self, square: Square, piece: Piece) -> str:
        """Draw one piece."""
        art = self.use(f"piece-{piece.letter}", square, piece)
        start = self.ground.pieces[square.name]
        return self.own(f'{start}{escape(piece.letter)}">{art}</g>')

    def marks(self, kind: str, names: Iterable[str]) -> str:
        """Draw an artwork on squares given by name."""
        return "".join([self.use(kind, self.board[name]) for name in names])

    def targets(self) -> str:
        """Draw where the selected piece may go: a dot, or a ring around a piece."""
        drawn = []
        for name in dict.fromkeys(self.view.targets):
            square = self.board[name]
            drawn.append(self.use(target_kind(square), square))
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
        labels = self.ground.labels
        return f'<g fill="{self.studio.roles["frame_ink"]}"{labels}' if labels else ""


def dangers(position: Position, view: View) -> tuple[str, ...]:
    """Return the squares to warn of."""
    if view.danger is not None:
        return tuple(view.danger)
    find = position.game.parts.look.danger
    return () if find is None else find(position)


def target_kind(square: Square) -> str:
    """Return the name of the artwork that marks a square as a target."""
    return "capture" if square.piece or square.obstacle or square.level else "target"
