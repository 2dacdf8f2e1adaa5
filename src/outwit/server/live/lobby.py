"""The lobby: the open rooms of a process, and the owners of their games."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from secrets import token_hex
from typing import Any

from outwit.errors import NotAllowed, OutwitError, StorageFault
from outwit.server.base.tasks import Tasks
from outwit.server.base.threads import in_thread
from outwit.server.edge.passes import ENDED
from outwit.server.live import commands
from outwit.server.live.commands import Command, Report
from outwit.server.live.course import NEWS
from outwit.server.live.gamenotices import tell_beginning, tell_challenge
from outwit.server.live.loading import Loader
from outwit.server.live.mirror import Mirror
from outwit.server.live.referee import LiveReferee
from outwit.server.live.room import SAID, Room
from outwit.server.live.services import Services
from outwit.server.news.bus import Body, NoAnswer, NotOwner
from outwit.server.news.hub import HUB
from outwit.server.values.accepting import check_accepted
from outwit.storage.accounts import AccountStore
from outwit.storage.counting import Most
from outwit.storage.ids import is_id, no_game
from outwit.storage.stored import GameLine, NewGame, StoredSeat

log = logging.getLogger(__name__)
# Seconds until a room without watchers and activity is closed.
IDLE_SECONDS = 30.0
# Seconds between two rounds of care: idle rooms are closed, games of dead processes taken over.
CARE_SECONDS = 2.0
# Seconds between two searches for unwatched games of dead processes.
SEARCH_SECONDS = 15.0
# Most attempts to reach the owner of a game with a command.
MOST_TRIES = 6
# Note of an owner that it has released a game.
RELEASED = "released"
# Note that a player of a game has a new name.
RENAMED = "renamed"


class Entry:
    """A room with its referee (if this process owns the game) or mirror, and its last use."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.referee: LiveReferee | None = None
        self.mirror: Mirror | None = None
        self.changing = asyncio.Lock()
        self.used = 0.0

    @property
    def is_idle(self) -> bool:
        """Tell whether the room has neither watchers nor activity."""
        return not self.room.watchers and (self.referee is None or not self.room.goes_on_alone)


