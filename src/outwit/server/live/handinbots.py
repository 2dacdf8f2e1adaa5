"""Programs that were handed in, as opponents of people: each in an enclosure of its own."""

from __future__ import annotations

from threading import Thread

from outwit.arena.seat import Seat, open_player
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import BotAbsent, BotTimeout, NotFound
from outwit.players.allowance import UNLIMITED, Allowance
from outwit.players.handin import spec_of
from outwit.players.player import Player
from outwit.players.roster import find_bot
from outwit.process.archive import unpack
from outwit.process.folder import PrivateFolder
from outwit.process.permission import may_run
from outwit.storage.contents import ContentStore
from outwit.storage.handins import HandInStore
from outwit.storage.stored import HANDIN

# Seconds for a move, whatever the clock says: few of these programs think at the same time.
MOVE_SECONDS = 10.0


class HandInBots:
    """Opens the players of seats; ``open`` is for threads."""

    def __init__(self, handins: HandInStore, contents: ContentStore) -> None:
        self._handins = handins
        self._contents = contents

    def open(self, seat: Seat, game: Game, seed: int) -> Player:
        """Return the player in a bot's seat; raise BotAbsent if its hand-in is not there."""
        if seat.bot is None or seat.bot.kind != HANDIN:
            return open_player(seat, game, seed)
        if not may_run():
            raise BotAbsent("programs cannot be enclosed here")
        try:
            found = self._handins.get(dict(seat.bot.settings)["id"])
            if found.bot is None or found.built is None:
                raise BotAbsent("it has not been built")
            built = self._contents.get(found.built)
        except NotFound as error:
            raise BotAbsent(str(error)) from None
        place = PrivateFolder()
        try:
            unpack(built, place.path)
            return Guest(find_bot(spec_of(seat.name, found.bot, place.path), game, seed), place)
        except BaseException:
            place.close()
            raise


class Guest(Player):
    """A program with its folder, which goes with it; it has little time for a move."""

    def __init__(self, player: Player, place: PrivateFolder) -> None:
        self.name = player.name
        self._player = player
        self._place = place

    def begin(self, position: Position) -> None:
        """Start the program."""
        self._player.begin(position)

    def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
        """Return a legal move; raise BotTimeout after ``MOVE_SECONDS``."""
        left = allowance.time_limit(position.turn)
        if left is None or left > MOVE_SECONDS:
            allowance = allowance.replace(move=MOVE_SECONDS)
        try:
            move = self._player.choose(position, allowance)
        except BotTimeout as error:
            if left is not None and left <= MOVE_SECONDS:
                raise
            seconds = f"{MOVE_SECONDS:.0f} seconds"
            raise BotTimeout(f"it has {seconds} for a move against people") from error
        self.thought = self._player.thought
        return move

    def close(self) -> None:
        """End the program, and remove its folder; that takes too long for the event loop."""
        Thread(target=self._end, name="end a program").start()

    def _end(self) -> None:
        try:
            self._player.close()
        finally:
            self._place.close()
