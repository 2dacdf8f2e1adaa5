"""Limits for one client: rates by token buckets, and counts of open connections.

A client is an account, or an address if there is no account yet. Many people may share an
address, so limits by address are wide; limits by account fit one quick person.
"""

from __future__ import annotations

import asyncio
import math
import os
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from ipaddress import IPv6Address, ip_address

from starlette.requests import HTTPConnection

from outwit.core.counting import counted
from outwit.core.value import Value
from outwit.errors import TooMany, UsageError
from outwit.server.base.metrics import REFUSALS

PREFIX = "OUTWIT_LIMIT_"
# Most buckets in memory; the least recently used are dropped first.
MOST_CLIENTS = 20_000
# Most requests that wait for their password to be hashed; further ones are refused.
MOST_HASHING = 20
# Passwords hashed at the same time; each needs 64 MiB.
HASHING = 2


class ClientLimits(Value):
    """The limits, each set by ``OUTWIT_LIMIT_`` and its name in capitals.

    A rate is in requests per second; its burst is the number accepted at once. Names that end in
    ``_address`` limit all clients of one address together.
    """

    requests: float = 20
    requests_burst: float = 200
    requests_address: float = 100
    requests_address_burst: float = 1_000
    posts: float = 2
    posts_burst: float = 40
    posts_address: float = 20
    posts_address_burst: float = 400
    # ``address``: wrong passwords and new accounts of one address. ``name``: wrong passwords for
    # one name from one address. ``device``: from a device that has signed in before.
    # ``everywhere``: from all addresses; beyond it, tries are delayed instead of refused.
    logins_address: float = 0.5
    logins_address_burst: float = 60
    logins_name: float = 0.05
    logins_name_burst: float = 10
    logins_device: float = 0.05
    logins_device_burst: float = 10
    logins_everywhere: float = 0.05
    logins_everywhere_burst: float = 20
    games: float = 0.2
    games_burst: float = 20
    games_address: float = 2
    games_address_burst: float = 100
    # Entered codes of classes, right or wrong.
    codes: float = 0.003
    codes_burst: float = 10
    codes_address: float = 0.05
    codes_address_burst: float = 200
    # Hints of the engine.
    hints: float = 0.5
    hints_burst: float = 10
    hints_address: float = 5
    hints_address_burst: float = 100
    # Letters that are asked for: links for a new password or a new address.
    letters: float = 0.005
    letters_burst: float = 5
    letters_address: float = 0.02
    letters_address_burst: float = 20
    chat: float = 0.5
    chat_burst: float = 8
    # Programs that are handed in.
    uploads: float = 0.05
    uploads_burst: float = 10
    # Messages over one socket.
    messages: float = 20
    messages_burst: float = 60
    open_games: float = 100
    # A bot has at most 100 games, with one stream each, and one event stream.
    sockets: float = 120
    sockets_address: float = 500
    # Sockets of one account, or of strangers from one address, at the same game.
    tabs: float = 12
    # Most bytes of a request's body, of a study's, of an upload's, of headers and URL.
    body: float = 65_536
    study: float = 2_097_152
    upload: float = 17_825_792
    headers: float = 16_384
    url: float = 4_096
    # Seconds for the headers of a request, and for its body. Every ``body_rate`` bytes of the body
    # add one second.
    header_seconds: float = 20
    body_seconds: float = 10
    body_rate: float = 1_000
    # Requests with a body from one address at the same time, and uploads of one account.
    bodies_address: float = 200
    uploading: float = 2


def read_limits(environment: Mapping[str, str] = os.environ) -> ClientLimits:
    """Return the limits that the environment sets; raise UsageError for an invalid one.

    >>> read_limits({"OUTWIT_LIMIT_SOCKETS": "1000"}).sockets
    1000.0
    """
    given = {}
    for variable, text in environment.items():
        name = variable.removeprefix(PREFIX).lower()
        if not variable.startswith(PREFIX):
            continue
        if name not in ClientLimits.fields:
            raise UsageError(f"{variable}: there is no such limit")
        try:
            number = float(text)
        except ValueError:
            number = 0
        if not 0 < number < 1e12:
            raise UsageError(f"{variable} is not a number above 0")
        given[name] = number
    return ClientLimits(**given)


