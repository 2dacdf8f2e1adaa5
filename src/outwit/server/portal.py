"""All that the portal's pages and sockets share."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING

from outwit.server.hub import Hub
from outwit.server.identity import Identity, new_secret
from outwit.server.lobby import Lobby
from outwit.server.settings import Settings
from outwit.server.thinking import Thinking
from outwit.storage.accounts import AccountStore
from outwit.storage.chat import ChatStore
from outwit.storage.database import Database
from outwit.storage.games import GameStore
from outwit.storage.invitations import InvitationStore
from outwit.storage.ratings import RatingStore
from outwit.storage.tokens import TokenStore

if TYPE_CHECKING:
    from fastapi import FastAPI

SQLITE = "sqlite:///"


class Portal:
    """The database, who is who, the open rooms, and the threads that think."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = Database(settings.database)
        self.database.migrate()
        self.accounts = AccountStore(self.database)
        self.games = GameStore(self.database)
        self.chat = ChatStore(self.database)
        self.invitations = InvitationStore(self.database)
        self.ratings = RatingStore(self.database)
        self.tokens = TokenStore(self.database)
        self.identity = Identity(secret_of(settings), secure=settings.secure)
        # Set when the portal is about to end: whoever sends something without an end stops then.
        self.closing = asyncio.Event()
        self.thinking = Thinking(settings.threads)
        self.hub = Hub()
        self.lobby = Lobby(self.games, self.thinking, self.hub)

    async def close(self) -> None:
        """End everything that runs; games go on when the portal starts again."""
        self.closing.set()
        await self.lobby.close()
        self.thinking.close()
        self.database.close()


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
