"""All that the portal's pages and sockets share."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING

from outwit.core.puzzle import read_puzzles
from outwit.errors import BadFile
from outwit.games import all_games
from outwit.server.base.workqueue import WorkQueue
from outwit.server.edge.identity import Identity
from outwit.server.edge.limits import Limiter, client_address
from outwit.server.edge.passes import Passes
from outwit.server.edge.secretkey import key_in, new_key
from outwit.server.edge.settings import Settings
from outwit.server.edge.tries import Tries
from outwit.server.jobs.analyses import RunningAnalyses
from outwit.server.jobs.classnights import ClassNights
from outwit.server.jobs.director import Director
from outwit.server.jobs.filecache import FileCache
from outwit.server.jobs.filming import Filming
from outwit.server.jobs.searches import Searches
from outwit.server.jobs.tournamentview import Pictures
from outwit.server.live.lobby import Lobby
from outwit.server.live.services import Services
from outwit.server.news.bus import Bus
from outwit.server.news.feed import Closing
from outwit.server.news.hub import Hub
from outwit.server.news.presence import Presence
from outwit.storage.accounts import AccountStore
from outwit.storage.analyses import AnalysisStore
from outwit.storage.chat import ChatStore
from outwit.storage.classes import ClassStore
from outwit.storage.database import Database
from outwit.storage.games import GameStore
from outwit.storage.heartbeat import Heartbeat
from outwit.storage.history import HistoryStore
from outwit.storage.invitations import InvitationStore
from outwit.storage.keys import KeyStore
from outwit.storage.puzzles import PuzzleStore
from outwit.storage.ratings import RatingStore
from outwit.storage.sessions import SessionStore
from outwit.storage.tokens import TokenStore
from outwit.storage.tournaments import TournamentStore

if TYPE_CHECKING:
    from fastapi import FastAPI, Request

log = logging.getLogger(__name__)
SQLITE = "sqlite:///"
# Pictures of positions that are kept, in bytes.
PICTURES = 8 << 20
# The name of the key that signs cookies.
COOKIES = "cookies"
# Pictures that wait for one client: a browser asks for a handful at once, a school for more.
MOST_PICTURES = 100


class Portal:
    """The database, who is who, the open rooms, the threads that think, and the way to others."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = Database(settings.database)
        self.database.migrate()
        self.heartbeat = Heartbeat(self.database)
        self.accounts = AccountStore(self.database)
        self.games = GameStore(self.database)
        self.chat = ChatStore(self.database)
        self.ratings = RatingStore(self.database)
        self.history = HistoryStore(self.database)
        self.puzzles = PuzzleStore(self.database)
        add_puzzles(self.puzzles)
        self.limiter = Limiter(settings.limits)
        # Set when the portal is about to end: whoever sends something without an end stops then.
        self.closing = Closing()
        self.invitations = InvitationStore(self.database)
        self.tokens = TokenStore(self.database)
        self.thinking = WorkQueue(settings.threads)
        # Pictures that somebody asks for are drawn one at a time, beside the event loop.
        self.painting = WorkQueue(1, MOST_PICTURES)
        self.bus = bus_of(self.database)
        sessions = SessionStore(self.database)
        self.passes = Passes(self.bus, sessions, self.tokens)
        secret = secret_of(settings, self.database)
        self.identity = Identity(secret, sessions, self.passes, secure=settings.secure)
        self.hub = Hub(self.bus)
        self.tries = Tries(self.limiter, secret, secure=settings.secure)
        self.services = Services(
            self.games, self.thinking, self.painting, self.hub, self.bus, self.passes
        )
        self.lobby = Lobby(self.services)
        # The moves of the games that the first page shows, by game, once they are played.
        self.demonstrations: dict[str, tuple[str, ...]] = {}
        self.presence = Presence(self.hub)
        self.tournaments = TournamentStore(self.database)
        self.classes = ClassStore(self.database)
        self.tournament_boards = Pictures(self.games)
        self.nights = ClassNights(self.classes, self.tournaments, self.presence.is_present)
        self.director = Director(
            self.tournaments, self.lobby, self.hub, self.nights, self.presence.is_present
        )
        self.analyses = AnalysisStore(self.database)
        self.running_analyses = RunningAnalyses(self.analyses, self.thinking)
        self.searches = Searches(self.thinking)
        self.pictures = FileCache(PICTURES)
        self.filming = Filming()

    async def open(self) -> None:
        """Begin; games go on that need the server."""
        await self.lobby.open()
        self.presence.begin()
        self.passes.begin()
        self.director.begin()

    async def allow_game(self, request: Request, account: int) -> None:
        """Raise TooMany if somebody begins games too quickly, or has too many open."""
        self.limiter.take("games_address", client_address(request))
        self.limiter.take("games", account)
        count = await asyncio.to_thread(self.games.count_open, account)
        message = "you have too many games open: finish or resign some of them first"
        self.limiter.check_count("open_games", count, message)

    async def close(self) -> None:
        """End everything that runs; games go on when the portal starts again."""
        self.closing.set()
        await self.director.close()
        await self.running_analyses.close()
        await self.presence.close()
        await self.passes.close()
        await self.lobby.close()
        await self.services.close()
        await self.bus.close()
        self.thinking.close()
        self.painting.close()
        self.database.close()


def bus_of(database: Database) -> Bus:
    """Return the way to other processes of the portal: only PostgreSQL has room for them."""
    if database.is_sqlite:
        return Bus()
    from outwit.server.news.postgresbus import PostgresBus

    return PostgresBus(database.url)


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


def form_sender(request: Request, csrf: str) -> tuple[Portal, int | None]:
    """Return the portal and the account that sent a form, None for a stranger.

    Raise NotAllowed unless the form came from a page that we gave this account.
    """
    portal = portal_of(request.app)
    account = portal.identity.account(request)
    portal.identity.check_form(account, csrf)
    return portal, account


def secret_of(settings: Settings, database: Database) -> str:
    """Return the key that signs cookies, made when first needed.

    It is kept beside a file of SQLite, so that a copy of the file gives nobody away, and in
    PostgreSQL, where all processes find it.
    """
    if settings.secret:
        return settings.secret
    if not database.is_sqlite:
        return KeyStore(database).get(COOKIES, new_key())
    return key_in(Path(settings.database.removeprefix(SQLITE)).with_suffix(".key"))
