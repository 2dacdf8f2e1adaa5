"""What a program from elsewhere writes differently."""

from __future__ import annotations

from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outwit.core.position import Position


class Translation(Value):
    """A game in other words: our positions as others read them, their moves as we read them."""

    position: Callable[[Position], str]
    # Of a text that is no move, something that is none here either.
    move: Callable[[Position, str], str]
