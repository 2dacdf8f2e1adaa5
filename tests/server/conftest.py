"""Every test finds a database with all its tables, which were made once."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from outwit.server.edge.hosts import LOOPBACK
from outwit.server.edge.settings import Settings
from outwit.server.portal import Portal
from tests.storage.conftest import postgres, postgres_url, sqlite_file, url

__all__ = ["_known", "place_database", "postgres", "postgres_url", "prepared", "sqlite_file", "url"]

NAME = "portal.db"


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of an empty database with its tables and puzzles."""
    path = tmp_path_factory.mktemp("prepared") / NAME
    portal = Portal(Settings(f"sqlite:///{path}"))
    portal.thinking.close()
    portal.database.close()
    return path


@pytest.fixture(scope="session", autouse=True)
def _known() -> Iterator[None]:
    """Let portals be reached by the name that Starlette's client uses."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Settings, "hosts", (*LOOPBACK, "testserver"))
        yield


@pytest.fixture(autouse=True)
def place_database(request: pytest.FixtureRequest) -> None:
    """Copy the database to where a test starts its portal: that is quicker than to make one."""
    if "tmp_path" in request.fixturenames:
        folder: Path = request.getfixturevalue("tmp_path")
        shutil.copyfile(request.getfixturevalue("prepared"), folder / NAME)