class Buckets:
    """Token buckets by client, in bounded memory.

    A bucket is stored as the moment at which it will be full again.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._full: OrderedDict[tuple[str, object], float] = OrderedDict()

    def look(self, kind: str, client: object, rate: float, burst: float) -> float:
        """Return 0 if there is a token, else the seconds until there is one."""
        moment = self._clock()
        wait = self._filled(kind, client, moment) + 1 / rate - moment - max(burst, 1) / rate
        # Ignore rounding errors.
        return wait if wait > 1e-9 else 0

    def take(self, kind: str, client: object, rate: float, burst: float) -> float:
        """Take one token and return 0; without a token, return the seconds until there is one."""
        wait = self.look(kind, client, rate, burst)
        if wait:
            return wait
        key = kind, client
        self._full[key] = self._filled(kind, client, self._clock()) + 1 / rate
        self._full.move_to_end(key)
        if len(self._full) > MOST_CLIENTS:
            self._full.popitem(last=False)
        return 0

    def give_back(self, kind: str, client: object, rate: float) -> None:
        """Return a token to its bucket."""
        if (kind, client) in self._full:
            self._full[kind, client] -= 1 / rate

    def _filled(self, kind: str, client: object, moment: float) -> float:
        """Return the moment when a bucket is full; now if it is full already."""
        return max(self._full.get((kind, client), moment), moment)

    def __len__(self) -> int:
        return len(self._full)


class Limiter:
    """Applies the limits to clients; raises TooMany."""

    def __init__(self, limits: ClientLimits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.buckets = Buckets(clock)
        self._held: Counter[tuple[str, object]] = Counter()
        self._hashing = asyncio.Semaphore(HASHING)
        self._hashers = 0

    def take(self, kind: str, client: object) -> None:
        """Count one action of a client; raise TooMany if its rate is exceeded."""
        rate, burst = getattr(self.limits, kind), getattr(self.limits, f"{kind}_burst")
        wait = self.buckets.take(kind, client, rate, burst)
        if wait:
            REFUSALS.labels(kind).inc()
            seconds = counted(math.ceil(wait), "second")
            raise TooMany(f"too much at once: try again in {seconds}", wait=wait)

    def may_take(self, kind: str, client: object) -> bool:
        """Tell whether a client's rate allows one more action."""
        rate, burst = getattr(self.limits, kind), getattr(self.limits, f"{kind}_burst")
        return not self.buckets.look(kind, client, rate, burst)

    def give_back(self, kind: str, client: object) -> None:
        """Undo one ``take``."""
        self.buckets.give_back(kind, client, getattr(self.limits, kind))

    def check_count(self, kind: str, count: int, message: str) -> None:
        """Raise TooMany with a message if ``count`` has reached the limit of a kind."""
        if count >= getattr(self.limits, kind):
            REFUSALS.labels(kind).inc()
            raise TooMany(message)

    @contextmanager
    def hold(self, kind: str, client: object) -> Iterator[None]:
        """Count one more open object of a kind, such as a socket, within the context."""
        key = kind, client
        self.check_count(kind, self._held[key], "too many connections are open: close some first")
        self._held[key] += 1
        try:
            yield
        finally:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]

    @asynccontextmanager
    async def hashing(self) -> AsyncIterator[None]:
        """Wait for one of the few slots for hashing a password, which is slow by design."""
        if self._hashers >= HASHING + MOST_HASHING:
            REFUSALS.labels("hashing").inc()
            raise TooMany("too many people are signing in just now: try again", wait=5)
        self._hashers += 1
        try:
            async with self._hashing:
                yield
        finally:
            self._hashers -= 1


def client_address(connection: HTTPConnection) -> str:
    """Return the client's network, by which limits count."""
    return network_of(connection.client.host if connection.client is not None else "")


def network_of(address: str) -> str:
    """Return the name of an address for limits: for IPv6, its /64 network.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3:4:5:6"), network_of("testclient")
    ('192.0.2.7', '2001:db8:1:2::', 'testclient')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address[:60]
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(IPv6Address(int(found) >> 64 << 64))
    return str(found)
