"""Reports: who may make and decide them, what a decision does, and that the log stays."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import delete, select, update

from outwit.errors import NotAllowed, NotFound, OutwitError, StorageFault, TooMany, UsageError
from outwit.storage.accounts import Account, AccountStore
from outwit.storage.database import Database
from outwit.storage.games import GameStore
from outwit.storage.moderators import ModeratorStore
from outwit.storage.peopletables import Decisions
from outwit.storage.reports import DISMISS, MOST_A_DAY, WARN, ReportStore
from outwit.storage.sanctions import CLOSE, MUTE, SanctionStore
from outwit.storage.sessions import SessionStore
from outwit.storage.stored import NewGame, StoredSeat
from outwit.storage.tables import now
from outwit.storage.tokens import TokenStore

TEXT = "he moved like an engine"


@pytest.fixture
def reports(database: Database) -> ReportStore:
    return ReportStore(database)


@pytest.fixture
def moderators(database: Database) -> ModeratorStore:
    return ModeratorStore(database)


@pytest.fixture
def people(accounts: AccountStore, moderators: ModeratorStore) -> list[Account]:
    """Make two players and a moderator."""
    found = [accounts.register(name, "correct horse") for name in ("Ada", "Bob", "Eve")]
    moderators.appoint("eve")
    return found


def test_a_report_names_a_player_and_perhaps_a_game_of_hers(
    reports: ReportStore, people: list[Account], games: GameStore
) -> None:
    ada, bob, eve = people
    game = games.create(NewGame("ataxx", (StoredSeat("Ada", ada.id), StoredSeat("Eve", eve.id))))
    with pytest.raises(UsageError, match="not in that game"):
        reports.make(ada.id, bob.id, "cheating", TEXT, game)
    with pytest.raises(UsageError, match="10 to 500 characters"):
        reports.make(ada.id, bob.id, "cheating", "  short  ")
    with pytest.raises(UsageError, match="the reason of a report is one of"):
        reports.make(ada.id, bob.id, "boring", TEXT)
    with pytest.raises(UsageError, match="report yourself"):
        reports.make(ada.id, ada.id, "cheating", TEXT)
    reports.make(bob.id, ada.id, "cheating", TEXT, game)
    (found,) = reports.open(eve.id)
    assert (found.who, found.whom, found.game_id, found.text) == ("Bob", "Ada", game, TEXT)


def test_one_report_a_pair_is_open_and_a_day_has_a_limit(
    reports: ReportStore, people: list[Account], accounts: AccountStore
) -> None:
    ada, bob, eve = people
    first = reports.make(ada.id, bob.id, "cheating", TEXT)
    with pytest.raises(UsageError, match="already"):
        reports.make(ada.id, bob.id, "chat", TEXT)
    reports.decide(first, eve.id, DISMISS, "no sign of it")
    reports.make(ada.id, bob.id, "chat", TEXT)
    for number in range(MOST_A_DAY - 2):
        reports.make(ada.id, accounts.register(f"Other{number}", "correct horse").id, "chat", TEXT)
    with pytest.raises(TooMany, match="reports a day"):
        reports.make(ada.id, eve.id, "chat", TEXT)


def test_moderators_decide_but_not_about_themselves(
    reports: ReportStore, moderators: ModeratorStore, people: list[Account]
) -> None:
    ada, bob, eve = people
    about_eve = reports.make(ada.id, eve.id, "chat", TEXT)
    assert reports.open(eve.id) == ()
    assert reports.count_open(eve.id) == 0
    with pytest.raises(NotFound, match="no such report"):
        reports.decide(about_eve, eve.id, DISMISS, "that was not me")
    by_eve = reports.make(eve.id, bob.id, "chat", TEXT)
    with pytest.raises(NotAllowed, match="another moderator"):
        reports.decide(by_eve, eve.id, WARN, "as I said")
    with pytest.raises(NotAllowed, match="only moderators"):
        reports.decide(by_eve, ada.id, WARN, "no office")
    moderators.appoint("Ada")
    with pytest.raises(NotAllowed, match="the operator decides"):
        reports.decide(reports.make(bob.id, eve.id, "chat", TEXT), ada.id, CLOSE, "rude words")
    reports.decide(by_eve, ada.id, WARN, "rude words")
    with pytest.raises(NotFound, match="decided already"):
        reports.decide(by_eve, ada.id, WARN, "rude words")
    with pytest.raises(UsageError, match="a reason has"):
        reports.decide(about_eve, ada.id, WARN, " ")


def test_a_closed_account_has_no_session_and_no_token_until_it_is_reopened(
    reports: ReportStore,
    moderators: ModeratorStore,
    people: list[Account],
    accounts: AccountStore,
    database: Database,
) -> None:
    ada, bob, eve = people
    sessions, tokens = SessionStore(database), TokenStore(database)
    bot = accounts.make_bot(bob.id, "Bobbot")
    secrets = [tokens.create(bob.id, "own"), tokens.create(bot.id, "bot")]
    since = (now() + timedelta(seconds=1)).timestamp()
    assert sessions.is_open(bob.id, "one", since)
    with pytest.raises(UsageError, match="days are a number from 1 to 365"):
        reports.decide(reports.make(ada.id, bob.id, "chat", TEXT), eve.id, CLOSE, "why", 0)
    (report,) = reports.open(eve.id)
    reports.decide(report.id, eve.id, CLOSE, "rude again", 7)
    found = SanctionStore(database).get(bob.id, CLOSE)
    assert found is not None
    assert found.until is not None
    assert timedelta(days=6) < found.until - now() <= timedelta(days=7)
    assert not sessions.is_open(bob.id, "one", since)
    assert [tokens.find(each) for each in secrets] == [None, None]
    assert sessions.is_open(ada.id, "one", since)
    with pytest.raises(NotAllowed, match="about you"):
        moderators.lift(bob.id, bob.id, CLOSE, "let me in")
    moderators.lift(eve.id, bob.id, CLOSE, "he apologised")
    assert sessions.is_open(bob.id, "one", since)
    assert None not in [tokens.find(each) for each in secrets]
    with pytest.raises(NotFound, match="nothing to lift"):
        moderators.lift(eve.id, bob.id, MUTE, "he apologised")
    assert [each.action for each in moderators.log(bob.id)] == ["reopen", "close"]


def test_the_log_names_everybody_and_nobody_can_change_it(
    reports: ReportStore, moderators: ModeratorStore, people: list[Account], database: Database
) -> None:
    ada, bob, eve = people
    report = reports.make(ada.id, bob.id, "chat", TEXT)
    reports.decide(report, eve.id, MUTE, "rude words", None)
    moderators.release("Eve")
    assert moderators.names() == ()
    assert not moderators.is_moderator(eve.id)
    shown = [(each.moderator, each.whom, each.action, each.reason) for each in moderators.log()]
    assert shown == [
        (None, "Eve", "release", ""),
        ("Eve", "Bob", "mute", "rude words"),
        (None, "Eve", "appoint", ""),
    ]
    for change in (update(Decisions).values(reason="nothing"), delete(Decisions)):
        with pytest.raises(StorageFault, match="never changed"), database.session() as connection:
            connection.execute(change)
    with database.reading() as connection:
        assert len(connection.execute(select(Decisions.id)).all()) == 3


@pytest.mark.parametrize("name", ["Nobody", "Bobbot"])
def test_a_moderator_needs_an_account(
    moderators: ModeratorStore, accounts: AccountStore, people: list[Account], name: str
) -> None:
    accounts.make_bot(people[1].id, "Bobbot")
    with pytest.raises(OutwitError, match=r"nobody|needs an account"):
        moderators.appoint(name)
    with pytest.raises(NotFound):
        moderators.release("Ada")
