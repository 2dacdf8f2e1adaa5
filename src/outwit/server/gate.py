"""The gate: every request and socket comes in here, and every answer goes out.

It gives each a number for the log, finds out whose it is, refuses what is too much, adds the
headers that keep browsers safe, and notes how long the answer took.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from secrets import token_hex
from typing import Any

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from outwit.errors import BadToken, NotAllowed, NotFound, OutwitError, TooMany
from outwit.server.base.logs import event, fault, request_id
from outwit.server.base.metrics import REQUESTS, SOCKETS
from outwit.server.base.provided import provided
from outwit.server.edge.bearer import TOKEN, find_token
from outwit.server.edge.hosts import LOOPBACK, host_of, is_allowed, refusal
from outwit.server.edge.identity import SESSION, Identity, same_origin
from outwit.server.edge.limits import Limiter, network_of
from outwit.server.edge.passes import PASS, PassEnded, Passes
from outwit.server.edge.settings import Settings
from outwit.server.routes.faults import API, explain, of_error
from outwit.storage.tokens import TokenStore

# Nothing runs or is loaded but what we serve.
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'self'; object-src 'none'",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
HSTS = "max-age=31536000"
STATIC = "/static/"
# What a load balancer asks, by whatever name it knows the machine.
HEALTH = ("/health", "/ready")
# Hosts that the log warns of; anybody can think of more.
MOST_UNKNOWN = 20
# Asked for so often, or so cheap, that they are neither limited nor logged, nor need a database.
PLAIN = ("/health", "/ready", "/metrics")
# Answers of the API without an end, and what a bot does in a game.
STREAMS = ("/api/stream/", "/api/bot/game/stream/")
PLAYING = "/api/bot/game/"
REGISTER = "/register"
SAFE = ("GET", "HEAD", "OPTIONS")
METHODS = (*SAFE, "POST", "PUT", "PATCH", "DELETE")
NOWHERE, OTHER = "none", "other"
PROXY_UNKNOWN = (
    "a proxy passes requests on, but OUTWIT_PROXY does not name it: all count as one address"
)
# Why a socket is closed: somebody floods it, or has too many; 1013 means to try again later.
POLICY, LATER = 1008, 1013
# Why it is closed when the session or the token has ended that let it in.
UNAUTHORIZED = 4401
SIGNED_OUT = "you are signed out here: sign in again, or reload the page"
REVOKED = "the token is unknown or revoked; /bots gives a new one"


class Gate:
    """Stands around the application."""

    def __init__(
        self, app: ASGIApp, proxies: tuple[str, ...] = (), hosts: tuple[str, ...] = LOOPBACK
    ) -> None:
        self.app = app
        self.warns = not proxies
        self.hosts = hosts
        # Hosts that were asked for in vain, as far as the log has told of them.
        self.unknown: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or a socket in."""
        if scope["type"] in ("http", "websocket") and not self.is_known(scope):
            host = host_of(Headers(scope=scope).get("host", ""))
            await wrong_host(scope, host)(scope, receive, send)
        elif scope["type"] == "http":
            if self.warns and "x-forwarded-for" in Headers(scope=scope):
                self.warns = False
                event(PROXY_UNKNOWN, logging.WARNING)
            await Visit(self.app, scope, receive, send).run()
        elif scope["type"] == "websocket":
            await Call(self.app, scope, receive, send).run()
        else:
            await self.app(scope, receive, send)

    def is_known(self, scope: Scope) -> bool:
        """Tell whether something is asked of a host that we are, or by a load balancer."""
        host = host_of(Headers(scope=scope).get("host", ""))
        if scope["path"] in HEALTH or is_allowed(host, self.hosts):
            return True
        if host not in self.unknown and len(self.unknown) < MOST_UNKNOWN:
            self.unknown.add(host)
            event("wrong host", logging.WARNING, host=host, told=refusal(host))
        return False


def wrong_host(scope: Scope, host: str) -> Response:
    """Return the answer to a request for a host that is not ours; also over a socket."""
    said = refusal(host)
    if scope["path"].startswith(API):
        return JSONResponse({"error": said, "code": "wrong-host"}, 421, HEADERS)
    return PlainTextResponse(f"{said}\n", 421, HEADERS)


