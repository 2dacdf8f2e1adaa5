"""The interface of all players."""

from __future__ import annotations

from outwit.core.picker import Picker
from outwit.core.position import Position
from outwit.core.value import Value
from outwit.players.allowance import UNLIMITED, Allowance


class Thought(Value):
    """What a player reports about its last move: the score as text, and the search depth."""

    score: str = ""
    depth: int | None = None


class Player:
    """Chooses moves.

    Call ``begin`` at the start of a game, ``choose`` for every move, and ``close`` after the last
    game. A player that fails raises a BotFault.
    """

    name: str
    # The report on the last move, if there is one.
    thought: Thought | None = None
    # Compiled code that chooses the same moves, if there is any.
    picker: Picker | None = None
    # Whether the same player can go on with another game.
    stays = False

    def begin(self, position: Position) -> None:
        """Prepare for a game from a position."""

    def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
        """Return a legal move; the position is left unchanged.

        ``position.played`` holds all moves since ``begin``.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Release processes and files."""
