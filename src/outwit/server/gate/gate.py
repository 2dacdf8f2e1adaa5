"""The gate: every request and socket comes in here, and every answer goes out.

It gives each a number for the log, finds out whose it is, refuses what is too much, adds the
headers that keep browsers safe, and notes how long the answer took.
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

# What a load balancer asks, by whatever name it knows the machine.
HEALTH = ("/health", "/ready")
# Hosts that the log warns of; anybody can think of more.
MOST_UNKNOWN = 20
PROXY_UNKNOWN = (
    "a proxy passes requests on, but OUTWIT_PROXY does not name it: all count as one address"
)


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
