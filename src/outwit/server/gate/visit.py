"""A request at the gate."""

from __future__ import annotations

import time

from fastapi import HTTPException
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from outwit.errors import BadFile, BadToken, NotAllowed, OutwitError
from outwit.server.base.logs import event, fault
from outwit.server.base.metrics import REQUESTS
from outwit.server.base.provided import provided
from outwit.server.edge.identity import same_origin
from outwit.server.edge.passes import PassEnded
from outwit.server.edge.settings import Settings
from outwit.server.gate.arrival import REVOKED, STATIC, Arrival
from outwit.server.routes.faults import explain, of_error

# Security headers: the browser loads and runs only files of this server.
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'self'; object-src 'none'",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
HSTS = "max-age=31536000"
# Frequent or cheap paths: without limits, log lines and database access.
PLAIN = ("/health", "/ready", "/metrics")
# Streams of the API, and the commands of a bot in a game.
STREAMS = ("/api/stream/", "/api/bot/game/stream/")
PLAYING = "/api/bot/game/"
REGISTER = "/register"
# The end of the paths that files are sent to; their routes find out who asks before they read.
UPLOAD = "/upload"
# The beginnings of the paths that whole studies are sent to.
STUDIES = ("/study", "/studies", "/api/study")
# Forms that pages of learning platforms send here; a signed token says who comes.
FOREIGN = ("/lti/login", "/lti/launch")
SAFE = ("GET", "HEAD", "OPTIONS")
METHODS = (*SAFE, "POST", "PUT", "PATCH", "DELETE")
OTHER = "other"


class Visit(Arrival):
    """One request."""

    def __init__(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        super().__init__(app, scope, receive, send)
        self.method: str = scope["method"]
        self.status = 0
        self.read = 0

    async def run(self) -> None:
        """Answer the request, even after an internal error."""
        request = Request(self.scope, self.receive_some)
        try:
            try:
                await self.enter()
            except OutwitError as error:
                await self.answer(request, await of_error(request, error))
            except HTTPException as error:
                await self.answer(request, await explain(request, error.status_code))
        except (ClientDisconnect, ConnectionError):
            pass  # the client has disconnected
        except Exception as error:  # noqa: BLE001  # the client waits for an answer
            fault("fault", error, method=self.shown_method, route=self.route, account=self.account)
            await self.answer(request, await explain(request, 500))
        finally:
            self.note()

    async def enter(self) -> None:
        """Check a request and pass it to the application."""
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
        """Raise an error for a POST from another site, or over a limit."""
        is_foreign = "origin" in self.connection.headers and not same_origin(self.connection)
        if is_foreign and path not in FOREIGN:
            raise NotAllowed("this form is from elsewhere: go back and try again")
        length = self.connection.headers.get("content-length", "0")
        if not length.isdigit() or len(length) > 12 or int(length) > self.most:
            raise self.too_large()
        # A bot's command in a game counts as a message, not as a form.
        if not path.startswith(PLAYING):
            self.take("posts")
        # Tries of passwords are counted where passwords are checked.
        if path == REGISTER:
            self.limiter.take("logins_address", self.network)

    @property
    def most(self) -> float:
        """Most bytes of the body."""
        limits = self.limiter.limits
        if self.account is None:
            return limits.body
        path = self.scope["path"]
        if path.endswith(UPLOAD):
            return limits.upload
        return limits.study if path.startswith(STUDIES) else limits.body

    async def receive_some(self) -> Message:
        """Receive a part of the body; raise an error if it gets too large."""
        message = await self.receive()
        self.read += len(message.get("body", b""))
        if self.read > self.most:
            raise self.too_large()
        return message

    def too_large(self) -> Exception:
        """Return the error for a body that is too large."""
        if not self.scope["path"].endswith(UPLOAD):
            return HTTPException(413)
        megabytes = self.most / (1 << 20)
        what = "leave out what the build makes and what your program does not need"
        return BadFile(f"your files have more than {megabytes:.0f} MiB: {what}")

    async def send_safely(self, message: Message) -> None:
        """Send a part of the answer, with security headers; for HEAD only the headers."""
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
        """Add security and cache headers."""
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if provided(self.scope["app"], Settings).secure:
            headers.setdefault("Strict-Transport-Security", HSTS)
            headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        headers.setdefault("X-Request-ID", self.number)
        # Files have an ETag, with which a browser revalidates its copy.
        is_shared = "etag" in headers or (self.account is None and self.status < 400)
        # An answer that sets a cookie belongs to one visitor.
        is_shared = is_shared and "set-cookie" not in headers
        headers.setdefault("Cache-Control", "no-cache" if is_shared else "no-store")

    async def answer(self, request: Request, response: Response) -> None:
        """Send a response unless the application has started one."""
        if not self.status:
            await response(self.scope, request.receive, self.send_safely)

    @property
    def shown_method(self) -> str:
        """The method if it is a standard one."""
        return self.method if self.method in METHODS else OTHER

    def note(self) -> None:
        """Measure and log the request; files and health checks are only measured."""
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
