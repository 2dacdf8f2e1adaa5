"""What every player can do."""

from __future__ import annotations

from outwit.core.picker import Picker
from outwit.core.position import Position
from outwit.core.value import Value
from outwit.players.allowance import UNLIMITED, Allowance


class Thought(Value):
    """What a player made of its last move: a score in its own words, and how deep it looked."""

    score: str = ""
    depth: int | None = None


class Player:
    """Somebody, or something, that chooses moves.

    A game is ``begin``, then ``choose`` whenever it is this player's turn. What a player does
    wrong is raised as a BotFault. ``close`` is called once, when no game follows.
    """

    name: str
    # About the last move, if there is anything to say.
    thought: Thought | None = None
    # What chooses the same moves without the interpreter, if anything does.
    picker: Picker | None = None

    def begin(self, position: Position) -> None:
        """Prepare for a game from a position."""

    def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
        """Return a legal move of a running game; the position comes back as it was.

        ``position.played`` holds all moves since ``begin``.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Let go of processes and files."""
