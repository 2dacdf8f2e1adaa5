"""Measure the time to acknowledge a move on a real server with many games; check for lost moves.

Run it from the root: ``python -m bench.portal``. ``--postgresql``: use two server processes.
``--kill``: kill one process in the middle and restart it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, TemporaryFile
from time import monotonic, sleep

from fastapi import Response

from bench.portal_clients import Counts, Match, play_on
from outwit.games import all_games
from outwit.server.edge.identity import Identity
from outwit.server.edge.limits import PREFIX
from outwit.server.edge.passes import Passes
from outwit.server.edge.settings import SECRET
from outwit.server.news.bus import Bus
from outwit.storage.accounts import AccountStore
from outwit.storage.database import DATABASE, Database
from outwit.storage.games import GameStore
from outwit.storage.sessions import SessionStore
from outwit.storage.stored import NewGame, StoredSeat
from outwit.storage.tokens import TokenStore
from tests.storage.postgres import Postgres

# Most plies of a game.
MOST_PLIES = 100
# Games started per second at the beginning.
ARRIVALS = 50
# Longest time in seconds for a server to start.
START_SECONDS = 60.0
# Longest time in seconds for a server to end.
STOP_SECONDS = 30.0


# Rate limits are raised because all clients have the address of this machine.
LIMITS = {
    f"{PREFIX}{name}": "100000"
    for name in ("SOCKETS_ADDRESS", "REQUESTS_ADDRESS", "REQUESTS_ADDRESS_BURST")
}


class Server:
    """A server in a process of its own."""

    def __init__(self, database: str, secret: str, limits: dict[str, str]) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.address = f"127.0.0.1:{self.port}"
        self.environment = {**os.environ, **limits, DATABASE: database, SECRET: secret}
        # Open as long as the server lives.
        self.log = TemporaryFile()  # noqa: SIM115
        self.start()

    def start(self) -> None:
        """Start it."""
        program = "from outwit.cli import main; main()"
        command = [sys.executable, "-c", program, "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(
            command, env=self.environment, stdout=subprocess.DEVNULL, stderr=self.log
        )

    def wait(self) -> None:
        """Wait until it answers."""
        deadline = monotonic() + START_SECONDS
        while True:
            try:
                with urllib.request.urlopen(f"http://{self.address}/health", timeout=5):
                    return
            except OSError:
                if self.process.poll() is not None or monotonic() > deadline:
                    raise
                sleep(0.1)

    def kill(self) -> None:
        """Kill it as a power failure would."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """End it as an operator would, and return its exit status."""
        self.process.terminate()
        try:
            return self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    def complaints(self) -> list[str]:
        """Return its log messages above the level of information."""
        self.log.seek(0)
        lines = self.log.read().decode().splitlines()
        return [line for line in lines if '"level": "info"' not in line]

    def seconds(self) -> float:
        """Return its CPU time."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def mebibytes(self) -> float:
        """Return its memory."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0.0


class Load:
    """Parallel games on servers that share a database."""

    def __init__(
        self, database: str, games: int, pace: float, servers: int = 1, *, limited: bool = False
    ) -> None:
        self.database = Database(database)
        self.database.migrate()
        self.games = games
        self.pace = pace
        self.counts = Counts()
        self.memory: list[list[float]] = []
        # CPU time used, and moves acknowledged at that time.
        self.used: list[tuple[float, int]] = []
        self.store = GameStore(self.database)
        secret = secrets.token_urlsafe()
        limits = {} if limited else LIMITS
        self.accounts = AccountStore(self.database)
        sessions = SessionStore(self.database)
        passes = Passes(Bus(), sessions, TokenStore(self.database))
        self.identity = Identity(secret, sessions, passes, secure=False)
        self.people = [self.accounts.guest() for _ in range(2 * games)]
        self.cookies = [cookie_of(self.identity, person.id) for person in self.people]
        self.scripts = scripts()
        self.servers = [Server(database, secret, limits) for _ in range(servers)]
        try:
            for server in self.servers:
                server.wait()
        except BaseException:
            self.close()
            raise

    async def run(self, seconds: float, *, kill: bool = False) -> int:
        """Run all clients for a while; in the middle the first server may be killed.

        Return the number of moves acknowledged when that server was killed.
        """
        addresses = [server.address for server in self.servers]
        pairs = []
        for number in range(self.games):
            turn = Turns(self, number)
            work = play_on(turn.next, turn.order(addresses), self.pace, self.counts)
            pairs.append(asyncio.create_task(work))
            await asyncio.sleep(1 / ARRIVALS)
        self.measure()
        await asyncio.sleep(seconds / 2)
        await self.until(1)
        self.measure()
        if kill:
            await asyncio.to_thread(self.servers[0].kill)
            await asyncio.sleep(1)
            self.servers[0].start()
            await asyncio.to_thread(self.servers[0].wait)
        await asyncio.sleep(seconds / 2)
        await self.until(self.used[1][1] + 1)
        self.measure()
        for pair in pairs:
            pair.cancel()
        await asyncio.gather(*pairs, return_exceptions=True)
        return self.used[1][1]

    async def until(self, moves: int) -> None:
        """Wait until this number of moves is acknowledged."""
        deadline = monotonic() + START_SECONDS
        while self.acknowledged() < moves and monotonic() < deadline:
            await asyncio.sleep(0.1)

    def acknowledged(self) -> int:
        """Count the moves acknowledged."""
        return sum(len(match.acknowledged) for match in self.counts.matches)

    def measure(self) -> None:
        """Record the memory and the CPU time of the servers."""
        self.memory.append([server.mebibytes() for server in self.servers])
        self.used.append((sum(server.seconds() for server in self.servers), self.acknowledged()))

    def lost(self) -> list[str]:
        """Compare the acknowledged moves, and those that clients saw, with the database."""
        faults = []
        for match in self.counts.matches:
            stored = [move.move for move in self.store.load(match.key).moves]
            missing = [
                ply for ply, move in match.acknowledged.items() if stored[ply : ply + 1] != [move]
            ]
            if missing:
                faults.append(f"game {match.key}: plies {missing} are lost")
            if match.seen != [len(stored)] * 2:
                faults.append(f"game {match.key}: seen {match.seen}, stored {len(stored)}")
        return faults

    def close(self) -> list[int]:
        """Stop the servers and return their exit statuses."""
        statuses = [server.stop() for server in self.servers]
        for server in self.servers:
            server.log.close()
        self.database.close()
        return statuses


class Turns:
    """The consecutive matches of one pair of clients."""

    def __init__(self, load: Load, number: int) -> None:
        self.load = load
        self.number = number
        self.played = 0

    async def next(self) -> Match:
        """Store a new game for the pair."""
        load, first = self.load, 2 * self.number
        game, lines = load.scripts[self.number % len(load.scripts)]
        script = lines[(self.number + self.played) % len(lines)]
        self.played += 1
        people = load.people[first : first + 2]
        seats = [StoredSeat(person.name, person.id) for person in people]
        new = NewGame(game, (seats[0], seats[1]), time_control="600+5")
        key = await asyncio.to_thread(load.store.create, new)
        return Match(key, script, (load.cookies[first], load.cookies[first + 1]))

    def order(self, addresses: list[str]) -> list[str]:
        """Return the servers in the order in which the pair tries them."""
        start = self.number // 2 % len(addresses)
        return addresses[start:] + addresses[:start]


def cookie_of(identity: Identity, account: int) -> str:
    """Return the cookie of an account as a browser sends it."""
    response = Response()
    identity.remember(response, account)
    return response.headers["set-cookie"].partition(";")[0]


def scripts() -> list[tuple[str, list[list[str]]]]:
    """Return games of random moves, ten of each kind."""
    found = []
    for game in all_games():
        lines = []
        for seed in range(10):
            rng, position = Random(seed), game.start()
            while not position.is_over and position.ply < MOST_PLIES:
                position.play_number(rng.choice(position.legal_numbers))
            lines.append(list(position.played))
        found.append((game.name, lines))
    return found


def percentile(values: list[float], percent: float) -> float:
    """Return a percentile of some seconds, in milliseconds."""
    ordered = sorted(values) or [0.0]
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def report(load: Load, seconds: float) -> None:
    """Print the measurements."""
    counts = load.counts
    moves = sum(len(match.acknowledged) for match in counts.matches)
    print(f"games at once        {load.games}, {len(counts.matches)} in all")
    print(f"moves acknowledged   {moves}, {moves / seconds:.0f} a second")
    for name, percent in (("median", 50), ("p90", 90), ("p99", 99), ("longest", 100)):
        print(f"acknowledged, {name:8}{percentile(counts.latencies, percent):7.1f} ms")
    if counts.interrupted:
        print(f"interrupted moves    {len(counts.interrupted)}", end="")
        print(
            f", the longest {max(counts.interrupted):.1f} s; {counts.reconnections} reconnections"
        )
    (start, before), (middle, after), _ = load.used
    each = 1000 * (middle - start) / max(1, after - before)
    print(f"processor time       {each:.1f} ms a move")
    print(f"errors               {counts.errors or 'none'}")
    for moment, sizes in zip(("start", "middle", "end"), load.memory, strict=True):
        print(f"memory at the {moment:7}{' + '.join(f'{size:.0f}' for size in sizes)} MiB")
    complaints = [line for server in load.servers for line in server.complaints()]
    print(f"complaints           {len(complaints) or 'none'}")
    for line in complaints[:10]:
        print(f"  {line}")
    faults = load.lost()
    print(f"lost                 {'none' if not faults else len(faults)}")
    for fault in faults[:10]:
        print(f"  {fault}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--pace", type=float, default=2.0, help="seconds between moves of a game")
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--kill", action="store_true")
    words = parser.parse_args()
    postgres = Postgres() if words.postgresql else None
    try:
        with TemporaryDirectory() as folder:
            url = postgres.url if postgres else f"sqlite:///{folder}/portal.db"
            load = Load(url, words.games, words.pace, 2 if postgres else 1)
            try:
                asyncio.run(load.run(words.seconds, kill=words.kill))
                report(load, words.seconds)
            finally:
                print(f"exit statuses        {load.close()}")
    finally:
        if postgres is not None:
            postgres.stop()


if __name__ == "__main__":
    main()
