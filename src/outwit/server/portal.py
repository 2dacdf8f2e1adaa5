"""All that the portal's pages and sockets share."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

from outwit.core.puzzle import read_puzzles
from outwit.errors import BadFile
from outwit.games import all_games
from outwit.server.analyses import RunningAnalyses
from outwit.server.filming import Filming
from outwit.server.hub import Hub
from outwit.server.identity import Identity, new_secret
from outwit.server.lobby import Lobby
from outwit.server.searches import Searches
from outwit.server.settings import Settings
from outwit.server.shelf import Shelf
from outwit.server.thinking import Thinking
from outwit.storage.accounts import AccountStore
from outwit.storage.analyses import AnalysisStore
from outwit.storage.chat import ChatStore
from outwit.storage.database import Database
from outwit.storage.games import GameStore
from outwit.storage.puzzles import PuzzleStore

if TYPE_CHECKING:
    from fastapi import FastAPI

log = logging.getLogger(__name__)
SQLITE = "sqlite:///"
# Pictures of positions that are kept, in bytes.
PICTURES = 8 << 20


class Portal:
    """The database, who is who, the open rooms, and the threads that think."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = Database(settings.database)
        self.database.migrate()
        self.accounts = AccountStore(self.database)
        self.games = GameStore(self.database)
        self.chat = ChatStore(self.database)
        self.puzzles = PuzzleStore(self.database)
        add_puzzles(self.puzzles)
        self.identity = Identity(secret_of(settings), secure=settings.secure)
        self.thinking = Thinking(settings.threads)
        self.hub = Hub()
        self.lobby = Lobby(self.games, self.thinking, self.hub)
        self.analyses = AnalysisStore(self.database)
        self.running_analyses = RunningAnalyses(self.analyses, self.thinking)
        self.searches = Searches(self.thinking)
        self.pictures = Shelf(PICTURES)
        self.filming = Filming()

    async def close(self) -> None:
        """End everything that runs; games go on when the portal starts again."""
        await self.running_analyses.close()
        await self.lobby.close()
        self.thinking.close()
        self.database.close()


def add_puzzles(store: PuzzleStore) -> None:
    """Add the puzzles that came with the games to those in the database."""
    for game in all_games():
        try:
            store.add(game.name, read_puzzles(game))
        except BadFile as error:
            log.warning("%s", error)


def portal_of(app: FastAPI) -> Portal:
    """Return the portal of an application."""
    portal = app.state.portal
    assert isinstance(portal, Portal)
    return portal


def secret_of(settings: Settings) -> str:
    """Return the key that signs cookies, made when first needed and kept beside the database."""
    if settings.secret:
        return settings.secret
    if not settings.database.startswith(SQLITE):
        return new_secret()
    path = Path(settings.database.removeprefix(SQLITE)).with_suffix(".key")
    try:
        return path.read_text("ascii").strip()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        secret = new_secret()
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(secret)
        return secret
