"""The processes of the portal on one PostgreSQL: its locks say who owns a game, its NOTIFY tells.

The locks belong to a connection. When a process dies, so does its connection, and the locks are
free.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
from collections import OrderedDict
from collections.abc import Callable, Collection
from contextlib import AsyncExitStack, suppress
from itertools import count
from secrets import token_hex
from typing import Any

import psycopg
from sqlalchemy import URL

from outwit.errors import OutwitError
from outwit.server.base.tasks import Tasks, report
from outwit.server.news.bus import Body, Bus, Hearer, NoAnswer, NotOwner, Server, read_error

log = logging.getLogger(__name__)
# Everybody listens to this channel, and to one of their own.
CHANNEL = "outwit"
# PostgreSQL takes less than 8,000 bytes.
LONGEST = 7_900
# Notes that are sent in one transaction at most.
MOST_NOTES = 200
# So long the owner of a game may take for an answer, and a lost connection is tried again later.
ANSWER_SECONDS = 1.5
RETRY_SECONDS = 1.0
# For whoever waits on a connection that is given up.
HANG_UP_SECONDS = 5.0
# After this time without a word a connection is tried out.
QUIET_SECONDS = 5.0
# Requests that are remembered, so that none is carried out twice.
MOST_REMEMBERED = 5_000
ASK, ANSWER = "ask", "answer"
CLAIM = "SELECT k FROM unnest(%s::bigint[]) AS k WHERE pg_try_advisory_lock(k)"
RELEASE = "SELECT pg_advisory_unlock(k) FROM unnest(%s::bigint[]) AS k"
NOTIFY = "SELECT pg_notify(c, p) FROM unnest(%s::text[], %s::text[]) AS note(c, p)"
# A process whose machine is cut off is given up within half a minute.
ALIVE = "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
# A note that is lost with the server's machine is not missed.
QUICK = "-c synchronous_commit=off"


class PostgresBus(Bus):
    """One connection speaks and holds the locks, another listens; a lost pair is made anew."""

    is_shared = True

    def __init__(self, url: URL) -> None:
        self.name = f"{CHANNEL}_{token_hex(6)}"
        plain = url.set(drivername="postgresql")
        self._address = plain.render_as_string(hide_password=False)
        self._speaking: psycopg.AsyncConnection[Any] | None = None
        self._listening: psycopg.AsyncConnection[Any] | None = None
        # The file number that the event loop watches.
        self._watched: int | None = None
        self._owned: set[str] = set()
        self._claiming = asyncio.Lock()
        self._notes: list[tuple[str, str]] = []
        self._numbers = count()
        self._wake = asyncio.Event()
        self._is_broken = False
        self._asked: dict[str, asyncio.Future[Body]] = {}
        self._served: OrderedDict[str, tuple[str, Body] | None] = OrderedDict()
        self._serving = Tasks()
        self._running = Tasks()
        self._hear: Hearer
        self._serve: Server
        self._changed: Callable[[bool], None]

    async def open(self, hear: Hearer, serve: Server, changed: Callable[[bool], None]) -> None:
        """Connect; from now on a lost connection comes back by itself."""
        self._hear, self._serve, self._changed = hear, serve, changed
        await self._connect()
        self._running.keep("bus", self._run)

    async def close(self) -> None:
        """Send what is left, and give everything up."""
        await self._serving.close()
        await self._running.close()
        try:
            await self._send()
        except psycopg.Error:
            log.warning("the last notes to the other processes were not sent")
        await self._disconnect()

    # Owning games.

    async def claim(self, keys: Collection[str]) -> set[str]:
        """Take the locks of games that are free."""
        # Locks are counted: none is taken twice.
        async with self._claiming:
            wanted = {number_of(key): key for key in keys if key not in self._owned}
            ours = self._owned.intersection(keys)
            connection = self._speaking
            if not wanted or connection is None:
                return ours
            try:
                found = await connection.execute(CLAIM, (list(wanted),))
                taken = {wanted[row[0]] for row in await found.fetchall()}
            except psycopg.Error as error:
                # Some locks may be had and not known: the connection gives them up.
                self._break(error, connection)
                return set()
            if connection is not self._speaking:
                return set()
            self._owned |= taken
            return ours | taken

    async def release(self, keys: Collection[str]) -> None:
        """Free the locks of games, after all that was told about them."""
        keys = self._owned.intersection(keys)
        self._owned -= keys
        connection = self._speaking
        if not keys or connection is None:
            return
        try:
            await self._send()
            await connection.execute(RELEASE, ([number_of(key) for key in keys],))
        except psycopg.Error as error:
            self._break(error, connection)

    # Telling and asking.

    def tell(self, kind: str, key: str, body: Body) -> None:
        """Notify everybody else."""
        self._note(CHANNEL, kind, key, body)

    async def ask(self, key: str, request: Body, number: str) -> Body:
        """Ask everybody; the owner answers."""
        answer = self._asked.setdefault(number, asyncio.get_running_loop().create_future())
        try:
            self._note(CHANNEL, ASK, key, [self.name, number, request])
            async with asyncio.timeout(ANSWER_SECONDS):
                return await answer
        except TimeoutError:
            raise NoAnswer from None
        finally:
            self._asked.pop(number, None)

    def _note(self, channel: str, kind: str, key: str, body: Body) -> None:
        # The number: of equal notes in one transaction, PostgreSQL would send one.
        text = f"{self.name} {next(self._numbers)} {json.dumps([kind, key, body])}"
        if len(text) > LONGEST:
            log.warning("a note of kind %s is too long for the other processes", kind)
            return
        self._notes.append((channel, text))
        self._wake.set()

    def _read(self) -> None:
        """Take in what has come; called by the event loop."""
        connection = self._listening
        assert connection is not None
        try:
            connection.pgconn.consume_input()
            while note := connection.pgconn.notifies():
                self._take_safely(note.extra.decode())
        except psycopg.Error as error:
            self._stop_reading()
            self._break(error, connection)

    def _take_safely(self, note: str) -> None:
        """Take a note; one that cannot be understood does not keep the others back."""
        try:
            self._take(note)
        except Exception as error:  # noqa: BLE001
            report("bus note", error)

    def _take(self, note: str) -> None:
        sender, _, rest = note.partition(" ")
        if sender == self.name:
            return
        kind, key, body = json.loads(rest.partition(" ")[2])
        if kind == ANSWER:
            number, code, value = body
            answer = self._asked.get(number)
            if answer is not None and not answer.done():
                if code:
                    answer.set_exception(read_error(code, value))
                else:
                    answer.set_result(value)
        elif kind == ASK:
            self._serving.start("bus answer", self._answer(key, *body))
        else:
            self._hear(kind, key, body)

    async def _answer(self, key: str, asker: str, number: str, request: Body) -> None:
        """Carry out a request once, and tell the asker what came of it."""
        if number in self._served:
            done = self._served[number]
        else:
            self._served[number] = None
            try:
                done = "", await self._serve(key, request)
            except NotOwner:
                del self._served[number]
                return
            except OutwitError as error:
                done = error.code, str(error)
            except Exception as error:  # noqa: BLE001  # the asker waits for an answer
                report("bus answer", error)
                done = OutwitError.code, "the process that keeps this game failed: try again"
            self._served[number] = done
            while len(self._served) > MOST_REMEMBERED:
                self._served.popitem(last=False)
        if done is not None:
            self._note(asker, ANSWER, key, [number, *done])

    # The connections.

    async def _connect(self) -> None:
        """Make both connections; no game can be claimed before both are there."""
        async with AsyncExitStack() as made:
            speaking = await self._connection()
            made.push_async_callback(speaking.close)
            listening = await self._connection()
            made.push_async_callback(listening.close)
            for channel in (CHANNEL, self.name):
                await listening.execute(f'LISTEN "{channel}"')
            made.pop_all()
        self._speaking, self._listening = speaking, listening
        self._is_broken = False
        self._watched = listening.fileno()
        asyncio.get_running_loop().add_reader(self._watched, self._read)

    def _stop_reading(self) -> None:
        if self._watched is not None:
            asyncio.get_running_loop().remove_reader(self._watched)
            self._watched = None

    async def _connection(self) -> psycopg.AsyncConnection[Any]:
        return await psycopg.AsyncConnection.connect(
            self._address,
            autocommit=True,
            application_name=self.name,
            options=f"{ALIVE} {QUICK}",
            keepalives_idle=10,
        )

    async def _disconnect(self) -> None:
        """Close both connections, and with them lose every claim."""
        speaking, listening = self._speaking, self._listening
        self._speaking = self._listening = None
        self._owned.clear()
        self._stop_reading()
        for connection in (speaking, listening):
            if connection is not None:
                # Somebody may wait for an answer. The event loop knows connections by their file
                # numbers: a number must not be used again before its old waiter has gone.
                hang_up(connection)
                with suppress(TimeoutError):
                    async with asyncio.timeout(HANG_UP_SECONDS), connection.lock:
                        pass
                await connection.close()

    def _break(self, error: psycopg.Error, connection: psycopg.AsyncConnection[Any]) -> None:
        """Note that a connection of ours is lost; both are made anew."""
        if connection in (self._speaking, self._listening) and not self._is_broken:
            log.warning("the connection to the other processes is lost: %s", error)
            self._is_broken = True
            self._wake.set()

    async def _run(self) -> None:
        """Send what is told, and connect again whenever the connection is lost."""
        while True:
            try:
                while self._speaking is not None and not self._is_broken:
                    await self._wait()
                    await self._send()
            except psycopg.Error as error:
                log.warning("the connection to the other processes is lost: %s", error)
            await self._disconnect()
            self._notes.clear()
            self._changed(False)
            while self._speaking is None:
                await asyncio.sleep(RETRY_SECONDS)
                try:
                    await self._connect()
                except psycopg.Error as error:
                    log.warning("no connection to the other processes: %s", error)
                    await self._disconnect()
            self._changed(True)

    async def _wait(self) -> None:
        """Wait for something to send; after a while, try the connection out."""
        assert self._speaking is not None
        try:
            async with asyncio.timeout(QUIET_SECONDS):
                await self._wake.wait()
        except TimeoutError:
            await self._speaking.execute("SELECT 1")
        self._wake.clear()

    async def _send(self) -> None:
        """Send what has been told up to now, in order."""
        while self._notes and self._speaking is not None:
            notes, self._notes = self._notes[:MOST_NOTES], self._notes[MOST_NOTES:]
            channels, texts = zip(*notes, strict=True)
            await self._speaking.execute(NOTIFY, (list(channels), list(texts)))


def hang_up(connection: psycopg.AsyncConnection[Any]) -> None:
    """Let whoever waits for an answer on a connection see that none will come."""
    # An error: the connection is lost already, and its waiter will see that.
    with (
        suppress(OSError, psycopg.Error),
        socket.socket(fileno=os.dup(connection.fileno())) as line,
    ):
        line.shutdown(socket.SHUT_RDWR)


def number_of(key: str) -> int:
    """Return the number that is locked for a game: eight letters are as many bytes.

    >>> number_of("aaaaaaaa") == 0x6161616161616161
    True
    """
    return int.from_bytes(key.encode("ascii"))
