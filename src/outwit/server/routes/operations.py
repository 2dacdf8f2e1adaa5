"""Health and metrics, for the operator of the portal."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Iterator
from ipaddress import ip_address

from fastapi import Request
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily
from prometheus_client.registry import Collector

from outwit import __version__
from outwit.errors import NotAllowed, StorageFault
from outwit.server.base.metrics import REGISTRY
from outwit.server.base.provided import Provided, Router
from outwit.server.base.workqueue import Thinking
from outwit.server.edge.limits import Limiter
from outwit.server.edge.settings import Settings
from outwit.server.live.lobby import Lobby
from outwit.server.news.feed import Closing
from outwit.storage.database import Database
from outwit.storage.heartbeat import Heartbeat

router = Router()
# Seconds after which an unanswered check of the database fails.
PATIENCE = 3.0
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")


class Gauges(Collector):
    """The metrics that are read at the time of the request."""

    def __init__(
        self, lobby: Lobby, thinking: Thinking, limiter: Limiter, database: Database
    ) -> None:
        self._lobby = lobby
        self._thinking = thinking
        self._limiter = limiter
        self._database = database

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics."""
        yield from REGISTRY.collect()
        yield InfoMetricFamily("outwit", "The version that runs.", {"version": __version__})
        for name, summary, number in (
            ("outwit_rooms_open", "Rooms open now.", self._lobby.size),
            ("outwit_thinking", "Bots that think now.", self._thinking.running),
            ("outwit_thinking_queue", "Bots that wait to think.", self._thinking.waiting),
            ("outwit_clients", "Buckets of clients.", len(self._limiter.buckets)),
        ):
            yield GaugeMetricFamily(name, summary, number)
        faults = self._database.faults
        yield CounterMetricFamily("outwit_database_faults", "Database errors.", faults)


@router.get("/health")
async def health() -> PlainTextResponse:
    """Answer that the process is alive."""
    return PlainTextResponse("ok\n")


@router.get("/ready")
async def ready(closing: Provided[Closing], heartbeat: Provided[Heartbeat]) -> PlainTextResponse:
    """Answer whether the process is ready: the database is writable, and no shutdown has begun."""
    if closing.is_set():
        return PlainTextResponse("closing\n", 503)
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.to_thread(heartbeat.check)
    except (StorageFault, TimeoutError):
        return PlainTextResponse("the database cannot be written\n", 503)
    return PlainTextResponse("ready\n")


@router.get("/metrics")
async def metrics(
    request: Request, settings: Provided[Settings], gauges: Provided[Gauges]
) -> PlainTextResponse:
    """Return all metrics, to this machine or to a client with the token."""
    if not may_read(request, settings.metrics_token):
        raise NotAllowed("metrics need the token OUTWIT_METRICS_TOKEN, except on this machine")
    return PlainTextResponse(generate_latest(gauges), media_type=CONTENT_TYPE_LATEST)


def may_read(request: Request, token: str) -> bool:
    """Tell whether a client may read the metrics.

    A request through a proxy counts as remote, even if the proxy is on this machine.
    """
    given = request.headers.get("authorization", "").encode()
    if token and hmac.compare_digest(given, f"Bearer {token}".encode()):
        return True
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False
