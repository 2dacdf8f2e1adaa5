"""The gate: all requests and sockets enter, and all answers leave, through it.

For each request it assigns a number for the log, finds the account, applies the limits, adds
security headers, and measures the time.
"""

from __future__ import annotations

import logging

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from outwit.server.base.logs import event
from outwit.server.edge.hosts import LOOPBACK, host_of, is_allowed, refusal
from outwit.server.gate.call import Call
from outwit.server.gate.visit import HEADERS, Visit
from outwit.server.routes.faults import API

# Paths for load balancers, answered under any host name.
HEALTH = ("/health", "/ready")
# Most unknown hosts that are logged, because clients can invent any number of them.
MOST_UNKNOWN = 20
PROXY_UNKNOWN = (
    "a proxy passes requests on, but OUTWIT_PROXY does not name it: all count as one address"
)


class Gate:
    """The outermost layer of the application."""

    def __init__(
        self, app: ASGIApp, proxies: tuple[str, ...] = (), hosts: tuple[str, ...] = LOOPBACK
    ) -> None:
        self.app = app
        self.warns = not proxies
        self.hosts = hosts
        # Unknown hosts that have been logged.
        self.unknown: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket."""
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
        """Tell whether the host is one of ours, or the path is for a load balancer."""
        host = host_of(Headers(scope=scope).get("host", ""))
        if scope["path"] in HEALTH or is_allowed(host, self.hosts):
            return True
        if host not in self.unknown and len(self.unknown) < MOST_UNKNOWN:
            self.unknown.add(host)
            event("wrong host", logging.WARNING, host=host, told=refusal(host))
        return False


def wrong_host(scope: Scope, host: str) -> Response:
    """Return the answer to a request or a socket for an unknown host."""
    said = refusal(host)
    if scope["path"].startswith(API):
        return JSONResponse({"error": said, "code": "wrong-host"}, 421, HEADERS)
    return PlainTextResponse(f"{said}\n", 421, HEADERS)
