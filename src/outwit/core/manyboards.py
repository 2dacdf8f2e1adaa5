"""How a game is played on many boards at once, by a graphics processor."""

from __future__ import annotations

from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def no_numbers(position: Any) -> tuple[int, ...]:
    """Return the numbers of rules that know no options."""
    return ()


class ManyBoards(Value):
    """The rules of a game once more, in C++ that a graphics processor runs."""

    # The path of the rules that train networks; ``training/networks/boards/kernel.cu`` says what
    # they define.
    source: str
    # Turns a position of the game into the 64-bit words of such a board, as the side to move sees
    # it.
    words: Callable[[Any], tuple[int, ...]]
    # The path of the rules on records; ``environments/device/batch.cu`` says what they define.
    records: str = ""
    # What these rules must know of a position's options, as numbers.
    numbers: Callable[[Any], tuple[int, ...]] = no_numbers
