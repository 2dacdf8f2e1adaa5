"""How a position is to be seen."""

from __future__ import annotations

from outwit.core.argument import POSITION, listed, of_type
from outwit.core.position import Position
from outwit.core.value import Value
from outwit.drawing.boardstyle import CLASSIC, board_style
from outwit.drawing.palette import THEMES
from outwit.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SMALLEST, LARGEST = 16, 8192


class View(Value):
    """Size, theme, style and everything that is marked on the board.

    ``size`` is the longer side in pixels. Squares are given by name. ``selected`` is the piece a
    person has picked up, ``targets`` are the squares where it may go; ``arrows`` go from square to
    square. ``danger`` names squares to warn of; None leaves that to the game's look. ``prefix``
    goes before every id, for pages with several boards. ``label`` is the title for screen readers;
    without one it says the game and who is to move.
    """

    size: int = 640
    theme: str = "light"
    style: str = CLASSIC
    flipped: bool = False
    coordinates: bool = True
    last_move: bool = True
    selected: Sequence[str] = ()
    targets: Sequence[str] = ()
    arrows: Sequence[tuple[str, str]] = ()
    danger: Sequence[str] | None = None
    prefix: str = ""
    label: str = ""

    def check(self, position: Position) -> View:
        """Return the view; raise UsageError or UnknownSquare for what cannot be drawn."""
        if isinstance(self.size, bool) or not isinstance(self.size, int):
            raise UsageError(f"size: a number of pixels is expected, not {self.size!r}")
        if not SMALLEST <= self.size <= LARGEST:
            raise UsageError(f"size: {self.size} is not from {SMALLEST} to {LARGEST}")
        if self.theme not in THEMES:
            raise UsageError(f"theme {str(self.theme)[:40]!r} is not one of {', '.join(THEMES)}")
        board_style(self.style)
        for name in ("flipped", "coordinates", "last_move"):
            of_type(name, getattr(self, name), int, "True or False")
        for name in ("prefix", "label"):
            of_type(name, getattr(self, name), str, "a text")
        for name in ("selected", "targets", "arrows", "danger"):
            if name != "danger" or self.danger is not None:
                listed(name, getattr(self, name), "names of squares")
        board = of_type("position", position, Position, POSITION).board
        for name in (*self.selected, *self.targets, *(self.danger or ())):
            board[name]
        for arrow in self.arrows:
            if not isinstance(arrow, tuple | list) or len(arrow) != 2:
                raise UsageError(f"arrows: a pair of squares is expected, not {arrow!r}")
            board[arrow[0]], board[arrow[1]]
        return self
