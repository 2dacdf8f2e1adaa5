"""Portals for tests, with limits of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from outwit.server.app import create_app
from outwit.server.edge.limits import ClientLimits
from outwit.server.edge.settings import Settings
from outwit.server.portal import Portal, portal_of
from tests.storage.conftest import WEAK

ADDRESS = "192.0.2.7"


@contextmanager
def visited(
    folder: Path, limits: ClientLimits | None = None, **settings: Any
) -> Iterator[TestClient]:
    """Start a portal and return a browser; faults come back as pages."""
    chosen = Settings(
        f"sqlite:///{folder / 'portal.db'}", limits=limits or ClientLimits(), **settings
    )
    browser = TestClient(
        create_app(chosen),
        follow_redirects=False,
        raise_server_exceptions=False,
        client=(ADDRESS, 50_000),
    )
    with browser:
        portal(browser).accounts.hasher = WEAK
        yield browser


def portal(browser: TestClient) -> Portal:
    """Return the portal that a browser visits."""
    return portal_of(browser.app)  # type: ignore[arg-type]
