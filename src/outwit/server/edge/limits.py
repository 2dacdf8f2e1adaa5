"""How much one client may ask of the portal: rates by token buckets, and counts of open things.

A client is an account, or an address where there is none yet. Many people share one address, so
limits by address are wide; limits by account are those of one person in a hurry.
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
# The buckets of so many clients are remembered; those not seen for longest are forgotten first.
MOST_CLIENTS = 20_000
# Whoever comes when more wait for their password to be checked is sent away.
MOST_HASHING = 20
# How many passwords are hashed at the same time; each takes 64 MiB.
HASHING = 2


class ClientLimits(Value):
    """The limits, each set by ``OUTWIT_LIMIT_`` and its name in capitals.

    Rates are per second, and come with a burst: so many may come at once. Names that end in
    ``_address`` are for all people behind one address.
    """

    requests: float = 20
    requests_burst: float = 200
    requests_address: float = 100
    requests_address_burst: float = 1_000
    posts: float = 2
    posts_burst: float = 40
    posts_address: float = 20
    posts_address_burst: float = 400
    # Wrong passwords and accounts made by address; wrong passwords for one name by address, by a
    # device that has signed in before, and from everywhere: beyond that, tries are slow.
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
    # Codes of classes, right or wrong.
    codes: float = 0.003
    codes_burst: float = 10
    codes_address: float = 0.05
    codes_address_burst: float = 200
    # Hints of the engine.
    hints: float = 0.5
    hints_burst: float = 10
    hints_address: float = 5
    hints_address_burst: float = 100
    chat: float = 0.5
    chat_burst: float = 8
    # Messages over one socket.
    messages: float = 20
    messages_burst: float = 60
    open_games: float = 100
    # A bot plays 100 games at most, with a stream for each and one for events.
    sockets: float = 120
    sockets_address: float = 500
    # Sockets of one account, or of one address without one, at the same game.
    tabs: float = 12
    # Bytes of a request's body, headers and address.
    body: float = 65_536
    headers: float = 16_384
    url: float = 4_096
    # Seconds for the headers of a request. Seconds for its body, which every ``body_rate`` bytes
    # prolong by one.
    header_seconds: float = 20
    body_seconds: float = 10
    body_rate: float = 1_000
    # Requests with a body, of one address, that are under way at the same time.
    bodies_address: float = 200


def read_limits(environment: Mapping[str, str] = os.environ) -> ClientLimits:
    """Return the limits that the environment sets; raise UsageError for what is no number.

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

    Of each bucket only the moment is kept at which it will be full again.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._full: OrderedDict[tuple[str, object], float] = OrderedDict()

    def look(self, kind: str, client: object, rate: float, burst: float) -> float:
        """Return 0 if there is a token, or the seconds after which there will be one."""
        moment = self._clock()
        wait = self._filled(kind, client, moment) + 1 / rate - moment - max(burst, 1) / rate
        # What adding fractions loses is not worth a refusal.
        return wait if wait > 1e-9 else 0

    def take(self, kind: str, client: object, rate: float, burst: float) -> float:
        """Take one token; return 0, or the seconds after which there will be one."""
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
        """Put a token back that was taken."""
        if (kind, client) in self._full:
            self._full[kind, client] -= 1 / rate

    def _filled(self, kind: str, client: object, moment: float) -> float:
        """Return when a bucket is full, now if it is."""
        return max(self._full.get((kind, client), moment), moment)

    def __len__(self) -> int:
        return len(self._full)


class Limiter:
    """Counts what clients do; raises TooMany when it is too much."""

    def __init__(self, limits: ClientLimits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.buckets = Buckets(clock)
        self._held: Counter[tuple[str, object]] = Counter()
        self._hashing = asyncio.Semaphore(HASHING)
        self._hashers = 0

    def take(self, kind: str, client: object) -> None:
        """Let a client do something once more, if its rate allows."""
        rate, burst = getattr(self.limits, kind), getattr(self.limits, f"{kind}_burst")
        wait = self.buckets.take(kind, client, rate, burst)
        if wait:
            REFUSALS.labels(kind).inc()
            seconds = counted(math.ceil(wait), "second")
            raise TooMany(f"too much at once: try again in {seconds}", wait=wait)

    def may_take(self, kind: str, client: object) -> bool:
        """Tell whether a client may do something once more."""
        rate, burst = getattr(self.limits, kind), getattr(self.limits, f"{kind}_burst")
        return not self.buckets.look(kind, client, rate, burst)

    def give_back(self, kind: str, client: object) -> None:
        """Count something for nothing that was taken."""
        self.buckets.give_back(kind, client, getattr(self.limits, kind))

    def check_count(self, kind: str, count: int, message: str) -> None:
        """Raise TooMany with a message if there are as many of a kind as there may be."""
        if count >= getattr(self.limits, kind):
            REFUSALS.labels(kind).inc()
            raise TooMany(message)

    @contextmanager
    def hold(self, kind: str, client: object) -> Iterator[None]:
        """Hold one more of a kind open, such as a socket."""
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
        """Wait until a password may be hashed: few at a time, each is slow by design."""
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
    """Return what stands for the address of whoever connects."""
    return network_of(connection.client.host if connection.client is not None else "")


def network_of(address: str) -> str:
    """Return what stands for an address: of IPv6, the network that one customer has.

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
