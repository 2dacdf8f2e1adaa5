"""How other programs write positions and moves of a game."""

from __future__ import annotations

from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outwit.core.position import Position


class Translation(Value):
    """Functions that write our positions for other programs, and read their moves."""

    position: Callable[[Position], str]
    # For a text that is not a move, any text that is not a move here either.
    move: Callable[[Position, str], str]
