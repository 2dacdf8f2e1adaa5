"""The other side of an environment: any of our players, or a function."""

from __future__ import annotations

from collections.abc import Callable

from outwit.core.excerpt import excerpt
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import BotFault, UsageError
from outwit.players.external import command_of
from outwit.players.function import FunctionPlayer
from outwit.players.player import Player
from outwit.players.roster import BotSpec, find_bot, read_spec

# A description as ``outwit match`` takes it, a level, a function from a position to a move, or a
# player.
Opponent = str | int | Callable[[Position], str] | Player


class Adversary:
    """Asks an opponent for moves; a seed makes it play the same again."""

    def __init__(self, opponent: Opponent, game: Game) -> None:
        if isinstance(opponent, int) and not isinstance(opponent, bool):
            opponent = f"engine:level={opponent}"
        self.spec = checked_spec(opponent, game) if isinstance(opponent, str) else None
        self.game = game
        self.player: Player | None = opponent if isinstance(opponent, Player) else None
        if self.spec is None and self.player is None:
            if not callable(opponent):
                raise UsageError(
                    f"opponent: {excerpt(opponent)} is none; an opponent is a description such as "
                    "'engine:level=3', a level, a function from a position to a move, or a Player"
                )
            self.player = FunctionPlayer("opponent", opponent, strict=True)

    def begin(self, position: Position, seed: int | None) -> None:
        """Prepare for a game; ``seed`` makes a new player, None keeps the one that there is."""
        if self.spec is not None and (self.player is None or seed is not None):
            self.close()
            self.player = find_bot(self.spec, self.game, seed or 0)
        if self.player is not None:
            self.player.begin(position)

    def move(self, position: Position) -> str:
        """Return the opponent's move."""
        assert self.player is not None, "begin comes first"
        return self.player.choose(position)

    def close(self) -> None:
        """Release what the player holds."""
        if self.player is not None and self.spec is not None:
            self.player.close()
            self.player = None


def checked_spec(opponent: str, game: Game) -> BotSpec:
    """Return the bot of a description; raise UsageError if it cannot play the game."""
    try:
        spec = read_spec(opponent)
        find_bot(spec, game, 0).close()
        return spec.replace(command=command_of(spec)) if spec.is_program else spec
    except (UsageError, BotFault) as error:
        raise UsageError(f"opponent: {error}") from None
