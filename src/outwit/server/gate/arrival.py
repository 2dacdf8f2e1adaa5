"""The common base of requests and sockets at the gate."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from secrets import token_hex

from fastapi import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from outwit.errors import NotFound
from outwit.server.base.logs import request_id
from outwit.server.base.provided import provided
from outwit.server.edge.bearer import TOKEN, find_token
from outwit.server.edge.identity import SESSION, Identity
from outwit.server.edge.limits import Limiter, network_of
from outwit.server.edge.passes import PASS, Passes
from outwit.server.routes.faults import API
from outwit.storage.tokens import TokenStore

STATIC = "/static/"
# Route name of a request that no route has answered.
NOWHERE = "none"
REVOKED = "the token is unknown or revoked; /bots gives a new one"


class Arrival:
    """A request or a socket at the gate."""

    def __init__(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        self.app = app
        self.scope = scope
        self.receive = receive
        self.send = send
        self.began = time.perf_counter()
        self.connection = HTTPConnection(scope)
        self.account: int | None = None
        # The epoch of ended sessions at the arrival.
        self.passes = provided(scope["app"], Passes)
        self.epoch = self.passes.epoch
        self.limiter = provided(scope["app"], Limiter)
        self.number = token_hex(6)
        request_id.set(self.number)

    @property
    def network(self) -> str:
        """The client's network, by which limits count."""
        client = self.scope.get("client")
        return network_of(client[0] if client else "")

    @property
    def route(self) -> str:
        """The route that answered; never the path, which may be secret."""
        route = self.scope.get("route")
        if route is not None:
            return str(route.path)
        return STATIC if self.scope["path"].startswith(STATIC) else NOWHERE

    @property
    def milliseconds(self) -> float:
        """Milliseconds since the arrival."""
        return round(1000 * (time.perf_counter() - self.began), 1)

    def check_size(self) -> None:
        """Raise HTTPException for a URL or headers over the limits."""
        limits = self.limiter.limits
        if len(self.scope["raw_path"]) + len(self.scope["query_string"]) > limits.url:
            raise HTTPException(414)
        if sum(len(name) + len(value) for name, value in self.scope["headers"]) > limits.headers:
            raise HTTPException(431)
        # NUL: databases refuse it, and no path of the portal contains it.
        if "\0" in self.scope["path"] or b"%00" in self.scope["query_string"]:
            raise NotFound("No address of the portal has such characters.")

    @property
    def is_api(self) -> bool:
        """Tell whether this is for the API, which reads tokens and ignores cookies."""
        return bool(self.scope["path"].startswith(API))

    async def recognise(self) -> None:
        """Find the account or token, and apply the rate limits."""
        # The cheap check comes first: a flood of requests must not reach the database.
        self.limiter.take("requests_address", self.network)
        if self.is_api:
            token = await find_token(self.connection, provided(self.scope["app"], TokenStore))
            self.account = None if token is None else token.account
        else:
            self.account = await provided(self.scope["app"], Identity).recognise(self.connection)
        if self.account is not None:
            self.limiter.take("requests", self.account)

    def take(self, kind: str) -> None:
        """Count an action for the account and for the address."""
        self.limiter.take(f"{kind}_address", self.network)
        if self.account is not None:
            self.limiter.take(kind, self.account)

    @asynccontextmanager
    async def hold_socket(self) -> AsyncIterator[None]:
        """Hold a socket or a stream; raise TooMany beyond the limit.

        When its session or token ends, the task is cancelled and PassEnded is raised.
        """
        with ExitStack() as held:
            held.enter_context(self.limiter.hold("sockets_address", self.network))
            if self.account is not None:
                held.enter_context(self.limiter.hold("sockets", self.account))
            entry = self.scope.get(TOKEN if self.is_api else SESSION)
            held_pass = self.scope[PASS] = held.enter_context(self.passes.hold(entry))
            if self.passes.epoch != self.epoch:
                # A session or token ended after the recognition and before the hold.
                await self.passes.check()
            async with held_pass:
                yield
