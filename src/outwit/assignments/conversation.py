"""How one talks with a program that plays one side and announces its moves in plain text."""

from __future__ import annotations

from outwit.core.side import SIDES
from outwit.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outwit.core.position import Position

    # Takes a line without its end; returns the program's move once it is known.
    Listener = Callable[[str], str | None]


class Conversation:
    """The text interface of one program; a game's folder defines a subclass.

    A process plays one game. It is started with ``arguments`` and is sent the lines of ``opening``,
    then what ``tell`` says for each move of the other side. A ``listener`` finds its own moves in
    what it prints.
    """

    # The line that ends the program, if there is one.
    farewell = ""
    # Whether it is started for each move anew, and ended after it.
    once = False
    # The sides that it can play.
    sides: tuple[int, ...] = SIDES

    def arguments(
        self, position: Position, side: int, kind: str, save: Callable[[bytes], str]
    ) -> list[str]:
        """Return the arguments that let the program play a side from a position.

        ``kind`` is which of its players is wanted, empty for the usual one; ``save`` puts bytes
        into a file and returns its name.
        """
        if kind:
            raise UsageError(f"this game's program has no kinds of player, so not {kind!r}")
        return []

    def opening(self, position: Position, side: int) -> list[str]:
        """List the lines that lead to a position and let the program play a side.

        Raise UsageError if the program cannot be led there.
        """
        return []

    def listener(self, position: Position, side: int) -> Listener:
        """Return who takes the lines that the program prints, and finds its move in a position.

        Text that is no move is taken for one that cannot be read. Raise BotIllegal if what is
        printed shows that no legal move was made.
        """
        raise NotImplementedError

    def tell(self, position: Position, move: str) -> str:
        """Return the line that makes a legal move of the other side, or several lines."""
        raise NotImplementedError
