"""Every test finds a database with all its tables, which were made once."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory

from outwit.server import portal
from outwit.server.edge.hosts import LOOPBACK
from outwit.server.edge.settings import Settings
from outwit.server.portal import Portal, add_puzzles
from outwit.storage import database
from outwit.storage.puzzles import PuzzleStore
from tests.storage.conftest import (
    knowing_engines,
    postgres,
    postgres_url,
    shared,
    sqlite_file,
    url,
)

__all__ = [
    "_known",
    "knowing_engines",
    "place_database",
    "postgres",
    "postgres_url",
    "prepared",
    "shared",
    "sqlite_file",
    "url",
]

NAME = "portal.db"


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of an empty database with its tables and puzzles."""
    path = tmp_path_factory.mktemp("prepared") / NAME
    made = Portal(Settings(f"sqlite:///{path}"))
    made.thinking.close()
    made.database.close()
    return path


@pytest.fixture(scope="session", autouse=True)
def _known() -> Iterator[None]:
    """Let portals be reached by the name that Starlette's client uses, and begin quickly."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Settings, "hosts", (*LOOPBACK, "testserver"))
        # A portal begins in a third of the time if it finds puzzles and steps as they were read.
        patch.setattr(portal, "add_puzzles", add_missing)
        patch.setattr(database, "ScriptDirectory", steps_in)
        yield


def add_missing(store: PuzzleStore) -> None:
    """Add the puzzles that came with the games to a database that has none."""
    if not store.games():
        add_puzzles(store)


STEPS: dict[Path, ScriptDirectory] = {}


def steps_in(folder: Path, version_locations: list[Path]) -> ScriptDirectory:
    """Return the steps that bring a database up to date, read once."""
    if folder not in STEPS:
        STEPS[folder] = ScriptDirectory(folder, version_locations=version_locations)
    return STEPS[folder]


@pytest.fixture(autouse=True)
def place_database(request: pytest.FixtureRequest) -> None:
    """Copy the database to where a test starts its portal: that is quicker than to make one."""
    if "tmp_path" in request.fixturenames:
        folder: Path = request.getfixturevalue("tmp_path")
        shutil.copyfile(request.getfixturevalue("prepared"), folder / NAME)
