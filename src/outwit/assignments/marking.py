"""How programs that are run once a move, on board files, are marked."""

from __future__ import annotations

from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random
    from typing import Any

    from outwit.core.position import Position


class Marking(Value):
    """The levels of an assignment, and the games at its end.

    A program is run as ``COMMAND side IN OUT``: it reads the board in IN and writes the board after
    its move to OUT. A level accepts some moves; the boards after them are the right answers.
    """

    # The side as the program is told it.
    sides: tuple[str, str]
    levels: tuple[int, ...]
    # The position of a board and a side, without a move limit; raises BadFile.
    read: Callable[[bytes, int], Position]
    # The board file of a position.
    write: Callable[[Any], bytes]
    # The moves a level accepts.
    accepted: Callable[[Any, int], list[str]]
    # Makes a random position, for a case.
    invent: Callable[[Random], Position]
    # Whether a position tests a level: the level below would accept other moves.
    tests: Callable[[Any, int], bool]
    # The bot of the game to play against at the end.
    opponent: str
    # The path of the cases to mark by; without one they must be given, or made.
    cases: str | None = None