class Arrival:
    """Whoever stands at the gate."""

    def __init__(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        self.app = app
        self.scope = scope
        self.receive = receive
        self.send = send
        self.began = time.perf_counter()
        self.connection = HTTPConnection(scope)
        self.account: int | None = None
        # How many sessions had ended when this came.
        self.passes = provided(scope["app"], Passes)
        self.epoch = self.passes.epoch
        self.limiter = provided(scope["app"], Limiter)
        self.number = token_hex(6)
        request_id.set(self.number)

    @property
    def network(self) -> str:
        """Where it comes from, as far as limits go."""
        client = self.scope.get("client")
        return network_of(client[0] if client else "")

    @property
    def route(self) -> str:
        """The route that answered, never the address itself: that may be somebody's secret."""
        route = self.scope.get("route")
        if route is not None:
            return str(route.path)
        return STATIC if self.scope["path"].startswith(STATIC) else NOWHERE

    @property
    def milliseconds(self) -> float:
        """How long it has taken so far."""
        return round(1000 * (time.perf_counter() - self.began), 1)

    def check_size(self) -> None:
        """Raise HTTPException for an address or headers beyond all measure."""
        limits = self.limiter.limits
        if len(self.scope["raw_path"]) + len(self.scope["query_string"]) > limits.url:
            raise HTTPException(414)
        if sum(len(name) + len(value) for name, value in self.scope["headers"]) > limits.headers:
            raise HTTPException(431)
        # No database takes such a character; no address of ours has one.
        if "\0" in self.scope["path"] or b"%00" in self.scope["query_string"]:
            raise NotFound("No address of the portal has such characters.")

    @property
    def is_api(self) -> bool:
        """Tell whether this is for the API, where tokens count and cookies do not."""
        return bool(self.scope["path"].startswith(API))

    async def recognise(self) -> None:
        """Find out whose request this is, and whether there have been too many."""
        # First what costs nothing: a flood of requests should make no work for the database.
        self.limiter.take("requests_address", self.network)
        if self.is_api:
            token = await find_token(self.connection, provided(self.scope["app"], TokenStore))
            self.account = None if token is None else token.account
        else:
            self.account = await provided(self.scope["app"], Identity).recognise(self.connection)
        if self.account is not None:
            self.limiter.take("requests", self.account)

    def take(self, kind: str) -> None:
        """Count something for the account and for the address."""
        self.limiter.take(f"{kind}_address", self.network)
        if self.account is not None:
            self.limiter.take(kind, self.account)

    @asynccontextmanager
    async def hold_socket(self) -> AsyncIterator[None]:
        """Hold a socket, or a stream, which is as good as one; raise TooMany beyond the limit.

        It is cancelled when the session or the token that let it in ends: PassEnded is raised.
        """
        with ExitStack() as held:
            held.enter_context(self.limiter.hold("sockets_address", self.network))
            if self.account is not None:
                held.enter_context(self.limiter.hold("sockets", self.account))
            entry = self.scope.get(TOKEN if self.is_api else SESSION)
            held_pass = self.scope[PASS] = held.enter_context(self.passes.hold(entry))
            if self.passes.epoch != self.epoch:
                # Something ended after this was recognised, and before it was held.
                await self.passes.check()
            async with held_pass:
                yield


class Visit(Arrival):
    """One request."""

    def __init__(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        super().__init__(app, scope, receive, send)
        self.method: str = scope["method"]
        self.status = 0
        self.read = 0

    async def run(self) -> None:
        """Answer it, whatever happens."""
        request = Request(self.scope, self.receive_some)
        try:
            try:
                await self.enter()
            except OutwitError as error:
                await self.answer(request, await of_error(request, error))
            except HTTPException as error:
                await self.answer(request, await explain(request, error.status_code))
        except (ClientDisconnect, ConnectionError):
            pass  # nobody is there to be told
        except Exception as error:  # noqa: BLE001  # whatever it is, somebody waits for an answer
            fault("fault", error, method=self.shown_method, route=self.route, account=self.account)
            await self.answer(request, await explain(request, 500))
        finally:
            self.note()

    async def enter(self) -> None:
        """Pass a request on to the application if nothing is wrong with it."""
        path = self.scope["path"]
        if path not in PLAIN and not path.startswith(STATIC):
            self.check_size()
            await self.recognise()
            if self.method not in SAFE:
                self.check_post(path)
        if self.method == "HEAD":
            self.scope["method"] = "GET"
        if self.method not in SAFE:
            with self.limiter.hold("bodies_address", self.network):
                await self.app(self.scope, self.receive_some, self.send_safely)
            return
        if not path.startswith(STREAMS):
            await self.app(self.scope, self.receive_some, self.send_safely)
            return
        try:
            async with self.hold_socket():
                await self.app(self.scope, self.receive_some, self.send_safely)
        except PassEnded:
            if not self.status:
                raise BadToken(REVOKED) from None
            await self.send({"type": "http.response.body"})

    def check_post(self, path: str) -> None:
        """Raise an error for what may not be done, too often or too much."""
        if "origin" in self.connection.headers and not same_origin(self.connection):
            raise NotAllowed("this form is from elsewhere: go back and try again")
        length = self.connection.headers.get("content-length", "0")
        if not length.isdigit() or len(length) > 12 or int(length) > self.limiter.limits.body:
            raise HTTPException(413)
        # What a bot does in a game is as a message over a socket, not as a form.
        if not path.startswith(PLAYING):
            self.take("posts")
        # Passwords are counted where they are checked.
        if path == REGISTER:
            self.limiter.take("logins_address", self.network)

    async def receive_some(self) -> Message:
        """Receive a part of the body; raise HTTPException when it gets too large."""
        message = await self.receive()
        self.read += len(message.get("body", b""))
        if self.read > self.limiter.limits.body:
            raise HTTPException(413)
        return message

    async def send_safely(self, message: Message) -> None:
        """Send a part of the answer, with our headers; of HEAD only those."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.add_headers(MutableHeaders(scope=message))
        elif self.method == "HEAD" and message["type"] == "http.response.body":
            if message.get("more_body"):
                await self.send({"type": "http.response.body"})
                raise ConnectionError("nobody waits for the rest")
            message = {"type": "http.response.body"}
        await self.send(message)

    def add_headers(self, headers: MutableHeaders) -> None:
        """Add what keeps browsers safe, and says what they may keep."""
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if provided(self.scope["app"], Settings).secure:
            headers.setdefault("Strict-Transport-Security", HSTS)
            headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        headers.setdefault("X-Request-ID", self.number)
        # Files have a tag by which a browser asks whether its own is the newest.
        is_shared = "etag" in headers or (self.account is None and self.status < 400)
        # Whoever got a cookie is a stranger no longer.
        is_shared = is_shared and "set-cookie" not in headers
        headers.setdefault("Cache-Control", "no-cache" if is_shared else "no-store")

    async def answer(self, request: Request, response: Response) -> None:
        """Send an answer of our own, unless there is one on its way."""
        if not self.status:
            await response(self.scope, request.receive, self.send_safely)

    @property
    def shown_method(self) -> str:
        """The method, if it is one that there is."""
        return self.method if self.method in METHODS else OTHER

    def note(self) -> None:
        """Measure and log what was done; files and health only measured."""
        route, method, status = self.route, self.shown_method, str(self.status)
        REQUESTS.labels(method, route, status).observe(time.perf_counter() - self.began)
        if route in PLAIN or route.startswith(STATIC):
            return
        event(
            "request",
            method=method,
            route=route,
            status=self.status,
            ms=self.milliseconds,
            account=self.account,
        )


class Call(Arrival):
    """One socket."""

    code: int | None = None
    is_accepted = False
    is_let_in = True
    # Whether we have closed it, so that nothing more can be sent.
    is_refused = False

    async def run(self) -> None:
        """Serve it until it closes."""
        try:
            self.check_size()
            if not await self.comes_slowly():
                return
            async with self.hold_socket():
                SOCKETS.inc()
                try:
                    await self.app(self.scope, self.receive_slowly, self.send_noting)
                finally:
                    SOCKETS.dec()
        except PassEnded:
            ended = BadToken(REVOKED) if self.is_api else NotAllowed(SIGNED_OUT)
            await self.refuse(ended, UNAUTHORIZED)
        except OutwitError as error:
            await self.refuse(error)
        except HTTPException:
            await self.close(POLICY, "the address or the headers are too long")
        except ClientDisconnected:
            pass  # it went while the socket was being opened
        except Exception as error:  # noqa: BLE001  # a socket must not take the others along
            fault("fault", error, route=self.route, account=self.account)
            await self.close(1011, "something went wrong here")
        finally:
            if self.is_let_in:
                self.note()

    async def comes_slowly(self) -> bool:
        """Tell whether the client may open a socket now; one that opens too many is turned away.

        Nothing is said or logged then: a flood of sockets should cost as little as can be.
        """
        try:
            await self.recognise()
        except TooMany:
            self.is_let_in = False
            await self.send({"type": "websocket.close", "code": LATER})
        return self.is_let_in

    def note(self) -> None:
        """Log that it was here."""
        event(
            "socket",
            route=self.route,
            ms=self.milliseconds,
            account=self.account,
            code=self.code,
        )

    async def receive_slowly(self) -> Message:
        """Receive a message; whoever floods us is told so, and loses the socket."""
        message = await self.receive()
        if message["type"] == "websocket.disconnect":
            self.code = message.get("code")
        if message["type"] == "websocket.receive":
            try:
                self.limiter.take("messages", self.number)
            except TooMany as error:
                await self.refuse(error, POLICY)
                return {"type": "websocket.disconnect", "code": POLICY}
        return message

    async def send_noting(self, message: Message) -> None:
        """Send a message, noting whether the socket is open."""
        if message["type"] == "websocket.accept":
            self.is_accepted = True
        elif self.is_refused:
            return
        elif message["type"] == "websocket.close":
            self.code = message.get("code")
        await self.send(message)

    async def refuse(self, error: OutwitError, code: int = LATER) -> None:
        """Say why a socket is closed, and close it."""
        if self.code is not None:
            return
        if not self.is_accepted:
            await self.receive()
            await self.send_noting({"type": "websocket.accept"})
        said: dict[str, Any] = {"t": "error", "code": error.code, "message": str(error)}
        if self.is_api:
            said = {"type": "error", "error": str(error), "code": error.code}
        await self.send({"type": "websocket.send", "text": json.dumps(said)})
        await self.close(code, str(error))

    async def close(self, code: int, reason: str) -> None:
        """Close the socket unless it is closed."""
        if self.code is None:
            await self.send_noting(
                {"type": "websocket.close", "code": code, "reason": reason[:100]}
            )
            self.is_refused = True
