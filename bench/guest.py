"""Measure how one hostile guest slows the moves and the bots' answers of other users.

Run it from the root: ``python -m bench.guest``. The guest has its own address (127.0.0.66). It
requests hints, pictures of big boards, analyses and sockets as fast as it can, and sends request
bodies that do not end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.portal import Load, Turns, cookie_of, percentile
from bench.portal_clients import play_on
from outwit.storage.stored import NewGame, StoredSeat

GUEST = "127.0.0.66"
BIG_GAME, BIG_BOARD = "jesonmor", {"size": "15"}
SOCKETS, SLOW_BODIES, PICTURES, ANALYSES, HINTED = 500, 200, 20, 10, 20
LEVEL = "level 3"


class Guest:
    """The guest's requests, in a process of its own, so that its own work delays nobody."""

    def __init__(self, server: str, games: list[tuple[str, str]], big: tuple[str, str]) -> None:
        self.server = server
        # Games against bots, and one on a big board: their keys, and the guest's cookies.
        self.games = games
        self.big = big
        # Numbers of answers by kind of request.
        self.got: Counter[str] = Counter()

    async def run(self) -> None:
        """Send all kinds of requests in parallel, until told to end."""
        key, cookie = self.big
        picture, lines = f"/g/{key}/ply/0.svg", "/analysis/advance/lines?seconds=3"
        work = [
            *(self._hints(*game) for game in self.games),
            *(self._ask(picture, cookie, "picture") for _ in range(PICTURES)),
            *(self._ask(lines, "", "lines") for _ in range(ANALYSES)),
            *(self._hold(key, cookie) for _ in range(SOCKETS)),
            *(self._trickle() for _ in range(SLOW_BODIES)),
        ]
        tasks = [asyncio.create_task(each) for each in work]
        await asyncio.to_thread(sys.stdin.read)
        for task in tasks:
            task.cancel()
        print(json.dumps(dict(sorted(self.got.items()))))

    async def _hints(self, key: str, cookie: str) -> None:
        while True:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with socket_of(self.server, key, cookie, GUEST) as socket:
                    await socket.send('{"t":"hint"}')
                    async for text in socket:
                        kind = json.loads(text)["t"]
                        if kind in ("hint", "error"):
                            self.got[f"hint: {kind}"] += 1
                            await socket.send('{"t":"hint"}')
            await asyncio.sleep(0.1)

    async def _hold(self, key: str, cookie: str) -> None:
        while True:
            try:
                async with socket_of(self.server, key, cookie, GUEST) as socket:
                    self.got["socket: open"] += 1
                    while True:
                        await socket.send('{"t":"sync"}')
                        await socket.recv()
            except (OSError, WebSocketException, TimeoutError):
                self.got["socket: refused or closed"] += 1
            await asyncio.sleep(1)

    async def _ask(self, path: str, cookie: str, kind: str) -> None:
        lines = (f"GET {path} HTTP/1.1", f"Host: {self.server}", f"Cookie: {cookie}")
        request = "\r\n".join((*lines, "Connection: close", "", "")).encode()
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await self._connection()
                writer.write(request)
                answer = await reader.read()
                self.got[f"{kind}: {answer[9:12].decode()}"] += 1
                writer.close()
            await asyncio.sleep(0.05)

    async def _trickle(self) -> None:
        head = f"POST /login HTTP/1.1\r\nHost: {self.server}\r\nContent-Length: 60000\r\n\r\n"
        while True:
            with suppress(OSError):
                reader, writer = await self._connection()
                writer.write(head.encode())
                while not reader.at_eof():
                    writer.write(b"x")
                    await writer.drain()
                    await asyncio.sleep(1)
                self.got["body: given up"] += 1
            await asyncio.sleep(0.1)

    async def _connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        host, port = self.server.split(":")
        return await asyncio.open_connection(host, int(port), local_addr=(GUEST, 0))


