"""A Python function as a player: position in, move out."""

from __future__ import annotations

import traceback
from collections.abc import Callable

from outwit.core.excerpt import excerpt
from outwit.core.position import Position
from outwit.errors import BotCrash, BotGarbage, IllegalMove
from outwit.players.allowance import UNLIMITED, Allowance
from outwit.players.player import Player

# What a function gets is its own: it may play on it.
Chooser = Callable[[Position], str]


class FunctionPlayer(Player):
    """Plays what a function returns for a copy of the position.

    An exception of the function, an answer that is no text, and an illegal move forfeit the game.
    With ``strict`` they are raised to the caller instead: the exception itself, with a note that
    names the position, or IllegalMove.
    """

    def __init__(self, name: str, function: Chooser, *, strict: bool = False) -> None:
        self.name = name
        self.function = function
        self.strict = strict

    def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
        """Return the function's move; raise BotFault if it has none."""
        try:
            answer: object = self.function(position.copy())
        except (Exception, SystemExit) as error:
            if self.strict:
                error.add_note(
                    f"raised by {self.name}, {position.game.name} at ply {position.ply}, "
                    f"in {position.text!r}"
                )
                raise
            words = f"{type(error).__name__}: {error}"
            trace = "".join(traceback.format_exception(error))
            raise BotCrash(words, standard_error=trace) from None
        if self.strict and not position.is_legal(answer):
            raise IllegalMove(f"{self.name}: {excerpt(answer)} is no legal move in {position!r}")
        if not isinstance(answer, str):
            raise BotGarbage(f"it returned {excerpt(answer)}, which is no move")
        return str(answer)
