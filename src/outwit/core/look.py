"""What a game looks like: artwork, colours, and glyphs for terminals."""

from __future__ import annotations

from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypedDict

    from outwit.core.board import Board, Square
    from outwit.core.position import Position

    class ViewOptions(TypedDict, total=False):
        """How a position is to be seen: the fields of ``drawing.view.View``."""

        size: int
        theme: str
        style: str
        flipped: bool
        coordinates: bool
        last_move: bool
        selected: Sequence[str]
        targets: Sequence[str]
        arrows: Sequence[tuple[str, str]]
        danger: Sequence[str] | None
        prefix: str
        label: str


class Look(Value):
    """How a game is drawn; each field may be left out.

    An artwork is SVG on a square of 100 by 100, light falling from the top left. It names colours
    by role, in braces: ``fill="{ink}"``. The artwork of a piece may name those of its side:
    ``{body}``, ``{shade}``, ``{shine}``, ``{edge}`` and ``{detail}``.
    """

    # The artwork of each piece, by its letter.
    pieces: Mapping[str, str] = {}
    # Every other artwork, by name; a name here hides a built-in artwork of the same name.
    artwork: Mapping[str, str] = {}
    # Definitions that artwork refers to, such as gradients; each id begins with ``{id}``.
    definitions: str = ""
    # The names of the artworks of a square under its piece. First all squares get their first
    # artwork, then all their second, and so on; an empty name stands for none.
    under: Callable[[Board, Square], tuple[str, ...]] | None = None
    # The same over the piece.
    over: Callable[[Board, Square], tuple[str, ...]] | None = None
    # The artworks, by name, that point somewhere: a flipped board turns them with it.
    turning: Sequence[str] = ()
    # The squares in danger, such as that of a king in check.
    danger: Callable[[Position], tuple[str, ...]] | None = None
    # Colours that differ from those of other games, by role, in each theme.
    light: Mapping[str, str] = {}
    dark: Mapping[str, str] = {}
    # One character for each piece that is not shown by its letter.
    glyphs: Mapping[str, str] = {}
    # The same for obstacles and marks, by name.
    signs: Mapping[str, str] = {}
