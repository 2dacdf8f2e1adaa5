"""The director: starts tournaments, pairs players, creates games and stores results.

The whole state of a tournament is in the database, and every step starts from it. So the next
step, in this process or another, completes one that was interrupted. A pairing is stored before
its game is created; a game that is not linked to its pairing yet is found again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial

from outwit.errors import OutwitError, UsageError
from outwit.games import game as find_game
from outwit.records.record import UNFINISHED
from outwit.server.base.tasks import Tasks
from outwit.server.jobs.classnights import ClassNights
from outwit.server.live.lobby import Lobby
from outwit.server.live.room import GAME_FINISH
from outwit.server.news.feed import Feed
from outwit.server.news.hub import TOURNAMENTS, Hub, Message, of_tournament
from outwit.server.values.pairing import next_round, to_withdraw
from outwit.storage.lock import ProcessLock
from outwit.storage.progress import Pairing, Progress
from outwit.storage.stored import LINK, PUBLIC, NewGame, StoredSeat
from outwit.storage.tables import now
from outwit.storage.tournaments import TournamentStore

log = logging.getLogger(__name__)
# Seconds without news until the director checks again: for tournaments to start, and in each
# running tournament, where an arena pairs its newly free players.
LOOK_SECONDS, STEP_SECONDS = 5.0, 3.0
# Number of the lock that the directing process holds.
DIRECTING = 0x6F757478
# News of a tournament: a change of players, pairings or results.
CHANGED = "tournamentChanged"
# News for lists of tournaments: one has changed. The director ignores it.
LISTED = "tournamentListed"
WAKING = (GAME_FINISH, CHANGED)


class Director:
    """Runs the tournaments of the portal, one task each."""

    def __init__(
        self,
        store: TournamentStore,
        lobby: Lobby,
        hub: Hub,
        nights: ClassNights,
        is_present: Callable[[int], bool],
        clock: Callable[[], datetime] = now,
    ) -> None:
        self.store = store
        self.lobby = lobby
        self.hub = hub
        self.nights = nights
        self.is_present = is_present
        self.clock = clock
        self._lock = ProcessLock(store.database, DIRECTING)
        self._looking = Tasks()
        self._directing = Tasks()
        self._running: dict[str, asyncio.Task[None]] = {}

    def begin(self) -> None:
        """Start directing as soon as no other process directs."""
        self._looking.keep("director", self._look_often)

    async def close(self) -> None:
        """End all tasks; tournaments continue when the portal starts again."""
        await self._looking.close()
        await self._stop()
        await asyncio.to_thread(self._lock.release)

    def tell(self, key: str) -> None:
        """Notify the viewers of a tournament, and of lists, that it has changed."""
        self.hub.publish(of_tournament(key), {"type": CHANGED, "id": key})
        self.hub.publish(TOURNAMENTS, {"type": LISTED, "id": key})

    def wake(self) -> None:
        """Make the directing process check for started tournaments now."""
        self.hub.publish(TOURNAMENTS, {"type": CHANGED})

    async def look(self) -> None:
        """Start due tournaments, and direct running ones, unless another process directs."""
        if not await asyncio.to_thread(self._lock.hold):
            await self._stop()
            return
        moment = self.clock()
        for night in await asyncio.to_thread(self.nights.hold, moment):
            log.info("class tournament %s is made", night)
        for key in await asyncio.to_thread(self.store.due, moment):
            try:
                await asyncio.to_thread(self.store.start, key)
            except UsageError:
                continue  # it waits for players
            self.tell(key)
        for key in await asyncio.to_thread(self.store.running):
            if key not in self._running or self._running[key].done():
                self._running[key] = self._directing.keep("tournament", partial(self._direct, key))
        self._running = {key: task for key, task in self._running.items() if not task.done()}

    async def step(self, key: str) -> bool:
        """Do the next step of a tournament; tell whether it is still running."""
        store = self.store
        changes = await asyncio.to_thread(store.settle, key)
        progress = await asyncio.to_thread(store.load, key)
        if progress.tournament.ended is not None:
            return False
        for account in to_withdraw(progress):
            log.info("tournament %s: account %s did not come and is withdrawn", key, account)
            changes += await asyncio.to_thread(store.withdraw, key, account)
        progress = await asyncio.to_thread(store.load, key)
        present = {each.account for each in progress.entrants if self.is_present(each.account)}
        paired = next_round(progress, present, self.clock())
        if paired is None:
            await asyncio.to_thread(store.end, key)
            self.tell(key)
            return False
        if paired:
            await asyncio.to_thread(store.add_round, key, paired[0].round, paired)
            progress = await asyncio.to_thread(store.load, key)
        for pairing in progress.pairings:
            if pairing.game_id is None and pairing.result == UNFINISHED:
                await self._make_game(progress, pairing)
                changes += 1
        if changes or paired:
            self.tell(key)
        return True

    async def _make_game(self, progress: Progress, pairing: Pairing) -> None:
        """Create the game of a pairing, unless it exists since before a restart."""
        tournament = progress.tournament
        made = await asyncio.to_thread(self.store.unclaimed_game, tournament.id, pairing)
        if made is None:
            names = {each.account: each.name for each in progress.entrants}
            first, second = (
                StoredSeat(names[account], account)
                for account in (pairing.first, pairing.second)
                if account is not None
            )
            position = find_game(tournament.game).start(**tournament.options)
            new = NewGame(
                tournament.game,
                (first, second),
                tournament.options,
                position.text,
                tournament.time_control,
                tournament.rated,
                PUBLIC if tournament.class_id is None else LINK,
                tournament=tournament.id,
            )
            made = (await self.lobby.create(new)).key
        await asyncio.to_thread(self.store.set_game, pairing.id, made)

    async def _direct(self, key: str) -> None:
        """Direct one tournament to its end."""
        with self.hub.subscribe(of_tournament(key)) as news:
            while True:
                try:
                    if not await self.step(key):
                        return
                except OutwitError as error:
                    log.warning("tournament %s waits: %s", key, error)
                await _hear(news, STEP_SECONDS)

    async def _look_often(self) -> None:
        with self.hub.subscribe(TOURNAMENTS) as news:
            while True:
                try:
                    await self.look()
                except OutwitError as error:
                    log.warning("tournaments wait: %s", error)
                await _hear(news, LOOK_SECONDS)

    async def _stop(self) -> None:
        await self._directing.close()
        self._running.clear()


async def _hear(news: Feed[Message], seconds: float) -> None:
    """Wait for news that change something, for at most ``seconds``."""
    try:
        async with asyncio.timeout(seconds):
            while (await news.get()).get("type") not in WAKING:
                pass
    except TimeoutError:
        return
    news.take()
