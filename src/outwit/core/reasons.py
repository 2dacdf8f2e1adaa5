"""What a game says about reasons for a move."""

from __future__ import annotations

from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from outwit.core.move import Move
    from outwit.core.side import Side


class Reasons(Value):
    """How a game explains a move; each field may be left out.

    Sentences about a number are pairs: for 1, and for more with ``{number}`` in it.
    ``facts(before, move, after)`` returns sentences about what a move does beside its label. They
    must be true of the two positions. The game goes on after the move.
    """

    # What a side has, as a number that moves win and lose, such as its stones.
    holding: Callable[[Any, Side], int] | None = None
    # A move wins this number, and no answer wins anything back.
    safe: tuple[str, str] = ("", "")
    # At least this number of what a move wins is left after every answer.
    partly: tuple[str, str] = ("", "")
    # The line that the engine expects wins this number.
    ahead: tuple[str, str] = ("", "")
    # After the answer that takes most, every other move leaves less.
    most: str = ""
    facts: Callable[[Any, Move, Any], tuple[str, ...]] | None = None
