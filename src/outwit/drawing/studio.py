"""The artwork of a game in the colours of a theme."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import zip_longest

from outwit.core.board import Board
from outwit.core.game import Game
from outwit.core.look import Look
from outwit.core.piece import Piece
from outwit.drawing.artwork import DEFINITIONS, artwork, over, token, under
from outwit.drawing.boardstyle import CLASSIC
from outwit.drawing.ground import Ground
from outwit.drawing.palette import colours, of_side
from outwit.errors import GameFault

# Stands for the beginning of every id until a picture is finished.
ID = "\0"
# The name of an artwork on each square of a board, empty if there is none.
Layer = tuple[str, ...]
# Grounds whose pieces are kept.
MOST_GROUNDS = 30
# Marks of the last move, the selected piece and its targets, and dangers.
MARKS = ("last", "selected", "target", "capture", "danger", "warning")
# Layers that are kept; a few kilobytes each.
MOST_LAYERS = 300


@lru_cache(1000)
def art_id(name: str) -> str:
    """Return the id of an artwork by its name.

    >>> art_id("value:3")[1:]
    'art-value-58-3'
    """
    return f"{ID}art-" + "".join(sign if sign.isalnum() else f"-{ord(sign)}-" for sign in name)


class Studio:
    """Paints artwork, each once; ids in it begin with ``ID``."""

    def __init__(self, game: Game, theme: str, style: str = CLASSIC) -> None:
        self.game = game
        self.look = game.parts.look
        self.roles = {**colours(self.look, theme, style), "id": ID}
        self.under = self.look.under or under
        self.over = self.look.over or over
        self.definitions = self._paint("definitions", DEFINITIONS + self.look.definitions)
        self._painted: dict[str, str] = {}
        self._defined: dict[tuple[str, ...], str] = {}
        # Layers of artwork that were drawn, by the ground they are on and the artwork's names:
        # the picture, and the artworks that it uses, by id.
        self.layers: dict[tuple[Ground, Layer], tuple[str, dict[str, str]]] = {}
        # Pieces that were drawn, by ground, square and letter.
        self._groups: dict[Ground, dict[tuple[str, str], str]] = {}

    @cached_property
    def usual(self) -> dict[str, str]:
        """Return the artworks of all pieces and marks, by id."""
        pieces = {f"piece-{piece.letter}": self.piece(piece) for piece in self.game.pieces}
        marks = {name: self.artwork(name) for name in MARKS}
        return {art_id(name): source for name, source in (pieces | marks).items()}

    def stacks(self, board: Board) -> tuple[list[Layer], list[Layer]]:
        """Return the layers of artwork under and over the pieces of a board."""
        kept: tuple[Look, tuple[list[Layer], list[Layer]]] | None = vars(board).get("stacks")
        if kept is None or kept[0] is not self.look:
            found = [
                layers([choose(board, square) for square in board])
                for choose in (self.under, self.over)
            ]
            kept = vars(board)["stacks"] = self.look, (found[0], found[1])
        return kept[1]

    def defined(self, used: dict[str, str], own: str) -> str:
        """Return the definitions of a picture: those of the game, and the artworks that it uses.

        ``own`` begins its ids.
        """
        key = own, *used
        found = self._defined.get(key)
        if found is None:
            art = "".join(f'<g id="{name}">{source}</g>' for name, source in used.items())
            found = (self.definitions + art).replace(ID, own)
            if len(self._defined) >= MOST_LAYERS:
                self._defined.clear()
            self._defined[key] = found
        return found

    def keep(self, key: tuple[Ground, Layer], drawn: tuple[str, dict[str, str]]) -> None:
        """Keep a layer that was drawn."""
        if len(self.layers) >= MOST_LAYERS:
            self.layers.clear()
        self.layers[key] = drawn

    def groups_on(self, ground: Ground) -> dict[tuple[str, str], str]:
        """Return the pieces drawn on a ground so far, by square and letter."""
        if ground not in self._groups and len(self._groups) >= MOST_GROUNDS:
            self._groups.clear()
        return self._groups.setdefault(ground, {})

    def artwork(self, name: str) -> str:
        """Return an artwork by name; raise GameFault if there is none."""
        found = self._painted.get(name)
        if found is None:
            source = self.look.artwork.get(name) or artwork(name)
            if not source:
                raise GameFault(f"the look of {self.game.name}: there is no artwork {name!r}")
            found = self._painted[name] = self._paint(name, source)
        return found

    def piece(self, piece: Piece) -> str:
        """Return the artwork of a piece."""
        key = f"piece {piece.letter}"
        found = self._painted.get(key)
        if found is None:
            source = self.look.pieces.get(piece.letter) or token(piece)
            found = self._painted[key] = self._paint(key, source, piece.owner)
        return found

    def _paint(self, name: str, source: str, side: int | None = None) -> str:
        roles = self.roles if side is None else of_side(self.roles, side)
        try:
            return source.format_map(roles)
        except (KeyError, ValueError, IndexError) as error:
            reason = f"artwork {name!r}: {type(error).__name__}: {error}"
            raise GameFault(f"the look of {self.game.name}: {reason}") from None


def layers(stacks: list[tuple[str, ...]]) -> list[Layer]:
    """Return, layer by layer, the artwork's name on each square.

    >>> layers([("light",), ("dark", "wall")])
    [('light', 'dark'), ('', 'wall')]
    """
    return list(zip_longest(*stacks, fillvalue=""))


def studio_of(game: Game, theme: str, style: str = CLASSIC) -> Studio:
    """Return the studio of a game, a theme and a style, made when first asked for."""
    kept: dict[tuple[str, str], Studio] = vars(game.parts.look).setdefault("studios", {})
    found = kept.get((theme, style))
    if found is None or found.game is not game:
        found = kept[theme, style] = Studio(game, theme, style)
    return found
