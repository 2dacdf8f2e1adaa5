"""Follows and blocks: what each does to lists, and that the blocked account cannot tell."""

from __future__ import annotations

import pytest

from outwit.errors import NotAllowed, TooMany, UsageError
from outwit.storage import relations as relations_module
from outwit.storage.accounts import Account, AccountStore
from outwit.storage.database import Database
from outwit.storage.games import GameStore
from outwit.storage.history import HistoryStore
from outwit.storage.invitations import InvitationStore
from outwit.storage.noticechoices import EMAIL, Choices, ChoiceStore
from outwit.storage.relations import BLOCK, FOLLOW, RelationStore
from outwit.storage.stored import LINK, PUBLIC, NewGame, StoredSeat


@pytest.fixture
def relations(database: Database) -> RelationStore:
    return RelationStore(database)


@pytest.fixture
def people(accounts: AccountStore) -> list[Account]:
    return [accounts.register(name, "correct horse") for name in ("Ada", "Bob", "Eve")]


def seat(account: Account) -> StoredSeat:
    return StoredSeat(account.name, account.id)


def test_a_follow_is_made_once_and_ended(relations: RelationStore, people: list[Account]) -> None:
    ada, bob, _ = people
    for _ in range(2):
        relations.add(ada.id, bob.id, FOLLOW)
    assert [each.name for each in relations.of(ada.id, FOLLOW)] == ["Bob"]
    assert relations.of(bob.id, FOLLOW) == ()
    relations.remove(ada.id, bob.id, FOLLOW)
    relations.remove(ada.id, bob.id, FOLLOW)
    assert relations.kinds(ada.id, bob.id) == frozenset()
    with pytest.raises(UsageError, match="you cannot follow yourself"):
        relations.add(ada.id, ada.id, FOLLOW)


def test_a_block_ends_the_own_follow_and_not_that_of_the_blocked(
    relations: RelationStore, people: list[Account]
) -> None:
    ada, bob, _ = people
    relations.add(ada.id, bob.id, FOLLOW)
    relations.add(bob.id, ada.id, FOLLOW)
    relations.add(ada.id, bob.id, BLOCK)
    assert relations.kinds(ada.id, bob.id) == {BLOCK}
    # Bob sees his follow as before, and may make it anew; it is without effect.
    assert [(each.name, each.is_apart) for each in relations.of(bob.id, FOLLOW)] == [("Ada", True)]
    relations.remove(bob.id, ada.id, FOLLOW)
    relations.add(bob.id, ada.id, FOLLOW)
    with pytest.raises(NotAllowed, match="unblock first"):
        relations.add(ada.id, bob.id, FOLLOW)
    assert relations.apart(ada.id) == {bob.id}
    assert relations.apart(bob.id) == {ada.id}
    assert relations.blocked(bob.id) == frozenset()
    with pytest.raises(NotAllowed, match="you have blocked Bob: unblock first"):
        relations.check_unblocked(ada.id, bob.id, bob.name)
    relations.check_unblocked(bob.id, ada.id, ada.name)


def test_games_of_the_followed_are_listed_unless_hidden(
    relations: RelationStore, people: list[Account], games: GameStore
) -> None:
    ada, bob, eve = people
    relations.add(eve.id, bob.id, FOLLOW)
    shown = games.create(NewGame("ataxx", (seat(ada), seat(bob))))
    games.create(NewGame("ataxx", (seat(ada), seat(bob)), visibility=LINK))
    games.create(NewGame("ataxx", (seat(bob), StoredSeat()), visibility=PUBLIC))
    games.create(NewGame("ataxx", (seat(bob), seat(eve))))
    assert [line.id for line in relations.games(eve.id, 9)] == [shown]
    # One of the players has blocked her.
    relations.add(ada.id, eve.id, BLOCK)
    assert relations.games(eve.id, 9) == ()


def test_invitations_by_the_blocked_are_not_seen_by_anybody_but_them(
    relations: RelationStore, people: list[Account], games: GameStore, database: Database
) -> None:
    ada, bob, _ = people
    history, invitations = HistoryStore(database), InvitationStore(database)
    games.create(NewGame("ataxx", (StoredSeat(), seat(bob)), invited=ada.id))
    assert history.count_invitations(ada.id) == len(history.invitations(ada.id)) == 1
    relations.add(ada.id, bob.id, BLOCK)
    assert history.count_invitations(ada.id) == len(history.invitations(ada.id)) == 0
    assert invitations.to(ada.id) == ()
    # Bob waits as he would for anybody.
    assert history.has_invited(bob.id, ada.id)
    assert len(invitations.by(bob.id)) == 1


def test_only_followers_who_chose_notices_and_are_not_apart_are_told(
    relations: RelationStore, people: list[Account], database: Database
) -> None:
    ada, bob, eve = people
    relations.add(eve.id, bob.id, FOLLOW)
    players = (ada.id, bob.id)
    assert relations.followers(players) == ()
    ChoiceStore(database).set(eve.id, Choices({"follow": {EMAIL: True}}))
    assert relations.followers(players) == ((eve.id, bob.id),)
    relations.add(ada.id, eve.id, BLOCK)
    assert relations.followers(players) == ()


def test_the_number_of_follows_is_limited(
    relations: RelationStore, people: list[Account], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relations_module, "MOST", 1)
    ada, bob, eve = people
    relations.add(ada.id, bob.id, FOLLOW)
    with pytest.raises(TooMany, match="you can follow at most 1"):
        relations.add(ada.id, eve.id, FOLLOW)
    relations.add(ada.id, eve.id, BLOCK)
