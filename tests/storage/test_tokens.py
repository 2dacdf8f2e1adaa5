"""A token's secret is shown once, works until it is revoked, and is kept nowhere."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest

from outwit.errors import NotAllowed, UsageError
from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from outwit.storage.tokens import TokenStore


@pytest.fixture
def tokens(database: Database) -> TokenStore:
    return TokenStore(database)


def test_a_secret_finds_its_token_and_nothing_else_does(
    tokens: TokenStore, accounts: AccountStore
) -> None:
    ada = accounts.guest()
    secret = tokens.create(ada.id, "my  bot ")
    assert tokens.list(ada.id)[0].used is None
    found = tokens.find(secret)
    assert found is not None
    assert (found.account, found.name) == (ada.id, "my bot")
    assert found.used is not None
    assert tokens.list(ada.id) == (found,)
    for wrong in ("", secret[:-1], secret + "x", secret.upper(), "\0", "\ud800"):
        assert tokens.find(wrong) is None


def test_the_use_of_a_token_is_noted_once_in_a_while(
    tokens: TokenStore, accounts: AccountStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tokens.create(accounts.guest().id, "my bot")
    first = tokens.find(secret)
    assert first is not None
    assert tokens.find(secret) == first
    monkeypatch.setattr("outwit.storage.tokens.NOTED", timedelta(0))
    later = tokens.find(secret)
    assert later is not None
    assert later.used is not None
    assert first.used is not None
    assert later.used > first.used


def test_a_revoked_token_is_useless_and_still_listed(
    tokens: TokenStore, accounts: AccountStore
) -> None:
    ada = accounts.guest()
    gone, kept = tokens.create(ada.id, "one"), tokens.create(ada.id, "two")
    number = tokens.list(ada.id)[0].id
    assert tokens.revoke(ada.id, number)
    assert not tokens.revoke(ada.id, number)
    assert tokens.find(gone) is None
    assert tokens.find(kept) is not None
    assert [token.revoked is None for token in tokens.list(ada.id)] == [False, True]


def test_nobody_revokes_the_token_of_another(tokens: TokenStore, accounts: AccountStore) -> None:
    ada, eve = accounts.guest(), accounts.guest()
    secret = tokens.create(ada.id, "one")
    assert not tokens.revoke(eve.id, tokens.list(ada.id)[0].id)
    assert tokens.find(secret) is not None
    assert tokens.list(eve.id) == ()


@pytest.mark.parametrize("name", ["", "  ", "x" * 61])
def test_a_token_has_a_short_name(tokens: TokenStore, accounts: AccountStore, name: str) -> None:
    with pytest.raises(UsageError, match="name of a token"):
        tokens.create(accounts.guest().id, name)


def test_the_secret_is_not_in_the_files(tmp_path: Path) -> None:
    with Database(f"sqlite:///{tmp_path / 'portal.db'}") as database:
        database.migrate()
        secret = TokenStore(database).create(AccountStore(database).guest().id, "findable")
        files = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"findable" in files
    assert secret.encode() not in files


def test_requests_that_come_at_once_make_no_more_tokens_than_allowed(
    tokens: TokenStore, accounts: AccountStore
) -> None:
    account = accounts.guest().id

    def make(_: int) -> bool:
        try:
            tokens.create(account, "test", 5)
        except NotAllowed:
            return False
        return True

    with ThreadPoolExecutor(10) as pool:
        assert sum(pool.map(make, range(20))) == 5
    first = tokens.list(account)[0]
    tokens.revoke(account, first.id)
    assert make(0)
