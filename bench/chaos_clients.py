"""The clients of a fault run: they play, repeat moves, reconnect, and record everything."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable
from itertools import count
from random import Random
from time import monotonic
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.chaos_history import Acked, Entry, Saw, Sent, Told
from bench.chaos_wire import Wire
from outwit.records.endings import CALLED_OFF
from outwit.records.record import DRAWN, FIRST_WON, SECOND_WON, UNFINISHED

# Seconds until a message without an answer is sent again.
PATIENCE = 0.7
# Seconds between two attempts to connect, and the timeout of one.
PAUSE, OPEN_SECONDS = 0.15, 3.0
# Probability of sending a move twice, an old move again, and another move after a lost connection.
TWICE, AGAIN, CHANGED = 0.3, 0.1, 0.3
# A player's action at the end of its part.
RESIGN, DRAW, SLEEP = "resign", "draw", "sleep"
WINNERS = {"first": FIRST_WON, "second": SECOND_WON}
_connections = count(1)


class Log:
    """The history while it is written."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._start = monotonic()
        self._begun = 0.0

    def begin(self) -> None:
        """Set the start of the faults to now."""
        self._begun = self.now()

    def since(self) -> float:
        """Return the seconds since the start of the faults."""
        return self.now() - self._begun

    def now(self) -> float:
        """Return the seconds since the beginning."""
        return monotonic() - self._start


class State:
    """The state of a game in a message of either protocol."""

    def __init__(self, moves: tuple[str, ...], legal: list[str]) -> None:
        self.moves = moves
        self.legal = legal
        self.left: tuple[int, int] | None = None
        self.running: int | None = None
        self.result = ""
        self.draw_by: int | None = None


class Browser:
    """A browser's socket: states come as changes, acknowledgements name the ply."""

    def __init__(self, cookie: str) -> None:
        self.headers = {"Cookie": cookie} if cookie else {}
        self._moves: list[str] = []
        self._sent: dict[int, str] = {}

    def path(self, key: str) -> str:
        """Return where the socket is."""
        return f"/ws/g/{key}?changes"

    def move(self, ply: int, move: str) -> dict[str, Any]:
        """Return the message of a move; it is the answer for this ply on this connection."""
        move = self._sent.setdefault(ply, move)
        return {"t": "move", "n": ply, "m": move}

    def resign(self) -> dict[str, Any]:
        """Return the message that gives up."""
        return {"t": "resign"}

    def draw(self) -> dict[str, Any]:
        """Return the message that offers or accepts a draw."""
        return {"t": "draw"}

    def read(self, message: dict[str, Any]) -> State | tuple[int, str] | str | None:
        """Return a state, the ply and move of an acknowledgement, or the code of a refusal."""
        match message["t"]:
            case "ack":
                return message["n"], self._sent[message["n"]]
            case "error":
                return str(message["code"])
            case "state":
                return self._state(message)
        return None

    def _state(self, message: dict[str, Any]) -> State:
        kept = message["kept"][0] if "kept" in message else 0
        self._moves[kept:] = [each["text"] for each in message["played"]]
        found = State(tuple(self._moves), [each["text"] for each in message["moves"]])
        clocks, outcome = message["clocks"], message["outcome"]
        found.left = None if clocks["left"] is None else tuple(clocks["left"])
        found.running = clocks["running"]
        found.result = "" if outcome is None else outcome["result"]
        found.draw_by = message["offers"]["draw"]
        return found


class Program:
    """A bot's socket of the API: every message is answered, in order."""

    def __init__(self, token: str) -> None:
        self.headers = {"Authorization": f"Bearer {token}"}
        self._sent: dict[int, str] = {}
        # Unanswered messages: a ply and its move, or None for any other message.
        self._waiting: deque[tuple[int, str] | None] = deque()

    def path(self, key: str) -> str:
        """Return where the socket is."""
        return f"/api/ws/game/{key}"

    def move(self, ply: int, move: str) -> dict[str, Any]:
        """Return the message of a move."""
        move = self._sent.setdefault(ply, move)
        self._waiting.append((ply, move))
        return {"type": "move", "move": move, "ply": ply}

    def resign(self) -> dict[str, Any]:
        """Return the message that gives up."""
        self._waiting.append(None)
        return {"type": "resign"}

    def draw(self) -> dict[str, Any]:
        """Return the message that offers or accepts a draw."""
        self._waiting.append(None)
        return {"type": "draw", "accept": True}

    def read(self, message: dict[str, Any]) -> State | tuple[int, str] | str | None:
        """Return a state, the ply and move of an acknowledgement, or the code of a refusal."""
        match message["type"]:
            case "ok":
                return self._waiting.popleft()
            case "error":
                if self._waiting:
                    self._waiting.popleft()
                return str(message["code"])
            case "gameFull":
                return self._state(message["state"])
            case "gameState":
                return self._state(message)
        return None

    def _state(self, message: dict[str, Any]) -> State:
        moves = tuple(message["moves"].split())
        found = State(moves, message["legalMoves"])
        if message["firstTime"] is not None:
            found.left = message["firstTime"], message["secondTime"]
        status = message["status"]
        if status in ("created", "started"):
            found.running = None if found.left is None else len(moves) % 2
        elif message["winner"] is not None:
            found.result = WINNERS[message["winner"]]
        else:
            found.result = UNFINISHED if status in CALLED_OFF else DRAWN
        sides = [side for side, name in enumerate(("first", "second")) if message[f"{name}Draw"]]
        found.draw_by = sides[0] if sides else None
        return found


Dialect = Browser | Program


class Part:
    """A player's part: after ``plies`` plies it resigns, offers a draw, or stops answering."""

    def __init__(self, pace: float, plies: int = 1_000_000, end: str = RESIGN) -> None:
        self.pace = pace
        self.plies = plies
        self.end = end