class Town:
    """Honest users in games with each other and with bots."""

    def __init__(self, load: Load, rng: Random) -> None:
        self.load = load
        self.rng = rng
        self.server = load.servers[0].address
        self.answers: list[float] = []

    def bot_game(
        self, name: str, clock: str, options: dict[str, str] | None = None
    ) -> tuple[str, str]:
        """Store a game of a newcomer against a bot; return its key and the newcomer's cookie."""
        person = self.load.accounts.guest()
        seats = StoredSeat(person.name, person.id), StoredSeat(LEVEL, None, LEVEL)
        new = NewGame(name, seats, time_control=clock, options=options or {})
        return self.load.store.create(new), cookie_of(self.load.identity, person.id)

    async def play_bot(self, name: str) -> None:
        """Play random moves against a bot without end, and record the times of its answers."""
        while True:
            key, cookie = self.bot_game(name, "600+5")
            async with socket_of(self.server, key, cookie) as socket:
                sent = 0.0
                async for text in socket:
                    state = json.loads(text)
                    if state["t"] != "state":
                        continue
                    if state["outcome"]:
                        break
                    if state["turn"] == 0 and state["moves"]:
                        if sent:
                            self.answers.append(perf_counter() - sent)
                        await asyncio.sleep(self.rng.uniform(0.3, 0.9))
                        sent = perf_counter()
                        move = self.rng.choice(state["moves"])["text"]
                        await socket.send(json.dumps({"t": "move", "n": state["n"], "m": move}))

    def let_guest_in(self) -> subprocess.Popen[str]:
        """Start the guest."""
        games = [self.bot_game("advance", "unlimited") for _ in range(HINTED)]
        big = self.bot_game(BIG_GAME, "unlimited", BIG_BOARD)
        given = json.dumps([self.server, games, big])
        return subprocess.Popen(
            [sys.executable, "-m", "bench.guest", "--guest", given],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )


def socket_of(server: str, key: str, cookie: str, address: str | None = None) -> connect:
    """Return a socket at a game, from an address of this machine."""
    return connect(
        f"ws://{server}/ws/g/{key}?changes",
        additional_headers={"Cookie": cookie},
        origin=f"http://{server}",  # type: ignore[arg-type]
        compression=None,
        ping_interval=None,
        open_timeout=30,
        local_addr=None if address is None else (address, 0),
    )


async def run(load: Load, seconds: float, bots: int) -> None:
    """Measure without and then with the guest, and print both."""
    town = Town(load, Random(1))
    honest = [asyncio.create_task(town.play_bot("advance")) for _ in range(bots)]
    for number in range(load.games):
        turns = Turns(load, number)
        order = turns.order([town.server])
        honest.append(asyncio.create_task(play_on(turns.next, order, load.pace, load.counts)))
    await asyncio.sleep(10)
    guest: subprocess.Popen[str] | None = None
    try:
        for phase in ("in quiet", "with the guest"):
            if phase != "in quiet":
                guest = town.let_guest_in()
                await asyncio.sleep(5)
            moves, answers = len(load.counts.latencies), len(town.answers)
            await asyncio.sleep(seconds)
            latencies, waited = load.counts.latencies[moves:], town.answers[answers:]
            print(
                f"{phase:16} moves {len(latencies):5}, median {percentile(latencies, 50):6.1f} ms, "
                f"p99 {percentile(latencies, 99):6.1f} ms; bots {len(waited):4}, "
                f"median {percentile(waited, 50):6.1f} ms, p90 {percentile(waited, 90):6.1f} ms"
            )
    finally:
        said = "" if guest is None else (await asyncio.to_thread(guest.communicate, ""))[0]
        for task in honest:
            task.cancel()
        ended = await asyncio.gather(*honest, return_exceptions=True)
    faults = {repr(each) for each in ended if not isinstance(each, asyncio.CancelledError)}
    print(f"the guest got    {said.strip()}")
    print(f"errors           {load.counts.errors or 'none'} {faults or ''}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=30, help="games between people")
    parser.add_argument("--bots", type=int, default=5, help="games against bots")
    parser.add_argument(
        "--seconds", type=float, default=30.0, help="seconds of each of the two parts"
    )
    parser.add_argument("--guest", help=argparse.SUPPRESS)
    words = parser.parse_args()
    if words.guest:
        asyncio.run(Guest(*json.loads(words.guest)).run())
        return
    with TemporaryDirectory() as folder:
        load = Load(f"sqlite:///{folder}/portal.db", words.games, 2.0, limited=True)
        try:
            asyncio.run(run(load, words.seconds, words.bots))
        finally:
            load.close()


if __name__ == "__main__":
    main()
