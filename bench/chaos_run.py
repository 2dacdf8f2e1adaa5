"""One seeded fault run: play games during faults, heal the faults, and check the result."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from time import monotonic

from websockets.exceptions import WebSocketException

from bench.chaos_clients import (
    DRAW,
    RESIGN,
    SLEEP,
    Browser,
    Client,
    Dialect,
    Log,
    Part,
    Program,
    read_end,
)
from bench.chaos_faults import Fault, Nemesis, plan
from bench.chaos_history import Acked, History, Violation, check
from bench.chaos_ratings import Book
from bench.chaos_site import HEAL_SECONDS, SQLITE, Cluster, Site
from outwit.errors import StorageFault
from outwit.games import all_games
from outwit.storage.ratings import RatingStore
from outwit.storage.stored import NewGame, StoredSeat

# Seconds between two moves of a game.
PACE = 0.04
# Clocks are short, so that some games end on time within a run.
CONTROLS = ("2+0", "2+0.1", "1.5+0.2", "2/move", "3+0")
BOT = "level 1"
# Runs until the processes and the database are replaced.
RUNS_OF_A_SITE = 10
# Fewest and most plies after which a player ends its part.
FEWEST, MOST = 2, 40


class Player:
    """An account: a person with a cookie, or a bot with a token."""

    def __init__(self, site: Site, name: str, *, is_bot: bool) -> None:
        account = site.accounts.guest()
        self.name = name
        self._cookie = site.cookie(account.id)
        self._token = ""
        if is_bot:
            # The guest is its owner.
            account = site.accounts.make_bot(account.id, f"{name.replace(' ', '-')}-{account.id}")
            self._token = site.tokens.create(account.id, "chaos")
        self.seat = StoredSeat(account.name, account.id)

    def speak(self) -> Dialect:
        """Return a new protocol object for the portal."""
        return Program(self._token) if self._token else Browser(self._cookie)


class Run:
    """One seeded run on a site."""

    def __init__(self, site: Site, seed: int, clients: int) -> None:
        self.site = site
        self.seed = seed
        self.log = Log()
        self.history = History(self.log.entries)
        self.keys: list[str] = []
        self.clients: set[Client] = set()
        self.is_ending = False
        self.players = [
            Player(
                site, f"{'bot' if number % 3 == 2 else 'person'} {number}", is_bot=number % 3 == 2
            )
            for number in range(max(2, clients))
        ]
        rng = Random(f"games {seed}")
        # Only two games, so that parallel games change the same ratings.
        self.games = rng.sample([game.name for game in all_games()], 2)

    async def run(self, seconds: float) -> list[Violation]:
        """Play during faults, heal them, check everything, and return the violations."""
        site, nemesis = self.site, Nemesis(self.site, self.log)
        self.history.faults = nemesis.struck
        faults = faults_of(site, self.seed, seconds)
        tables = [
            asyncio.create_task(self._table(number)) for number in range(len(self.players) // 2)
        ]
        try:
            await self._begin()
            await nemesis.run(faults)
            self.history.troubles += await site.heal()
            self._hurry()
            tables += [
                asyncio.create_task(self._probe(number)) for number in range(len(site.wires))
            ]
            await asyncio.wait(tables, timeout=HEAL_SECONDS)
        finally:
            for table in tables:
                table.cancel()
            ended = await asyncio.gather(*tables, return_exceptions=True)
        for end in ended:
            if isinstance(end, Exception):
                raise end
        await self._read()
        return check(self.history)

    async def _begin(self) -> None:
        """Wait until games are running; the faults start here."""
        deadline = monotonic() + HEAL_SECONDS
        while monotonic() < deadline:
            if any(isinstance(entry, Acked) for entry in self.log.entries):
                break
            await asyncio.sleep(0.05)
        self.log.begin()

    async def _table(self, number: int) -> None:
        """Play one game after the other until the run ends."""
        rng = Random(f"table {self.seed} {number}")
        while not self.is_ending:
            first, second = rng.sample(self.players, 2)
            seats = [first.seat, second.seat]
            is_bot = rng.random() < 0.2
            control = rng.choice((*CONTROLS, "unlimited") if is_bot else CONTROLS)
            if is_bot:
                seats[rng.randrange(2)] = StoredSeat(BOT, None, BOT)
            rated = not is_bot and rng.random() < 0.7
            new = NewGame(
                rng.choice(self.games),
                (seats[0], seats[1]),
                time_control=control,
                rated=rated,
            )
            parts = self._parts(rng, is_unlimited=control == "unlimited")
            players = [
                player if seat == player.seat else None
                for player, seat in zip((first, second), seats, strict=True)
            ]
            await self._play(new, players, parts, rng, has_spectator=rng.random() < 0.5)

    def _parts(self, rng: Random, *, is_unlimited: bool) -> list[Part]:
        """Choose how a game ends, without the other side's knowledge."""
        ends = [RESIGN, RESIGN, DRAW, SLEEP]
        end = RESIGN if is_unlimited else rng.choice(ends)
        plies = rng.randint(FEWEST, MOST)
        parts = [Part(PACE, plies, end), Part(PACE, plies + rng.randrange(3), end)]
        rng.shuffle(parts)
        return parts

    async def _play(
        self,
        new: NewGame,
        players: list[Player | None],
        parts: list[Part],
        rng: Random,
        *,
        has_spectator: bool,
    ) -> None:
        key = await self._create(new)
        if key is None:
            return
        self.keys.append(key)
        wires = self.site.wires
        # The order of processes for each player, as a proxy would choose it.
        orders = [wires, wires[::-1]] if rng.random() < 0.7 else [wires, wires]
        clients = [
            Client(
                player.name,
                key,
                player.speak,
                orders[side],
                self.log,
                Random(f"{key_of(rng)} {side}"),
                side,
                parts[side],
            )
            for side, player in enumerate(players)
            if player is not None
        ]
        if has_spectator:
            watcher = Random(key_of(rng))
            clients.append(
                Client("spectator", key, lambda: Browser(""), orders[1], self.log, watcher)
            )
        self.clients.update(clients)
        if self.is_ending:
            self._hurry()
        try:
            await asyncio.gather(*(client.run() for client in clients))
        finally:
            self.clients.difference_update(clients)

    async def _create(self, new: NewGame) -> str | None:
        """Store a game as soon as the database accepts it; None if the run ends before."""
        while True:
            try:
                return await asyncio.to_thread(self.site.store.create, new)
            except StorageFault:
                if self.is_ending:
                    return None
                await asyncio.sleep(0.2)

    async def _probe(self, number: int) -> None:
        """Play a new game to its end at one process, to show that the portal works again."""
        rng = Random(f"probe {self.seed} {number}")
        wire = self.site.wires[number]
        first, second = rng.sample(self.players, 2)
        new = NewGame(self.games[0], (first.seat, second.seat), time_control="60+1", rated=True)
        key = await asyncio.to_thread(self.site.store.create, new)
        self.keys.append(key)
        await asyncio.gather(
            *(
                Client(
                    player.name,
                    key,
                    player.speak,
                    [wire],
                    self.log,
                    Random(f"{key_of(rng)} {side}"),
                    side,
                    Part(PACE / 2, 4, RESIGN),
                ).run()
                for side, player in enumerate((first, second))
            )
        )

    def _hurry(self) -> None:
        self.is_ending = True
        for client in self.clients:
            client.hurry()

    async def _read(self) -> None:
        """Read every game at every process and from the database."""
        history, site = self.history, self.site
        readers = [f"reader {number}" for number in range(len(site.wires))]
        history.readers = tuple(readers)

        async def read(reader: str, number: int, key: str) -> None:
            # The checker reports a game that cannot be read.
            with suppress(OSError, WebSocketException, TimeoutError):
                await read_end(reader, key, site.wires[number], self.log, 10.0)

        await asyncio.gather(
            *(
                read(reader, number, key)
                for number, reader in enumerate(readers)
                for key in self.keys
            )
        )
        history.stored = {key: site.store.load(key) for key in self.keys}
        history.book = self._book()

    def _book(self) -> Book:
        store, book = RatingStore(self.site.database), Book()
        for player in self.players:
            account = player.seat.account
            assert account is not None
            book.ratings[account] = store.of_account(account)
            for key, point in store.changes(account, self.keys).items():
                book.changes[account, key] = point
        return book


