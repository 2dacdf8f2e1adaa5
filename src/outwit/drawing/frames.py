"""Positions for pages that step through games: what is where, layer by layer.

A page draws the artworks and the empty board once. A position is then a ``Frame``, and a move is
the difference of two.
"""

from __future__ import annotations

from outwit.core.board import Board
from outwit.core.game import Game
from outwit.core.piece import Piece
from outwit.core.position import Position
from outwit.core.value import Value
from outwit.drawing.boardstyle import CLASSIC
from outwit.drawing.palette import AUTO
from outwit.drawing.studio import ID, art_id, studio_of
from outwit.drawing.svg import Sketch, dangers, target_kind
from outwit.drawing.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

PLAIN = View()
# A layer of the picture and a square, both as numbers; a higher layer covers a lower one.
Cell = tuple[int, int]
# The ids of the artworks in the cells that are not empty.
Frame = dict[Cell, str]

# The layers in the order in which ``svg`` draws them. A game's own come in between: its first
# under the piece is GROUND, the others count up from UNDER; those over the piece from OVER.
GROUND, LAST, SELECTED, UNDER, DANGER, PIECE = 0, 1, 2, 10, 100, 200
OVER, TARGETS, WARNING = 300, 400, 500


class Backdrop(Value):
    """An empty board: size, frame, coordinates upright and flipped, corners of the squares."""

    width: int
    height: int
    frame: str
    labels: str
    flipped_labels: str
    corners: tuple[tuple[int, int], ...]


class FrameMaker:
    """Makes frames of a game's positions, and keeps the artworks that they use."""

    def __init__(self, game: Game, theme: str = AUTO, style: str = CLASSIC) -> None:
        self.studio = studio_of(game, theme, style)
        self.own = f"{game.name}-{theme}-"
        self.plain = View(theme=theme, style=style)
        # The ids of artworks by their names, and the artworks by their ids.
        self._ids: dict[str, str] = {}
        self._art: dict[str, str] = {}
        # The cells of a square, by its number, what its look names, and its piece.
        self._stacks: dict[tuple[object, ...], Frame] = {}

    @property
    def definitions(self) -> str:
        """Return the artworks of all frames so far, as SVG definitions."""
        art = "".join(f'<g id="{name}">{source}</g>' for name, source in self._art.items())
        return self.studio.definitions.replace(ID, self.own) + art

    @property
    def turning(self) -> tuple[str, ...]:
        """Return the ids of the artworks that turn with a flipped board."""
        return tuple(art_id(name).replace(ID, self.own) for name in self.studio.look.turning)

    def frame(self, position: Position, last: Iterable[str] = (), view: View = PLAIN) -> Frame:
        """Return the frame of a position; ``last`` are the squares of the move before it.

        Of the view, only what is marked on squares matters.
        """
        studio, board, cells = self.studio, position.board, Frame()
        look_under, look_over, known = studio.under, studio.over, self._stacks
        marks = self._marks(position, last, view)
        # A report makes a frame of every move, so squares seen before are copied as a whole.
        for number, square in enumerate(board):
            under, over, piece = look_under(board, square), look_over(board, square), square.piece
            key = number, under, over, piece and piece.letter
            stack = known.get(key)
            if stack is None:
                stack = known[key] = self._stack(number, under, piece, over)
            cells.update(stack)
            if square.name in marks:
                for layer, kind in marks[square.name]:
                    cells[layer, number] = self._artwork(kind)
        return cells

    def artwork(self, art: str) -> str:
        """Return an artwork that a frame uses, by its id."""
        return self._art[art]

    def backdrop(self, position: Position, prefix: str = "") -> Backdrop:
        """Return the empty board under a position; ``prefix`` goes before the ids of labels."""
        upright = Sketch(position, self.plain.replace(prefix=prefix))
        flipped = Sketch(position, self.plain.replace(prefix=f"{prefix}flipped-", flipped=True))
        return Backdrop(
            upright.ground.width,
            upright.ground.height,
            upright.frame(),
            upright.labels(),
            flipped.labels(),
            tuple(upright.place(square) for square in position.board),
        )

    def _marks(
        self, position: Position, last: Iterable[str], view: View
    ) -> dict[str, list[tuple[int, str]]]:
        """Return the marks on squares, by their names: layers and artworks."""
        danger = dangers(position, view)
        marks: dict[str, list[tuple[int, str]]] = {}
        for layer, kind, names in (
            (LAST, "last", last),
            (SELECTED, "selected", view.selected),
            (DANGER, "danger", danger),
            (WARNING, "warning", danger),
        ):
            for name in names:
                marks.setdefault(name, []).append((layer, kind))
        for name in view.targets:
            kind = target_kind(position.board[name])
            marks.setdefault(name, []).append((TARGETS, kind))
        return marks

    def _stack(
        self, number: int, under: tuple[str, ...], piece: Piece | None, over: tuple[str, ...]
    ) -> Frame:
        """Return the cells of a square, each with the id of its artwork."""
        stack = [
            (layer + UNDER if layer else GROUND, self._artwork(name))
            for layer, name in enumerate(under)
            if name
        ]
        if piece is not None:
            stack.append((PIECE, self._keep(f"piece-{piece.letter}", self.studio.piece(piece))))
        stack += [(OVER + layer, self._artwork(name)) for layer, name in enumerate(over) if name]
        return {(layer, number): art for layer, art in stack}

    def _artwork(self, name: str) -> str:
        return self._ids.get(name) or self._keep(name, self.studio.artwork(name))

    def _keep(self, name: str, source: str) -> str:
        key = self._ids[name] = art_id(name).replace(ID, self.own)
        self._art[key] = source.replace(ID, self.own)
        return key


def difference(before: Frame, after: Frame) -> Frame:
    """Return the cells that change, an empty text for those that become empty."""
    gone = {cell: "" for cell in before if cell not in after}
    return gone | {cell: art for cell, art in after.items() if before.get(cell) != art}


def shape(board: Board) -> tuple[object, ...]:
    """Return a key that boards on the same backdrop share."""
    places = tuple((square.name, square.row, square.column) for square in board)
    return board.rows, board.columns, places
