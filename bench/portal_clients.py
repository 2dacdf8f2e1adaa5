"""Scripted clients of the portal: they play, reconnect after a lost connection, and count."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from time import perf_counter

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

# The beginning of a state, up to the number of plies; the picture after it is not parsed.
STATE = re.compile(r'\{"t": ?"state",.{0,80}?"n": ?(\d+),')
# Seconds until a move without an answer is sent again, as in a browser.
PATIENCE = 4.0
# Longest wait for an answer at the end, in seconds.
LONGEST_ANSWER = 20.0
FIRST_WAIT, LONGEST_WAIT = 0.3, 3.0
Next = Callable[[], Awaitable["Match"]]


class Counts:
    """The measurements of all clients."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        # Times of moves that were in transit when a connection was lost.
        self.interrupted: list[float] = []
        self.reconnections = 0
        self.errors: dict[str, int] = {}
        self.matches: list[Match] = []


class Match:
    """A game and the moves to play in it."""

    def __init__(self, key: str, script: list[str], cookies: tuple[str, str]) -> None:
        self.key = key
        self.script = script
        self.cookies = cookies
        # Acknowledged moves by ply, and the last ply that each client has seen.
        self.acknowledged: dict[int, str] = {}
        self.seen = [0, 0]


class Player:
    """One of the two clients of a match."""

    def __init__(
        self, match: Match, side: int, servers: list[str], pace: float, counts: Counts, rng: Random
    ) -> None:
        self.match = match
        self.side = side
        self.servers = servers
        self.pace = pace
        self.counts = counts
        self.rng = rng
        self.is_done = asyncio.Event()
        self._is_stopping = self._is_closing = False
        self._heard = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._moving: asyncio.Task[None] | None = None
        # The unanswered ply and its time, and whether the connection was lost since.
        self._sent: tuple[int, float] | None = None
        self._was_lost = False

    async def run(self) -> None:
        """Play until the script ends or ``stop`` is called."""
        wait, number = FIRST_WAIT, 0
        while not self._is_closing and not self.is_done.is_set():
            server = self.servers[number % len(self.servers)]
            try:
                async with connect(
                    f"ws://{server}/ws/g/{self.match.key}?changes",
                    additional_headers={"Cookie": self.match.cookies[self.side]},
                    origin=f"http://{server}",  # type: ignore[arg-type]
                    compression=None,
                    ping_interval=None,
                    open_timeout=10,
                ) as self._socket:
                    await self._send({"t": "sync"})
                    async for text in self._socket:
                        wait = FIRST_WAIT
                        self._hear(str(text))
                        if self.is_done.is_set():
                            break
            except (OSError, WebSocketException, TimeoutError):
                pass
            self._socket = None
            self._stop_moving()
            if self._is_closing or self.is_done.is_set():
                break
            self._was_lost = True
            self.counts.reconnections += 1
            # The next server, if there are several, as a proxy would choose.
            number += 1
            await asyncio.sleep(wait * self.rng.uniform(0.7, 1.3))
            wait = min(LONGEST_WAIT, 2 * wait)
        self._stop_moving()

    async def stop(self) -> None:
        """Send no more moves; wait for the answer to the last one."""
        self._is_stopping = True
        if self._sent is None:
            self._stop_moving()
        deadline = perf_counter() + LONGEST_ANSWER
        while self._sent is not None and not self.is_done.is_set() and perf_counter() < deadline:
            await asyncio.sleep(0.05)

    async def sync(self) -> None:
        """Request the state of the game, and wait for the answer."""
        if self.is_done.is_set():
            return
        self._heard.clear()
        await self._send({"t": "sync"})
        with suppress(TimeoutError):
            await asyncio.wait_for(self._heard.wait(), LONGEST_ANSWER)

    async def close(self) -> None:
        """Leave."""
        self._is_closing = True
        if self._socket is not None:
            await self._socket.close()

    def _hear(self, text: str) -> None:
        if found := STATE.match(text):
            self._see(int(found[1]))
            return
        message = json.loads(text)
        if message["t"] == "ack":
            self._acknowledge(message["n"])
        elif message["t"] == "error":
            code = message["code"]
            self.counts.errors[code] = self.counts.errors.get(code, 0) + 1

    def _acknowledge(self, ply: int) -> None:
        match = self.match
        match.acknowledged[ply] = match.script[ply]
        if self._sent is not None and self._sent[0] == ply:
            seconds = perf_counter() - self._sent[1]
            kept = self.counts.interrupted if self._was_lost else self.counts.latencies
            kept.append(seconds)
            self._sent, self._was_lost = None, False
            self._stop_moving()

    def _see(self, plies: int) -> None:
        match = self.match
        match.seen[self.side] = plies
        self._heard.set()
        if plies >= len(match.script):
            self.is_done.set()
        if self._sent is not None and self._sent[0] < plies:
            # The move is played; its answer was lost with the connection or is in transit.
            if self._was_lost:
                self.counts.interrupted.append(perf_counter() - self._sent[1])
                self._sent, self._was_lost = None, False
                self._stop_moving()
        elif plies < len(match.script) and plies % 2 == self.side:
            if self._is_stopping and self._sent is None:
                return
            if self._moving is None or self._moving.done():
                self._moving = asyncio.create_task(self._move(plies))

    async def _move(self, ply: int) -> None:
        if self._sent is None or self._sent[0] != ply:
            await asyncio.sleep(self.pace * self.rng.uniform(0.5, 1.5))
            self._sent, self._was_lost = (ply, perf_counter()), False
        while self._sent is not None and self._sent[0] == ply:
            await self._send({"t": "move", "n": ply, "m": self.match.script[ply]})
            await asyncio.sleep(PATIENCE)

    async def _send(self, message: dict[str, object]) -> None:
        if self._socket is not None:
            # A lost socket reconnects.
            with suppress(WebSocketException):
                await self._socket.send(json.dumps(message))

    def _stop_moving(self) -> None:
        if self._moving is not None:
            self._moving.cancel()
            self._moving = None


async def play_on(next_match: Next, servers: list[str], pace: float, counts: Counts) -> None:
    """Play matches between two clients until cancelled; then request the state once more."""
    number = len(counts.matches)
    while True:
        match = await next_match()
        counts.matches.append(match)
        # The clients of every other pair use different servers, if there are two.
        orders = servers, servers[::-1] if number % 2 else servers
        players = [
            Player(match, side, orders[side], pace, counts, Random(f"{number} {side}"))
            for side in (0, 1)
        ]
        tasks = [asyncio.create_task(player.run()) for player in players]
        try:
            await asyncio.wait(tasks)
        except asyncio.CancelledError:
            for step in (Player.stop, Player.sync, Player.close):
                await asyncio.gather(*map(step, players))
            await asyncio.gather(*tasks, return_exceptions=True)
            raise