def key_of(rng: Random) -> str:
    """Return a seed derived from a text, because the ids of games differ between runs."""
    return str(rng.random())


def faults_of(site: Site, seed: int, seconds: float) -> list[Fault]:
    """Return the faults of a run on a site, without those that the site does not support."""
    full = site.disk.is_real or site.kind == SQLITE
    return plan(seed, site.kind, seconds, full=full, jump=bool(site.library))


async def run_all(
    seeds: Sequence[int],
    cluster: Cluster | None,
    seconds: float,
    clients: int,
    tell: Callable[[int, History, list[Violation]], None],
) -> None:
    """Run every seed and report each result; several runs share one site.

    Starting the processes takes longer than a run.
    """
    for start in range(0, len(seeds), RUNS_OF_A_SITE):
        site = await asyncio.to_thread(Site, seeds[start], cluster)
        try:
            await site.open()
            some = seeds[start : start + RUNS_OF_A_SITE]
            for seed in some:
                one = Run(site, seed, clients)
                found = await one.run(seconds)
                if seed == some[-1]:
                    found += [
                        Violation(f"process {number} ended with status {status}")
                        for number, status in enumerate(await site.end())
                        if status
                    ]
                tell(seed, one.history, found)
        finally:
            await asyncio.to_thread(site.clean)
