"""Sessions end once and for all."""

from __future__ import annotations

import time

import pytest

from outwit.errors import UsageError
from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from outwit.storage.sessions import LIFETIME, SessionStore


@pytest.fixture
def sessions(database: Database) -> SessionStore:
    return SessionStore(database)


def test_one_session_ends_and_the_others_stay(
    sessions: SessionStore, accounts: AccountStore
) -> None:
    ada, grace = accounts.guest().id, accounts.guest().id
    since = time.time()
    sessions.end(ada, "first")
    assert not sessions.is_open(ada, "first", since)
    assert sessions.is_open(ada, "second", since)
    assert sessions.is_open(grace, "first", since)


def test_all_sessions_end_that_have_begun(sessions: SessionStore, accounts: AccountStore) -> None:
    ada = accounts.guest().id
    since = time.time()
    sessions.end(ada)
    assert not sessions.is_open(ada, "first", since)
    assert sessions.is_open(ada, "second", time.time())


def test_a_session_is_not_older_than_its_account_nor_than_a_year(
    sessions: SessionStore, accounts: AccountStore
) -> None:
    before = time.time() - 1
    ada = accounts.guest().id
    assert not sessions.is_open(ada, "first", before)
    assert not sessions.is_open(ada, "first", time.time() - LIFETIME.total_seconds() - 1)
    assert not sessions.is_open(ada + 1, "first", time.time())


def test_what_no_database_can_store_is_the_fault_of_whoever_asks(
    sessions: SessionStore, accounts: AccountStore
) -> None:
    with pytest.raises(UsageError, match="cannot be stored"):
        sessions.is_open(10**30, "first", time.time())
    with pytest.raises(UsageError, match="cannot be stored"):
        sessions.end(accounts.guest().id, "\ud800")
