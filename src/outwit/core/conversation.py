"""How one talks with a program that plays one side and announces its moves in plain text."""

from __future__ import annotations

from outwit.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outwit.core.position import Position


class Conversation:
    """The words of one program; a game whose program talks so describes it in its folder.

    A process plays one game. It is started with ``arguments``, hears the lines of ``opening``,
    then ``tell`` for each move of the other side. Its own move is what follows ``announced``.
    """

    # The line that ends the program, if there is one.
    farewell = ""

    def arguments(
        self, position: Position, side: int, kind: str, save: Callable[[bytes], str]
    ) -> list[str]:
        """Return the arguments that let the program play a side from a position.

        ``kind`` is which of its players is wanted, empty for the usual one; ``save`` puts bytes
        into a file and returns its name.
        """
        if kind:
            raise UsageError(f"this game's program has no kinds of player, so none is {kind!r}")
        return []

    def opening(self, position: Position, side: int) -> list[str]:
        """List the lines that lead to a position and let the program play a side.

        Raise UsageError if the program cannot be led there.
        """
        return []

    def announced(self, side: int) -> str:
        """Return what stands before a move of the program's."""
        raise NotImplementedError

    def read(self, position: Position, text: str) -> str:
        """Return the move of the rest of such a line; of a text that is none, none of ours."""
        raise NotImplementedError

    def tell(self, position: Position, move: str) -> str:
        """Return the line that makes a legal move of the other side."""
        raise NotImplementedError
