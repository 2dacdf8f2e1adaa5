"""The bots of a game being played: started when first asked, stopped, and closed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from threading import Lock

from outwit.arena.livegame import LiveGame
from outwit.arena.seat import Seat, open_player
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import BotCrash, BotFault, BotIllegal
from outwit.players.allowance import Allowance
from outwit.players.engine import EnginePlayer
from outwit.players.player import Player, Thought

# Returns the player in a bot's seat, with a seed.
Opened = Callable[[Seat, Game, int], Player]


class Bots:
    """Asks the bots of a game for moves; ``choose`` is for threads.

    ``opened`` returns the players of its seats, by default those that need nothing but the seat.
    """

    def __init__(
        self, live: LiveGame, seed: int | None = None, opened: Opened | None = None
    ) -> None:
        self.game = live.game
        self.seats = live.seats
        self.random = Random(seed)
        self.opened = opened or open_player
        self.players: dict[int, Player] = {}
        self.lock = Lock()

    def is_ready(self, side: int) -> bool:
        """Tell whether the bot of a side has been started."""
        with self.lock:
            return side in self.players

    def choose(
        self, position: Position, allowance: Callable[[], Allowance]
    ) -> tuple[str, Thought | None]:
        """Return a legal move of the side to move; raise BotFault, whatever goes wrong.

        ``allowance`` is called when the bot is ready: its preparation takes no time.
        """
        side = int(position.turn)
        try:
            player = self._player(side, position)
            player.thought = None
            move = player.choose(position, allowance())
        except BotFault:
            raise
        except Exception as error:
            # A bot may be anybody's code.
            raise BotCrash(f"{type(error).__name__}: {error}") from error
        if move not in position.legal_moves:
            raise BotIllegal(f"its move {str(move)[:40]!r} is not legal")
        return str(move), player.thought

    def stop(self) -> None:
        """Interrupt and close all bots; a bot that is asked again is started anew.

        Discard their late answers.
        """
        with self.lock:
            players, self.players = self.players, {}
        for player in players.values():
            if isinstance(player, EnginePlayer):
                player.stop()
            player.close()

    def _player(self, side: int, position: Position) -> Player:
        with self.lock:
            players = self.players
            found = players.get(side)
            seed = self.random.getrandbits(64)
        if found is not None:
            return found
        player = self.opened(self.seats[side], self.game, seed)
        with self.lock:
            players[side] = player
            is_wanted = players is self.players
        if not is_wanted:
            player.close()
            raise BotFault("the game goes on without this move")
        player.begin(position)
        return player
