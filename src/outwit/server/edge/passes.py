"""Passes: open sockets and streams end when their session or token ends."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Self

from starlette.requests import HTTPConnection

from outwit.errors import OutwitError
from outwit.server.base.logs import event
from outwit.server.base.tasks import Tasks
from outwit.server.news.bus import Bus
from outwit.storage.sessions import LoginSession, SessionStore
from outwit.storage.tokens import Token, TokenStore

# Key of a connection's scope under which its pass is stored.
PASS = "outwit.pass"
# Kind of the note to other processes that a session or a token has ended.
ENDED = "ended"
# Seconds between two checks of the database. This bounds how long a socket outlives its session
# if a note was lost.
CHECK_SECONDS = 5.0
# Most sessions or tokens in one query.
BATCH = 500


class PassEnded(Exception):
    """The session or token of a connection has ended."""


class Pass:
    """One open socket or stream; ``grounds`` names what it needs, such as a session.

    The serving task uses it as a context. When one of the grounds ends, the task is cancelled and
    the context raises PassEnded.
    """

    def __init__(self, entry: LoginSession | Token | None, grounds: Collection[str]) -> None:
        self.entry = entry
        self.grounds = set(grounds)
        self.is_ended = False
        self._task: asyncio.Task[object] | None = None
        self._cancelling = 0

    def end(self) -> None:
        """End the socket or stream."""
        if not self.is_ended:
            self.is_ended = True
            if self._task is not None:
                self._task.cancel()

    async def __aenter__(self) -> Self:
        if self.is_ended:
            raise PassEnded
        self._task = asyncio.current_task()
        assert self._task is not None
        self._cancelling = self._task.cancelling()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        task, self._task = self._task, None
        if not self.is_ended or task is None:
            return
        is_ours = task.uncancel() <= self._cancelling
        if is_ours and kind in (None, asyncio.CancelledError):
            raise PassEnded from error


class Passes:
    """The passes of this process by ground; other processes are notified of ended grounds."""

    def __init__(self, bus: Bus, sessions: SessionStore, tokens: TokenStore) -> None:
        self._bus = bus
        self._sessions = sessions
        self._tokens = tokens
        self._held: defaultdict[str, set[Pass]] = defaultdict(set)
        self._all: set[Pass] = set()
        self._tasks = Tasks()
        self._wake = asyncio.Event()
        # Number of ended grounds so far: data read in an earlier epoch may be out of date.
        self.epoch = 0

    def begin(self) -> None:
        """Start the regular checks of the database."""
        self._tasks.keep("passes", self._run)

    async def close(self) -> None:
        """Stop the checks."""
        await self._tasks.close()

    @contextmanager
    def hold(self, entry: LoginSession | Token | None) -> Iterator[Pass]:
        """Hold a pass while a socket or a stream is open; ``entry`` is None for strangers."""
        found = Pass(entry, grounds_of(entry))
        self._all.add(found)
        for ground in found.grounds:
            self._held[ground].add(found)
        try:
            yield found
        finally:
            self._all.discard(found)
            for ground in found.grounds:
                self._held[ground].discard(found)
                if not self._held[ground]:
                    del self._held[ground]

    def need(self, connection: HTTPConnection, ground: str) -> None:
        """Add a ground to the pass of an open socket."""
        found = connection.scope.get(PASS)
        if isinstance(found, Pass):
            found.grounds.add(ground)
            self._held[ground].add(found)

    def end(self, *grounds: str) -> None:
        """End all passes with one of these grounds, in every process; call it after storing."""
        for ground in grounds:
            self.end_here(ground)
            self._bus.tell(ENDED, ground, None)

    def end_here(self, ground: str) -> None:
        """End all passes with a ground in this process."""
        self.epoch += 1
        for found in tuple(self._held.get(ground, ())):
            found.end()

    def check_soon(self) -> None:
        """Check the database soon, because notes may have been lost."""
        self.epoch += 1
        self._wake.set()

    async def check(self) -> None:
        """End the passes of sessions and tokens that are not valid in the database."""
        held = {each for each in self._all if each.entry is not None}
        valid: set[str] = set()
        for some in batches([each.entry for each in held]):
            sessions = [each for each in some if isinstance(each, LoginSession)]
            tokens = [each.id for each in some if isinstance(each, Token)]
            for name in await asyncio.to_thread(self._sessions.still_open, sessions):
                valid.add(of_session(name))
            for number in await asyncio.to_thread(self._tokens.still_valid, tokens):
                valid.add(of_token(number))
        for each in held:
            if not each.grounds & valid:
                each.end()

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(CHECK_SECONDS):
                    await self._wake.wait()
            self._wake.clear()
            try:
                await self.check()
            except OutwitError as error:
                event("sessions cannot be checked now", error=str(error))


def batches(
    entries: list[LoginSession | Token | None],
) -> Iterator[list[LoginSession | Token | None]]:
    """Divide entries into parts of at most ``BATCH``."""
    for first in range(0, len(entries), BATCH):
        yield entries[first : first + BATCH]


def grounds_of(entry: LoginSession | Token | None) -> tuple[str, ...]:
    """Return the grounds of a session or a token."""
    if isinstance(entry, LoginSession):
        return of_session(entry.name), of_sessions(entry.account)
    return () if entry is None else (of_token(entry.id), of_tokens(entry.account))


def of_session(name: str) -> str:
    """Return the ground of one session."""
    return f"session {name}"


def of_sessions(account: int) -> str:
    """Return the ground of all sessions of an account."""
    return f"sessions {account}"


def of_token(number: int) -> str:
    """Return the ground of one token."""
    return f"token {number}"


def of_tokens(account: int) -> str:
    """Return the ground of all tokens of an account."""
    return f"tokens {account}"


def of_member(key: str, account: int) -> str:
    """Return the ground of a member of a class."""
    return f"member {key} {account}"
