"""An open challenge is taken by one player."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest

from outwit.errors import UsageError
from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from outwit.storage.seeks import MOST, NewSeek, Seek, SeekStore


@pytest.fixture
def seeks(database: Database) -> SeekStore:
    return SeekStore(database)


def test_what_was_sought_is_found(seeks: SeekStore, accounts: AccountStore) -> None:
    ada = accounts.guest()
    terms = NewSeek(ada.id, "ataxx", {"blocks": "c3"}, "60+1", 1, True)
    first = seeks.create(terms)
    second = seeks.create(NewSeek(ada.id, "push"))
    found = seeks.open()
    assert [seek.id for seek in found] == [first, second]
    assert (found[0].name, found[0].terms) == (ada.name, terms)
    assert [seek.id for seek in seeks.open("push")] == [second]


def test_a_challenge_is_taken_by_one_of_many(seeks: SeekStore, accounts: AccountStore) -> None:
    seek = seeks.create(NewSeek(accounts.guest().id, "ataxx"))
    gate, taken = Barrier(4), list[Seek | None]()

    def take() -> None:
        gate.wait()
        taken.append(seeks.take(seek))

    threads = [Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [each.id for each in taken if each is not None] == [seek]
    assert seeks.open() == ()


def test_who_leaves_withdraws_all(seeks: SeekStore, accounts: AccountStore) -> None:
    ada, bob = accounts.guest(), accounts.guest()
    gone = seeks.create(NewSeek(ada.id, "ataxx"))
    kept = seeks.create(NewSeek(bob.id, "ataxx"))
    seeks.withdraw(ada.id)
    assert [seek.id for seek in seeks.open()] == [kept]
    assert seeks.take(gone) is None
    assert seeks.take("\0") is None


def test_nobody_floods_the_lobby(seeks: SeekStore, accounts: AccountStore) -> None:
    ada = accounts.guest()
    for _ in range(MOST):
        seeks.create(NewSeek(ada.id, "ataxx"))
    with pytest.raises(UsageError, match=f"more than {MOST}"):
        seeks.create(NewSeek(ada.id, "ataxx"))
    with pytest.raises(UsageError, match="time"):
        seeks.create(NewSeek(accounts.guest().id, "ataxx", time_control="soon"))
    assert len(seeks.open()) == MOST
