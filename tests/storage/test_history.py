"""The games of an account: over, running, and those to which it is invited."""

from __future__ import annotations

import pytest

from outwit.storage.accounts import Account, AccountStore
from outwit.storage.database import Database
from outwit.storage.games import GameStore
from outwit.storage.history import HistoryStore, Score
from outwit.storage.stored import FRIEND, LINK, NewGame, StoredSeat

PASSWORD = "correct horse"
BOT = StoredSeat("level 1", bot="level 1")


@pytest.fixture
def history(database: Database) -> HistoryStore:
    return HistoryStore(database)


@pytest.fixture
def pair(accounts: AccountStore) -> tuple[Account, Account]:
    return accounts.register("Ada", PASSWORD), accounts.register("Bob", PASSWORD)


def seat(account: Account) -> StoredSeat:
    return StoredSeat(account.name, account.id)


def over(games: GameStore, new: NewGame, result: str = "1-0") -> str:
    made = games.create(new)
    games.finish(made, result, "resigned", "")
    return made


def test_pages_of_ended_games_have_the_newest_first(
    games: GameStore, history: HistoryStore, pair: tuple[Account, Account]
) -> None:
    ada, bob = pair
    made = [over(games, NewGame("ataxx", (seat(ada), seat(bob)))) for _ in range(3)]
    games.create(NewGame("ataxx", (seat(ada), BOT)))
    pages = [history.ended(bob.id, None, page, 2) for page in range(3)]
    assert [[line.id for line in page] for page in pages] == [made[:0:-1], made[:1], []]
    assert history.count(bob.id, None) == 3


def test_a_game_by_link_is_in_the_history_for_its_players_alone(
    games: GameStore, history: HistoryStore, pair: tuple[Account, Account], accounts: AccountStore
) -> None:
    ada, bob = pair
    game = over(games, NewGame("ataxx", (seat(ada), seat(bob)), visibility=LINK))
    for viewer in (ada.id, bob.id):
        assert [line.id for line in history.ended(ada.id, viewer)] == [game]
    for stranger in (None, accounts.guest().id):
        assert history.ended(ada.id, stranger) == ()
        assert history.count(ada.id, stranger) == 0


def test_running_games_and_invitations_are_those_not_answered_or_ended(
    games: GameStore, history: HistoryStore, pair: tuple[Account, Account]
) -> None:
    ada, bob = pair
    invitation = NewGame("push", (seat(ada), StoredSeat()), invited=bob.id)
    assert not history.has_invited(ada.id, bob.id)
    game = games.create(invitation)
    assert history.has_invited(ada.id, bob.id)
    assert not history.has_invited(bob.id, ada.id)
    assert [line.id for line in history.invitations(bob.id)] == [game]
    assert history.count_invitations(bob.id) == 1
    assert [line.id for line in history.running(ada.id)] == [game]
    assert history.running(bob.id) == ()
    games.sit(game, 1, seat(bob))
    assert history.invitations(bob.id) == ()
    assert [line.id for line in history.running(bob.id)] == [game]
    games.finish(game, "0-1", "resigned", "")
    assert history.running(ada.id) == ()


def test_what_was_called_off_is_no_game_played(
    games: GameStore, history: HistoryStore, pair: tuple[Account, Account]
) -> None:
    ada, bob = pair
    game = games.create(NewGame("push", (seat(ada), StoredSeat()), invited=bob.id))
    games.finish(game, "*", "declined", "")
    assert history.count_invitations(bob.id) == 0
    assert history.ended(ada.id, ada.id) == ()
    assert history.ids(ada.id) == ()


def test_scores_count_both_sides_and_the_favourite_comes_first(
    games: GameStore, history: HistoryStore, pair: tuple[Account, Account]
) -> None:
    ada, bob = pair
    over(games, NewGame("push", (seat(ada), seat(bob))))
    for result in ("1-0", "0-1", "1/2-1/2"):
        over(games, NewGame("ataxx", (seat(bob), seat(ada))), result)
    assert history.scores(ada.id) == (Score("ataxx", 1, 1, 1), Score("push", 1, 0, 0))
    assert history.scores(bob.id) == (Score("ataxx", 1, 1, 1), Score("push", 0, 0, 1))
    assert len(history.ids(ada.id)) == 4


def test_a_shared_game_counts_for_nobody_and_the_friend_keeps_the_name(
    games: GameStore, history: HistoryStore, accounts: AccountStore
) -> None:
    guest, other = accounts.guest(), accounts.guest()
    seats = (StoredSeat(FRIEND, guest.id), seat(guest))
    shared = over(games, NewGame("ataxx", seats, visibility=LINK))
    over(games, NewGame("ataxx", (seat(other), seat(guest)), visibility=LINK))
    assert history.scores(guest.id) == (Score("ataxx", lost=1),)
    assert history.count(guest.id, guest.id) == 2
    accounts.become(guest.id, "Ada", PASSWORD)
    setup = games.load(shared).setup
    assert [each.name for each in setup.seats] == [FRIEND, "Ada"]
    assert setup.is_shared
    assert (setup.side_of(guest.id), setup.side_of(other.id), setup.side_of(None)) == (
        1,
        None,
        None,
    )
    # Somebody may really be called so.
    named = setup.replace(seats=(seats[0], seats[0]))
    assert named.side_of(guest.id) == 0