class Lobby:
    """Opens and closes rooms, and finds the owners of games."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.store = services.store
        self.bus = services.bus
        self._loader = Loader(self.store, services.turns)
        self._accounts = AccountStore(self.store.database)
        self._entries: dict[str, Entry] = {}
        self._opening: dict[str, asyncio.Task[Entry]] = {}
        self._shutting: dict[str, asyncio.Task[None]] = {}
        # Tasks that the lobby cancels at its end, and tasks that it waits for.
        self._tasks = Tasks()
        self._changes = Tasks()

    async def open(self) -> None:
        """Open the lobby, and continue games that need the server."""
        await self.bus.open(self._hear, self._serve, self._changed)
        self._tasks.keep("lobby", self._care)
        self._tasks.keep("reopen games", self.reopen)

    async def create(self, new: NewGame, most: Most | None = None) -> Room:
        """Store a new game and open its room; a repeated request returns the same room."""
        if new.request is None:
            return await self._begin(await in_thread(self.store.create, new, most))
        key, is_new = await in_thread(self.store.create_once, new, most)
        return await (self._begin(key) if is_new else self.room(key))

    async def room(self, key: str) -> Room:
        """Return the room of a game; raise NotFound if there is no such game."""
        return (await self._entry(key)).room

    async def rematch(self, room: Room) -> str:
        """Return the rematch of a game, with sides swapped; both players get the same game.

        A bot that connects through the API is invited. Raise UsageError, with the reason, if that
        bot has declared that it does not play such games, NotAllowed against a hand-in: the page of
        its assignment knows who may play it now, and which one is active.
        """
        first, second = room.setup.seats
        if first.is_handin or second.is_handin:
            raise NotAllowed("begin another game on the page of the assignment")
        # The rematch of a tournament game does not belong to the tournament.
        new = room.setup.replace(seats=(second, first), rematch_of=room.key, tournament=None)
        for seat, player in zip(room.setup.seats, room.players, strict=True):
            if player.is_bot and seat.account is not None:
                seats = [StoredSeat() if each == seat else each for each in new.seats]
                new = new.replace(seats=tuple(seats), invited=seat.account)
                await in_thread(check_accepted, self._accounts, seat.account, new)
        key, is_new = await in_thread(self.store.rematch, new)
        if is_new:
            await self._begin(key)
        return key

    async def waiting(self) -> tuple[GameLine, ...]:
        """Return the games that anybody may join, the newest first."""
        return await in_thread(self.store.waiting)

    async def busy(self) -> tuple[GameLine, ...]:
        """Return the public running games, first those without engine levels."""
        return await in_thread(self.store.busy)

    async def renamed(self, account: int) -> None:
        """Show the new name of an account in all its games."""
        lines = await in_thread(self.store.of_account, account)
        for key in {line.id for line in lines}:
            self.bus.tell(RENAMED, key, None)
            await self._look(key)

    def rooms(self) -> list[Room]:
        """Return the rooms that are open in this process."""
        return [entry.room for entry in self._entries.values()]

    async def reopen(self) -> None:
        """Open the rooms of games that need the server: with a running clock, or a bot to move.

        A game that cannot be opened, such as one that is not installed any more, is skipped.
        """
        keys = set(await in_thread(self.store.attended))
        for key in await in_thread(self.store.with_bots):
            if key not in keys and await in_thread(self._loader.waits_for_bot, key):
                keys.add(key)
        await self._attend(keys)

    async def carry_out(self, key: str, command: Command) -> Any:
        """Have a command executed by the owner of a game, in this process or another.

        Raise the owner's OutwitError, or StorageFault if no owner can be found.
        """
        number = token_hex(8)
        for _ in range(MOST_TRIES):
            entry = await self._entry(key)
            try:
                if entry.referee is not None:
                    return await entry.referee.carry_out(command)
                return await self.bus.ask(key, commands.write(command), number)
            except NotOwner:
                continue
            except NoAnswer:
                # The owner may have been killed. A slow owner answers a later attempt.
                await self._take_over([key])
        raise StorageFault("the server is busy: try again in a moment")

    async def close(self) -> None:
        """Close every room."""
        await self._tasks.close()
        await self._changes.join()
        for entry in tuple(self._entries.values()):
            await self._step_down(entry)
        await self._release(list(self._entries))
        self._entries.clear()

    @property
    def size(self) -> int:
        """The number of open rooms."""
        return len(self._entries)

    # Rooms.

    async def _begin(self, key: str) -> Room:
        room = await self.room(key)
        room.announce_beginning()
        if not room.waits:
            tell_beginning(room)
        if room.waits and room.setup.invited is not None:
            tell_challenge(room)
        return room

    async def _entry(self, key: str) -> Entry:
        while (entry := self._entries.get(key)) is None:
            if not is_id(key):
                raise no_game(key)
            if key in self._shutting:
                await asyncio.shield(self._shutting[key])
                continue
            task = self._opening.get(key)
            if task is None:
                task = self._changes.start("open room", self._open(key), OutwitError)
                self._opening[key] = task
            await asyncio.shield(task)
        entry.used = asyncio.get_running_loop().time()
        return entry

    async def _open(self, key: str) -> Entry:
        try:
            return await self._make(key)
        finally:
            del self._opening[key]

    async def _make(self, key: str) -> Entry:
        # Claim before loading: then no other owner can write after the load.
        is_ours = bool(await self.bus.claim([key]))
        try:
            stored, live, shown = await in_thread(self._loader.read, key)
        except OutwitError:
            if is_ours:
                await self.bus.release([key])
            raise
        entry = self._entries[key] = Entry(Room(stored, live, shown, self.services, self.carry_out))
        entry.used = asyncio.get_running_loop().time()
        if is_ours:
            await self._referee(entry)
        else:
            entry.mirror = Mirror(entry.room, self._loader.load)
            self._tasks.start("catch up", self._catch_up(entry))
        return entry

    # Owning games.

    async def _referee(self, entry: Entry) -> LiveReferee:
        """Start the referee of a game that has just been claimed and loaded."""
        referee = entry.referee = LiveReferee(entry.room, self._loader.load, self.rematch)
        if entry.mirror is not None:
            await entry.mirror.close()
            entry.mirror = None
        await referee.open()
        return referee

    async def _step_down(self, entry: Entry) -> None:
        """Stop the referee of a game."""
        async with entry.changing:
            if entry.referee is not None:
                referee, entry.referee = entry.referee, None
                entry.mirror = Mirror(entry.room, self._loader.load)
                await referee.close()
            if entry.mirror is not None:
                await entry.mirror.close()

    async def _take_over(self, keys: list[str]) -> None:
        """Become the owner of games without an owner."""
        for key in await self.bus.claim(keys):
            entry = self._entries.get(key)
            if entry is None:
                await self._release_unused(key)
                continue
            async with entry.changing:
                # The claim may have been lost meanwhile; from here on, a loss waits for this lock.
                if entry.referee is not None or not await self.bus.claim([key]):
                    continue
                try:
                    await self._loader.load(entry.room)
                except OutwitError as error:
                    log.warning("game %s cannot be taken over: %s", key, error)
                    await self._release([key])
                    continue
                referee = await self._referee(entry)
                self.bus.tell(NEWS, key, referee.course.news())
                await entry.room.tell_all()

    async def _release_unused(self, key: str) -> None:
        """Release a game whose room was closed after the claim."""
        if key in self._shutting:
            await asyncio.shield(self._shutting[key])
        if key not in self._entries and key not in self._opening:
            await self._release([key])

    async def _release(self, keys: list[str]) -> None:
        """Release games, and notify the other processes."""
        await self.bus.release(keys)
        for key in keys:
            self.bus.tell(RELEASED, key, None)

    async def _attend(self, keys: set[str]) -> None:
        """Open the rooms of games that need the server, unless another process owns them."""
        missing = [key for key in keys if key not in self._entries]
        for key in await self.bus.claim(missing):
            try:
                await self._entry(key)
            except OutwitError as error:
                log.warning("game %s cannot go on: %s", key, error)

    async def _care(self) -> None:
        """Close idle rooms, and take over games whose owner has died."""
        searched = asyncio.get_running_loop().time()
        while True:
            await asyncio.sleep(CARE_SECONDS)
            now = asyncio.get_running_loop().time()
            try:
                for key, entry in tuple(self._entries.items()):
                    if entry.is_idle and now - entry.used > IDLE_SECONDS:
                        await self._shut(key, entry)
                if self.bus.is_shared:
                    entries = self._entries.items()
                    await self._take_over([key for key, entry in entries if not entry.referee])
                    if now - searched > SEARCH_SECONDS:
                        searched = now
                        await self._attend(set(await in_thread(self.store.attended)))
            except OutwitError as error:
                log.warning("the care of rooms failed and is retried: %s", error)

    async def _shut(self, key: str, entry: Entry) -> None:
        """Close a room; the next visitor opens it again."""
        del self._entries[key]
        task = self._shutting[key] = self._changes.start("shut room", self._give_up(key, entry))
        await asyncio.shield(task)

    async def _give_up(self, key: str, entry: Entry) -> None:
        is_ours = entry.referee is not None
        try:
            await self._step_down(entry)
            if is_ours:
                await self._release([key])
        finally:
            del self._shutting[key]

    # Other processes.

    async def _catch_up(self, entry: Entry) -> None:
        """Ask a game's owner for data outside the database: offers, and the time of this turn."""
        try:
            news = await self.carry_out(entry.room.key, Report())
        except OutwitError as error:
            log.warning("game %s has no owner: %s", entry.room.key, error)
            return
        if entry.mirror is not None:
            entry.mirror.hear(news)

    async def _look(self, key: str) -> None:
        """Show the current names of players, if the room is open here."""
        entry = self._entries.get(key)
        if entry is not None:
            await entry.room.look()
            await self.services.drawing.turn(entry.room.tell_all)

    def _hear(self, kind: str, key: str, body: Body) -> None:
        """Handle a note of another process."""
        if kind == HUB:
            self.services.hub.deliver(key, body)
            return
        if kind == ENDED:
            self.services.passes.end_here(key)
            return
        entry = self._entries.get(key)
        if entry is None:
            return
        if kind == SAID:
            self._tasks.start("say", entry.room.say_here(body))
        elif kind == NEWS and entry.mirror is not None:
            entry.mirror.hear(body)
        elif kind == RELEASED:
            self._tasks.start("take over", self._take_over([key]))
        elif kind == RENAMED:
            self._tasks.start("rename", self._look(key))

    async def _serve(self, key: str, request: Body) -> Body:
        """Execute a command for another process; raise NotOwner if this one is not the owner."""
        command = commands.read(request)
        opening = self._opening.get(key)
        entry = self._entries.get(key) if opening is None else await asyncio.shield(opening)
        if entry is None or entry.referee is None:
            raise NotOwner
        entry.used = asyncio.get_running_loop().time()
        return await entry.referee.carry_out(command)

    def _changed(self, is_connected: bool) -> None:
        """Give up all games when the bus disconnects; claim games again when it reconnects."""
        if is_connected:
            self.services.passes.check_soon()
        for entry in tuple(self._entries.values()):
            if is_connected:
                self._tasks.start("catch up", self._catch_up(entry))
            else:
                self._tasks.keep("step down", partial(self._step_down, entry))
