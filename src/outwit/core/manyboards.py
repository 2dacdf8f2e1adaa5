"""How a game is played on many boards at once, by a graphics processor."""

from __future__ import annotations

from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class ManyBoards(Value):
    """The rules of a game once more, in C++ that a graphics processor runs, for training alone.

    ``training/networks/boards/kernel.cu`` says what they define.
    """

    # The path of the file.
    source: str
    # Turns a position of the game into the 64-bit words of a board, as the side to move sees it.
    words: Callable[[Any], tuple[int, ...]]
