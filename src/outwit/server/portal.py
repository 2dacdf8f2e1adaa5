"""The parts of a portal process: created, opened and closed here, and provided to routes."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from outwit.core.puzzle import read_puzzles
from outwit.errors import BadFile, NotFound, UsageError
from outwit.games import all_games
from outwit.lti.keypair import KeyPair
from outwit.lti.verifier import Verifier
from outwit.server.api.challenges import Challenging
from outwit.server.api.commands import BotCommands
from outwit.server.api.presenter import Presenters
from outwit.server.api.streams import Streams
from outwit.server.base.workqueue import Painting, Thinking
from outwit.server.edge.gamelimits import GameLimits
from outwit.server.edge.identity import Identity
from outwit.server.edge.limits import Limiter
from outwit.server.edge.passes import Passes
from outwit.server.edge.secretkey import key_in, new_key
from outwit.server.edge.settings import MODERATORS, Settings
from outwit.server.edge.tries import Tries
from outwit.server.jobs.analyses import RunningAnalyses
from outwit.server.jobs.classnights import ClassNights
from outwit.server.jobs.classview import ClassView
from outwit.server.jobs.demonstrations import Demonstrations
from outwit.server.jobs.digests import Digests
from outwit.server.jobs.director import Director
from outwit.server.jobs.filecache import KeptPictures
from outwit.server.jobs.filming import Filming
from outwit.server.jobs.homeworkview import HomeworkView
from outwit.server.jobs.letters import Letters
from outwit.server.jobs.mailing import Mailer
from outwit.server.jobs.moderation import Moderation
from outwit.server.jobs.openingcounter import OpeningCounter
from outwit.server.jobs.platformview import PlatformView
from outwit.server.jobs.pushing import Pusher
from outwit.server.jobs.remarking import Remarking
from outwit.server.jobs.searches import Searches
from outwit.server.jobs.sender import Deliver, Sender
from outwit.server.jobs.similarity import Similarity
from outwit.server.jobs.teacherview import TeacherView
from outwit.server.jobs.tournamentview import Pictures
from outwit.server.live.handinbots import HandInBots
from outwit.server.live.leaving import Leaving
from outwit.server.live.lobby import Lobby
from outwit.server.live.seeking import Seeking
from outwit.server.live.services import Services
from outwit.server.live.slowwatch import SlowWatch
from outwit.server.live.talk import Talk
from outwit.server.news.bus import Bus
from outwit.server.news.feed import Closing
from outwit.server.news.hub import Hub
from outwit.server.news.notices import Notices
from outwit.server.news.presence import Presence
from outwit.server.routes.botpages import BotPage
from outwit.server.routes.contactpages import ContactPage
from outwit.server.routes.entering import Entering
from outwit.server.routes.friends import Friends
from outwit.server.routes.launching import Launching
from outwit.server.routes.moderationpages import Dossier, Office
from outwit.server.routes.operations import Gauges
from outwit.server.routes.pages import Pages
from outwit.server.routes.playform import PlayForm
from outwit.server.routes.wishes import Wishes
from outwit.storage.accounts import AccountStore
from outwit.storage.analyses import AnalysisStore
from outwit.storage.audit import AuditStore
from outwit.storage.bouts import BoutStore
from outwit.storage.chat import ChatStore
from outwit.storage.classes import ClassStore
from outwit.storage.contents import ContentStore
from outwit.storage.daily import DailyStore
from outwit.storage.database import Database
from outwit.storage.emails import EmailStore
from outwit.storage.games import GameStore
from outwit.storage.handins import HandInStore
from outwit.storage.heartbeat import Heartbeat
from outwit.storage.history import HistoryStore
from outwit.storage.homework import HomeworkStore
from outwit.storage.invitations import InvitationStore
from outwit.storage.jobs import JobQueue
from outwit.storage.keys import KeyStore
from outwit.storage.levelwins import LevelWinStore
from outwit.storage.marks import MarkStore
from outwit.storage.moderators import ModeratorStore
from outwit.storage.noticechoices import ChoiceStore
from outwit.storage.notices import NoticeStore
from outwit.storage.openings import OpeningStore
from outwit.storage.outgoing import BROWSER, DIGEST, LETTER, OutgoingStore
from outwit.storage.platformgrades import GradeStore
from outwit.storage.platformlinks import LinkStore
from outwit.storage.platformpeople import PersonStore
from outwit.storage.platforms import PlatformStore
from outwit.storage.puzzles import PuzzleStore
from outwit.storage.ratings import RatingStore
from outwit.storage.recovery import RecoveryStore
from outwit.storage.relations import RelationStore
from outwit.storage.reports import ReportStore
from outwit.storage.sanctions import SanctionStore
from outwit.storage.sessions import SessionStore
from outwit.storage.slowturns import TurnStore
from outwit.storage.studies import StudyStore
from outwit.storage.subscriptions import SubscriptionStore
from outwit.storage.tables import now
from outwit.storage.tokens import TokenStore
from outwit.storage.tournaments import TournamentStore
from outwit.storage.vacations import VacationStore

if TYPE_CHECKING:
    from fastapi import FastAPI

log = logging.getLogger(__name__)
SQLITE = "sqlite:///"
# The name of the key that signs cookies.
COOKIES = "cookies"


class Portal:
    """The parts of a process: database, identity, rooms, thread queues and bus.

    ``clock`` tells the time of slow games, notices and messages; tests move it on.
    """

    def __init__(self, settings: Settings, clock: Callable[[], datetime] = now) -> None:
        self.settings = settings
        self.database = Database(settings.database)
        self.database.migrate()
        self.heartbeat = Heartbeat(self.database)
        self.accounts = AccountStore(self.database)
        self.games = GameStore(self.database, clock)
        self.relations = RelationStore(self.database)
        self.sanctions = SanctionStore(self.database)
        self.moderators = ModeratorStore(self.database)
        self.reports = ReportStore(self.database)
        self.chat = ChatStore(self.database)
        self.ratings = RatingStore(self.database)
        self.history = HistoryStore(self.database)
        self.puzzles = PuzzleStore(self.database)
        add_puzzles(self.puzzles)
        self.daily = DailyStore(self.database)
        self.level_wins = LevelWinStore(self.database)
        self.limiter = Limiter(settings.limits)
        # Set when the portal is about to end: endless streams stop then.
        self.closing = Closing()
        self.invitations = InvitationStore(self.database)
        self.tokens = TokenStore(self.database)
        self.handins = HandInStore(self.database)
        self.contents = ContentStore(self.database)
        self.thinking = Thinking(settings.threads)
        self.painting = Painting()
        self.bus = bus_of(self.database)
        sessions = SessionStore(self.database)
        self.passes = Passes(self.bus, sessions, self.tokens)
        secret = secret_of(settings, self.database)
        self.identity = Identity(secret, sessions, self.passes, secure=settings.secure)
        self.hub = Hub(self.bus)
        self.notices = Notices(NoticeStore(self.database, clock), self.hub)
        self.tries = Tries(self.limiter, secret, secure=settings.secure)
        self.services = Services(
            self.games,
            self.thinking,
            self.painting,
            self.hub,
            self.bus,
            self.passes,
            HandInBots(self.handins, self.contents),
            self.notices,
            TurnStore(self.database, clock),
        )
        self.vacations = VacationStore(self.database, clock)
        self.lobby = Lobby(self.services)
        self.slow_watch = SlowWatch(self.lobby, self.services.turns)
        self.presence = Presence(self.hub)
        self.tournaments = TournamentStore(self.database)
        self.classes = ClassStore(self.database)
        self.homework = HomeworkStore(self.database)
        self.marks = MarkStore(self.database)
        self.bouts = BoutStore(self.database)
        self.queue = JobQueue(self.database)
        self.audit = AuditStore(self.database)
        self.platforms = PlatformStore(self.database)
        self.people = PersonStore(self.accounts)
        self.links = LinkStore(self.database)
        self.grades = GradeStore(self.database)
        self.launching = Launching(
            secret, self.platforms, self.people, Verifier(), secure=settings.secure
        )
        self.nights = ClassNights(self.classes, self.tournaments, self.presence.is_present)
        self.director = Director(
            self.tournaments, self.lobby, self.hub, self.nights, self.presence.is_present
        )
        self.analyses = AnalysisStore(self.database)
        self.openings = OpeningStore(self.database)
        self.studies = StudyStore(self.database)
        self.opening_counter = OpeningCounter(self.openings)
        self.running_analyses = RunningAnalyses(self.analyses, self.thinking)
        self.emails = EmailStore(self.database)
        self.choices = ChoiceStore(self.database)
        self.recovery = RecoveryStore(self.accounts)
        mailer = Mailer(settings.mail)
        letters = Letters(mailer, self.accounts, self.emails)
        digests = Digests(
            mailer, self.accounts, self.emails, self.notices.store, self.identity.prove
        )
        self.pusher = Pusher(
            settings.push, secret, self.notices.store, SubscriptionStore(self.database)
        )
        channels: dict[str, Deliver] = {
            LETTER: letters.deliver,
            DIGEST: digests.deliver,
            BROWSER: self.pusher.deliver,
        }
        self.sender = Sender(OutgoingStore(self.database, clock), channels)

    def parts(self) -> tuple[object, ...]:
        """Return the parts that routes may declare, one of each type."""
        pages = Pages(
            self.identity,
            self.accounts,
            self.history,
            self.notices.store,
            self.services.turns,
            self.moderators,
        )
        pictures = KeptPictures()
        leaving = Leaving(self.lobby, self.games, self.history)
        game_limits = GameLimits(self.limiter, self.games)
        talk = Talk(self.chat, self.limiter, self.relations, self.sanctions)
        view = HomeworkView(
            self.classes,
            self.homework,
            self.handins,
            self.marks,
            self.bouts,
            self.queue,
            self.accounts,
        )
        return (
            self.settings,
            self.heartbeat,
            self.closing,
            # Stores.
            self.accounts,
            self.analyses,
            self.classes,
            self.daily,
            self.level_wins,
            self.games,
            self.history,
            self.invitations,
            self.openings,
            self.puzzles,
            self.ratings,
            self.studies,
            self.relations,
            self.sanctions,
            self.moderators,
            self.reports,
            self.tokens,
            self.tournaments,
            self.emails,
            self.notices.store,
            self.services.turns,
            self.services.plans,
            self.vacations,
            self.slow_watch,
            self.choices,
            self.recovery,
            self.recovery.links,
            # Assignments of classes.
            self.homework,
            self.handins,
            self.contents,
            self.bouts,
            self.queue,
            self.audit,
            # Learning platforms.
            self.platforms,
            self.people,
            self.links,
            self.grades,
            self.launching,
            KeyPair(self.database),
            PlatformView(self.platforms, self.links, self.grades),
            # Identity and limits.
            self.identity,
            self.limiter,
            game_limits,
            self.passes,
            self.tries,
            # Games and background work.
            self.lobby,
            self.hub,
            self.director,
            self.nights,
            self.running_analyses,
            self.sender,
            self.pusher,
            self.painting,
            pictures,
            talk,
            Demonstrations(self.thinking),
            Filming(),
            leaving,
            Moderation(self.reports, self.accounts, self.notices, leaving, self.passes),
            Office(self.identity, self.moderators),
            Dossier(self.reports, self.history, self.chat, self.moderators, self.sanctions),
            Searches(self.thinking),
            Seeking(self.lobby, self.presence, self.bus, self.accounts),
            # Pages.
            pages,
            ContactPage(pages, self.settings, self.limiter, self.emails, self.recovery),
            BotPage(pages, self.identity, self.accounts, self.tokens),
            Friends(self.relations, self.accounts, self.presence),
            Entering(self.identity, self.classes, self.homework),
            ClassView(self.classes, self.tournaments, self.accounts, self.presence),
            view,
            Similarity(self.classes, self.homework, self.handins, self.contents),
            Remarking(self.handins, self.marks, self.queue, view),
            TeacherView(self.classes, self.homework, self.handins, self.marks, self.queue, view),
            Gauges(self.lobby, self.thinking, self.limiter, self.database),
            Pictures(self.games),
            PlayForm(
                pages,
                self.identity,
                self.accounts,
                self.ratings,
                self.level_wins,
                self.painting,
                pictures,
            ),
            Wishes(self.accounts, self.history, self.presence),
            # The API.
            BotCommands(self.lobby, self.games, talk),
            Challenging(self.accounts, self.games, game_limits, self.lobby),
            Presenters(self.games, self.accounts, self.ratings),
            Streams(self.hub, self.closing, self.accounts, self.games, self.invitations),
        )

    async def open(self) -> None:
        """Open all parts, and continue games that need the server."""
        for name in self.settings.moderators:
            try:
                self.moderators.appoint(name)
            except (NotFound, UsageError) as error:
                log.warning("%s names a moderator: %s", MODERATORS, error)
        await self.lobby.open()
        self.presence.begin()
        self.passes.begin()
        self.director.begin()
        self.sender.begin()
        self.slow_watch.begin()
        self.opening_counter.begin()

    async def close(self) -> None:
        """Close all parts; games continue when the portal starts again."""
        self.closing.set()
        await self.sender.close()
        await self.slow_watch.close()
        await self.opening_counter.close()
        await self.director.close()
        await self.running_analyses.close()
        await self.presence.close()
        await self.passes.close()
        await self.lobby.close()
        await self.services.close()
        await self.notices.close()
        await self.bus.close()
        self.thinking.close()
        self.painting.close()
        self.database.close()


def bus_of(database: Database) -> Bus:
    """Return the bus to other processes, which only PostgreSQL supports."""
    if database.is_sqlite:
        return Bus()
    from outwit.server.news.postgresbus import PostgresBus

    return PostgresBus(database.url)


def add_puzzles(store: PuzzleStore) -> None:
    """Add the puzzles that come with the games to the database."""
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


def secret_of(settings: Settings, database: Database) -> str:
    """Return the key that signs cookies, created when first needed.

    With SQLite the key is in a file beside the database, so that a copy of the database does not
    contain it. With PostgreSQL it is in the database, where all processes find it.
    """
    if settings.secret:
        return settings.secret
    if not database.is_sqlite:
        return KeyStore(database).get(COOKIES, new_key())
    return key_in(Path(settings.database.removeprefix(SQLITE)).with_suffix(".key"))
