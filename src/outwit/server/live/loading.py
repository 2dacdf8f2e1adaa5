"""Loads stored games as running games."""

from __future__ import annotations

import logging

from outwit.arena.livegame import LiveGame
from outwit.errors import OutwitError
from outwit.games import game as find_game
from outwit.records.endings import DECLINED
from outwit.server.base.threads import in_thread
from outwit.server.live.room import Room
from outwit.server.values.players import ShownPlayers, shown_players
from outwit.storage.games import GameStore
from outwit.storage.slowturns import TurnStore
from outwit.storage.stored import StoredGame

log = logging.getLogger(__name__)


class Loader:
    """Reads games from the database for their rooms."""

    def __init__(self, store: GameStore, turns: TurnStore) -> None:
        self._store = store
        self._turns = turns

    def read(self, key: str) -> tuple[StoredGame, LiveGame, ShownPlayers]:
        """Return the stored game, the running game, and the players' display data."""
        stored = self._store.load(key)
        live = live_game(stored)
        self.set_turn(key, live)
        return stored, live, shown_players(self._store.database, key, stored.setup)

    def set_turn(self, key: str, live: LiveGame) -> None:
        """Set the clock of a slow game by the deadline of its turn, which passes restarts."""
        if not live.is_over and live.control.move is not None and live.control.is_slow:
            left = self._turns.left(key)
            if left is not None:
                live.set_elapsed(live.control.move - left)

    def waits_for_bot(self, key: str) -> bool:
        """Tell whether a game needs the server: a bot is to move, or its end is not stored."""
        try:
            live = self.read(key)[1]
        except OutwitError as error:
            log.warning("game %s cannot go on: %s", key, error)
            return False
        return live.is_over or not live.turn_of_person

    async def load(self, room: Room) -> None:
        """Load the current state of a game into its room."""
        before, elapsed, offers = room.live.moves, room.live.elapsed(), room.offers
        stored, live, shown = await in_thread(self.read, room.key)
        room.load(stored, live, shown)
        if live.moves == before and not live.control.is_slow:
            # The running turn's time is not in the database: keep it.
            live.set_elapsed(elapsed)
        if live.moves == before:
            room.offers = offers


def live_game(stored: StoredGame) -> LiveGame:
    """Return a stored game as a running game."""
    game = find_game(stored.setup.game)
    first, second = stored.setup.seats
    live = LiveGame.of_record(stored.record(), (first.seat(game), second.seat(game)))
    if live.ending is not None and stored.termination == DECLINED and stored.sentence:
        # Only the sentence contains the given reason.
        why = stored.sentence.partition(": ")[2] or live.ending.reason
        live.ending = live.ending.replace(reason=why)
    return live
