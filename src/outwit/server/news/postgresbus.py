"""The bus of processes on one PostgreSQL: advisory locks own games, NOTIFY carries notes.

The locks belong to a connection: when a process dies, its connection closes and releases them.
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
# The common channel; each process listens to it and to its own channel.
CHANNEL = "outwit"
# Most bytes of a note; PostgreSQL's limit is just under 8,000.
LONGEST = 7_900
# Most notes in one transaction.
MOST_NOTES = 200
# Seconds to wait for an owner's answer, and until a lost connection is retried.
ANSWER_SECONDS = 1.5
RETRY_SECONDS = 1.0
# Seconds to wait for the tasks that use a broken connection.
HANG_UP_SECONDS = 5.0
# Seconds of silence after which a connection is tested.
QUIET_SECONDS = 5.0
# Most remembered requests, so that a repeat is not executed twice.
MOST_REMEMBERED = 5_000
ASK, ANSWER = "ask", "answer"
CLAIM = "SELECT k FROM unnest(%s::bigint[]) AS k WHERE pg_try_advisory_lock(k)"
RELEASE = "SELECT pg_advisory_unlock(k) FROM unnest(%s::bigint[]) AS k"
NOTIFY = "SELECT pg_notify(c, p) FROM unnest(%s::text[], %s::text[]) AS note(c, p)"
# TCP keep-alive: a dead peer is detected within 25 s.
ALIVE = "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
# Notes need not survive a crash of the database server.
QUICK = "-c synchronous_commit=off"


class PostgresBus(Bus):
    """One connection sends and holds the locks, another listens; both are replaced together."""

    is_shared = True

    def __init__(self, url: URL) -> None:
        self.name = f"{CHANNEL}_{token_hex(6)}"
        plain = url.set(drivername="postgresql")
        self._address = plain.render_as_string(hide_password=False)
        self._speaking: psycopg.AsyncConnection[Any] | None = None
        self._listening: psycopg.AsyncConnection[Any] | None = None
        # The file descriptor that the event loop watches.
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
        """Connect; a lost connection reconnects automatically from now on."""
        self._hear, self._serve, self._changed = hear, serve, changed
        await self._connect()
        self._running.keep("bus", self._run)

    async def close(self) -> None:
        """Send the queued notes, and release everything."""
        await self._serving.close()
        await self._running.close()
        try:
            await self._send()
        except psycopg.Error:
            log.warning("the last notes to the other processes were not sent")
        await self._disconnect()

    # Owning games.

    async def claim(self, keys: Collection[str]) -> set[str]:
        """Take the free locks among those of some games."""
        # Advisory locks are counted: never take one twice.
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
                # Unknown locks may be held: closing the connection releases them.
                self._break(error, connection)
                return set()
            if connection is not self._speaking:
                return set()
            self._owned |= taken
            return ours | taken

    async def release(self, keys: Collection[str]) -> None:
        """Release the locks of games after sending all queued notes."""
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
        """Notify all other processes."""
        self._note(CHANNEL, kind, key, body)

    async def ask(self, key: str, request: Body, number: str) -> Body:
        """Send a request to all processes; the owner answers."""
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
        # The number makes notes distinct: PostgreSQL merges equal notes of one transaction.
        text = f"{self.name} {next(self._numbers)} {json.dumps([kind, key, body])}"
        if len(text) > LONGEST:
            log.warning("a note of kind %s is too long for the other processes", kind)
            return
        self._notes.append((channel, text))
        self._wake.set()

    def _read(self) -> None:
        """Read the received notes; called by the event loop."""
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
        """Handle a note; an unreadable note does not stop later ones."""
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
        """Execute a request once, and send the result to the asker."""
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
        """Open both connections; games can be claimed only when both are open."""
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
        """Close both connections, which releases every claim."""
        speaking, listening = self._speaking, self._listening
        self._speaking = self._listening = None
        self._owned.clear()
        self._stop_reading()
        for connection in (speaking, listening):
            if connection is not None:
                # A task may wait for an answer. The event loop identifies connections by file
                # descriptors: one must not be reused while its old waiter is registered.
                hang_up(connection)
                with suppress(TimeoutError):
                    async with asyncio.timeout(HANG_UP_SECONDS), connection.lock:
                        pass
                await connection.close()

    def _break(self, error: psycopg.Error, connection: psycopg.AsyncConnection[Any]) -> None:
        """Note that a connection is lost; both are replaced."""
        if connection in (self._speaking, self._listening) and not self._is_broken:
            log.warning("the connection to the other processes is lost: %s", error)
            self._is_broken = True
            self._wake.set()

    async def _run(self) -> None:
        """Send queued notes, and reconnect when the connection is lost."""
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
        """Wait for a note to send; after ``QUIET_SECONDS``, test the connection."""
        assert self._speaking is not None
        try:
            async with asyncio.timeout(QUIET_SECONDS):
                await self._wake.wait()
        except TimeoutError:
            await self._speaking.execute("SELECT 1")
        self._wake.clear()

    async def _send(self) -> None:
        """Send the queued notes in order."""
        while self._notes and self._speaking is not None:
            notes, self._notes = self._notes[:MOST_NOTES], self._notes[MOST_NOTES:]
            channels, texts = zip(*notes, strict=True)
            await self._speaking.execute(NOTIFY, (list(channels), list(texts)))


def hang_up(connection: psycopg.AsyncConnection[Any]) -> None:
    """Wake the tasks that wait for an answer on a broken connection."""
    # An error means that the connection is lost already; its waiter notices that.
    with (
        suppress(OSError, psycopg.Error),
        socket.socket(fileno=os.dup(connection.fileno())) as line,
    ):
        line.shutdown(socket.SHUT_RDWR)


def number_of(key: str) -> int:
    """Return the number of a game's lock: the eight letters of its id as bytes.

    >>> number_of("aaaaaaaa") == 0x6161616161616161
    True
    """
    return int.from_bytes(key.encode("ascii"))