class Client:
    """A client of a game: a player with a side and a part, or a spectator."""

    def __init__(
        self,
        name: str,
        key: str,
        dialect: Callable[[], Dialect],
        wires: list[Wire],
        log: Log,
        rng: Random,
        side: int | None = None,
        part: Part | None = None,
    ) -> None:
        self.name = name
        self.key = key
        self.wires = wires
        self.log = log
        self.rng = rng
        self.side = side
        self.part = part
        self.is_over = False
        self._dialect = dialect
        self._spoken: Dialect = dialect()
        self._connection = 0
        self._socket: ClientConnection | None = None
        self._acting: asyncio.Task[None] | None = None
        # The move chosen for a ply, and the last one that was acknowledged.
        self._chosen: tuple[int, str] | None = None
        self._acked: tuple[int, str] | None = None

    async def run(self) -> None:
        """Reconnect after every lost connection, until the game is over."""
        tries = 0
        while not self.is_over:
            try:
                await self._visit(self.wires[tries % len(self.wires)])
            except (OSError, WebSocketException, TimeoutError) as error:
                self._tell(f"lost: {type(error).__name__}")
            finally:
                self._socket = None
                self._stop_acting()
            tries += 1
            if not self.is_over:
                await asyncio.sleep(PAUSE * self.rng.uniform(0.5, 1.5))

    def hurry(self) -> None:
        """Send no more moves; a client that has stopped answering stays silent."""
        if self.part is not None:
            self.part.plies = 0
            self.part.pace = 0.05

    async def _visit(self, wire: Wire) -> None:
        self._spoken, self._connection = self._dialect(), next(_connections)
        async with connect(
            f"ws://{wire.address}{self._spoken.path(self.key)}",
            additional_headers=self._spoken.headers,
            origin=f"http://{wire.address}",  # type: ignore[arg-type]
            compression=None,
            ping_interval=None,
            open_timeout=OPEN_SECONDS,
            close_timeout=1,
        ) as self._socket:
            async for text in self._socket:
                if text:
                    self._hear(json.loads(text))
                if self.is_over:
                    return

    def _hear(self, message: dict[str, Any]) -> None:
        match self._spoken.read(message):
            case State() as state:
                self._see(state)
            case (int() as ply, str() as move):
                self._write(Acked(self.log.now(), self.name, self.key, ply, move))
                self._acked = ply, move
            case str() as code:
                self._tell(f"refused: {code}")

    def _see(self, state: State) -> None:
        self._write(
            Saw(
                self.log.now(),
                self.name,
                self.key,
                self._connection,
                state.moves,
                state.left,
                state.running,
                state.result,
            )
        )
        if state.result:
            self.is_over = True
            self._stop_acting()
        elif self.part is not None:
            self._stop_acting()
            self._acting = asyncio.create_task(self._act(self.part, state))

    async def _act(self, part: Part, state: State) -> None:
        """Send the action for a state again and again until the next state arrives."""
        ply = len(state.moves)
        await asyncio.sleep(part.pace * self.rng.uniform(0.5, 1.5))
        while True:
            if ply >= part.plies:
                if part.end == RESIGN:
                    await self._send(self._spoken.resign(), "resigns")
                elif part.end == DRAW and state.draw_by != self.side:
                    await self._send(self._spoken.draw(), "wants a draw")
            elif state.legal and ply % 2 == self.side:
                await self._move(ply, state.legal)
            await asyncio.sleep(PATIENCE)

    async def _move(self, ply: int, legal: list[str]) -> None:
        if self._chosen is None or self._chosen[0] != ply or self.rng.random() < CHANGED:
            self._chosen = ply, self.rng.choice(legal)
        times = 2 if self.rng.random() < TWICE else 1
        for _ in range(times):
            await self._send_move(*self._chosen)
        if self._acked is not None and self.rng.random() < AGAIN:
            await self._send_move(*self._acked)

    async def _send_move(self, ply: int, move: str) -> None:
        message = self._spoken.move(ply, move)
        move = message.get("m") or message["move"]
        self._write(Sent(self.log.now(), self.name, self.key, ply, move))
        await self._send(message)

    async def _send(self, message: dict[str, Any], said: str = "") -> None:
        if said:
            self._tell(said)
        if self._socket is not None:
            try:
                await self._socket.send(json.dumps(message))
            except WebSocketException as error:
                self._tell(f"not sent: {type(error).__name__}")

    def _stop_acting(self) -> None:
        if self._acting is not None:
            self._acting.cancel()
            self._acting = None

    def _tell(self, text: str) -> None:
        self._write(Told(self.log.now(), self.name, self.key, text))

    def _write(self, entry: Entry) -> None:
        self.log.entries.append(entry)


async def read_end(name: str, key: str, wire: Wire, log: Log, seconds: float) -> None:
    """Record the state of a game at a server, as a new client receives it.

    A process that does not keep the game may receive its end with a delay. The reader waits for it
    for at most ``seconds``.
    """
    spoken, connection = Browser(""), next(_connections)
    async with (
        asyncio.timeout(seconds),
        connect(
            f"ws://{wire.address}{spoken.path(key)}",
            origin=f"http://{wire.address}",  # type: ignore[arg-type]
            compression=None,
            ping_interval=None,
        ) as socket,
    ):
        async for text in socket:
            state = spoken.read(json.loads(text))
            if isinstance(state, State):
                saw = Saw(
                    log.now(),
                    name,
                    key,
                    connection,
                    state.moves,
                    state.left,
                    state.running,
                    state.result,
                    is_last=True,
                )
                log.entries.append(saw)
                if state.result:
                    return
