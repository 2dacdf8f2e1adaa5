"""Both ratings change with the end of a rated game, by Glicko-2, once."""

from __future__ import annotations

from datetime import UTC, datetime
from threading import Thread

import pytest

from outwit.errors import NotAllowed, StorageFault
from outwit.ratings.glicko import Glicko, GlickoGames, after_period
from outwit.storage import gamerows as gamerows_module
from outwit.storage import games as games_module
from outwit.storage import ratings as ratings_module
from outwit.storage.accounts import Account, AccountStore
from outwit.storage.database import Database
from outwit.storage.games import GameStore
from outwit.storage.ratings import Place, Rating, RatingStore
from outwit.storage.stored import NewGame, StoredSeat

NEWCOMER = Glicko()
AFTER_WIN = after_period(NEWCOMER, [GlickoGames(NEWCOMER, 1)])
AFTER_LOSS = after_period(NEWCOMER, [GlickoGames(NEWCOMER, 0)])


@pytest.fixture
def ratings(database: Database) -> RatingStore:
    return RatingStore(database)


@pytest.fixture
def pair(accounts: AccountStore) -> tuple[Account, Account]:
    return accounts.guest(), accounts.guest()


def play(
    games: GameStore, pair: tuple[Account, Account], rated: bool = True, control: str = "60+0"
) -> str:
    first, second = (StoredSeat(each.name, each.id) for each in pair)
    return games.create(NewGame("ataxx", (first, second), time_control=control, rated=rated))


def test_who_wins_rises_and_who_loses_falls(
    games: GameStore, ratings: RatingStore, pair: tuple[Account, Account]
) -> None:
    done = games.finish(play(games, pair), "0-1", "resigned", "")
    ada, bob = (ratings.get(each.id, "ataxx", "bullet") for each in pair)
    assert (ada.glicko, ada.games) == (AFTER_LOSS, 1)
    assert (bob.glicko, bob.games) == (AFTER_WIN, 1)
    assert [change.after for change in done.changes] == [ada, bob]
    assert [change.before.glicko for change in done.changes] == [NEWCOMER, NEWCOMER]


def test_both_are_rated_by_what_they_were_before(
    games: GameStore, ratings: RatingStore, pair: tuple[Account, Account]
) -> None:
    games.finish(play(games, pair), "1-0", "resigned", "")
    games.finish(play(games, pair[::-1]), "1/2-1/2", "agreed-draw", "")
    ada = ratings.get(pair[0].id, "ataxx", "bullet")
    assert ada.glicko == after_period(AFTER_WIN, [GlickoGames(AFTER_LOSS, 0.5)])
    bob = ratings.get(pair[1].id, "ataxx", "bullet")
    assert bob.glicko == after_period(AFTER_LOSS, [GlickoGames(AFTER_WIN, 0.5)])
    assert (ada.games, bob.games) == (2, 2)


def test_a_game_counts_in_its_time_class_only(
    games: GameStore, ratings: RatingStore, pair: tuple[Account, Account]
) -> None:
    games.finish(play(games, pair, control="300+3"), "1-0", "resigned", "")
    (found,) = ratings.of_account(pair[0].id)
    assert (found.game, found.time_class) == ("ataxx", "blitz")
    assert ratings.get(pair[0].id, "ataxx", "bullet") == Rating(pair[0].id, "ataxx", "bullet")
    assert ratings.get(pair[0].id, "push", "blitz").games == 0


def test_a_second_end_is_not_rated(
    games: GameStore, ratings: RatingStore, pair: tuple[Account, Account]
) -> None:
    game = play(games, pair)
    games.finish(game, "1-0", "resigned", "")
    assert games.finish(game, "0-1", "resigned", "").changes == ()
    assert ratings.get(pair[0].id, "ataxx", "bullet").glicko == AFTER_WIN


def test_games_that_do_not_count_leave_ratings_alone(
    games: GameStore, ratings: RatingStore, pair: tuple[Account, Account]
) -> None:
    games.finish(play(games, pair, rated=False), "1-0", "resigned", "")
    games.finish(play(games, pair), "*", "aborted", "")
    games.finish(play(games, (pair[0], pair[0])), "1-0", "resigned", "")
    person = StoredSeat(pair[0].name, pair[0].id)
    bot = StoredSeat("level 1", bot="level 1")
    games.finish(games.create(NewGame("ataxx", (person, bot), rated=True)), "1-0", "resigned", "")
    assert ratings.of_account(pair[0].id) == ()


def test_a_game_whose_rating_fails_has_not_ended(
    games: GameStore, pair: tuple[Account, Account], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StorageFault("the disk is full")

    game = play(games, pair)
    with monkeypatch.context() as patch:
        patch.setattr(games_module, "rate", fail)
        with pytest.raises(StorageFault):
            games.finish(game, "1-0", "resigned", "")
    assert games.unfinished() == (game,)
    assert games.finish(game, "1-0", "resigned", "").is_new


def test_games_that_end_at_once_all_count(
    games: GameStore, ratings: RatingStore, pair: tuple[Account, Account]
) -> None:
    made = [play(games, pair if number % 2 else pair[::-1]) for number in range(8)]
    threads = [Thread(target=games.finish, args=(game, "1-0", "resigned", "")) for game in made]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [ratings.get(each.id, "ataxx", "bullet").games for each in pair] == [8, 8]


def test_the_leaders_are_those_whose_rating_is_certain(
    games: GameStore, ratings: RatingStore, pair: tuple[Account, Account], accounts: AccountStore
) -> None:
    newcomer = accounts.guest()
    for number in range(20):
        result = "1-0" if number % 3 else "0-1"
        games.finish(play(games, pair), result, "resigned", "")
    games.finish(play(games, (newcomer, pair[1])), "1-0", "resigned", "")
    found = ratings.leaders("ataxx", "bullet")
    assert [leader.name for leader in found] == [pair[0].name, pair[1].name]
    assert found[0].rating == ratings.get(pair[0].id, "ataxx", "bullet")
    assert len(ratings.leaders("ataxx", "bullet", 1)) == 1
    assert ratings.leaders("push", "bullet") == ()


def test_the_history_has_every_step_with_the_rating_before_it(
    games: GameStore, ratings: RatingStore, pair: tuple[Account, Account]
) -> None:
    made = [play(games, pair) for _ in range(3)]
    for game in made:
        games.finish(game, "1-0", "resigned", "")
    games.finish(play(games, pair, control="300+3"), "0-1", "resigned", "")
    points = ratings.history(pair[0].id, "ataxx", "bullet")
    assert [point.game_id for point in points] == made
    assert [point.before for point in points] == [1500.0, points[0].rating, points[1].rating]
    assert points[-1].rating == ratings.get(pair[0].id, "ataxx", "bullet").glicko.rating
    assert ratings.history(pair[0].id, "ataxx", "bullet", 2) == points[1:]
    assert ratings.changes(pair[0].id, made[1:2]) == {made[1]: points[1]}
    assert ratings.changes(pair[0].id, []) == {}


def test_the_history_keeps_its_order_when_the_clock_goes_back(
    games: GameStore,
    ratings: RatingStore,
    pair: tuple[Account, Account],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = [play(games, pair) for _ in range(3)]
    moments = [datetime(2030, 1, 1, hour, tzinfo=UTC) for hour in (12, 11, 10)]
    for module in (gamerows_module, ratings_module):
        monkeypatch.setattr(module, "now", iter(moments).__next__, raising=False)
    for game in made:
        games.finish(game, "1-0", "resigned", "")
    points = ratings.history(pair[0].id, "ataxx", "bullet")
    assert [point.game_id for point in points] == made
    assert [point.before for point in points] == [1500.0, points[0].rating, points[1].rating]


def test_a_place_is_counted_among_those_who_are_certain(
    games: GameStore, ratings: RatingStore, pair: tuple[Account, Account]
) -> None:
    assert ratings.place(ratings.get(pair[0].id, "ataxx", "bullet")) == Place(None, 0)
    for number in range(20):
        games.finish(play(games, pair), "1-0" if number % 3 else "0-1", "resigned", "")
    ada, bob = (ratings.get(each.id, "ataxx", "bullet") for each in pair)
    assert (ratings.place(ada), ratings.place(bob)) == (Place(1, 2), Place(2, 2))
    assert ratings.time_classes("ataxx") == {"bullet": 2}
    assert ratings.time_classes("push") == {}


def test_games_within_one_house_are_never_rated(
    games: GameStore, accounts: AccountStore, ratings: RatingStore
) -> None:
    owner, stranger = accounts.guest(), accounts.guest()
    one, two = (accounts.make_bot(owner.id, name) for name in ("One", "Two"))
    for pair in ((one, two), (owner, one), (two, owner), (one, one)):
        key = play(games, pair)
        assert not games.load(key).setup.rated
        assert not games.finish(key, "1-0", "resigned", "").changes
    seats = StoredSeat(one.name, one.id), StoredSeat()
    for invited in (None, two.id):
        key = games.create(NewGame("ataxx", seats, rated=True, invited=invited))
        if games.load(key).setup.rated:
            for account in (two, owner):
                with pytest.raises(NotAllowed, match="rated games among yourselves"):
                    games.sit(key, 1, StoredSeat(account.name, account.id))
    assert games.load(play(games, (one, stranger))).setup.rated
    assert ratings.of_account(one.id) == ()


def test_a_rated_game_stays_so_when_it_is_played_again(
    games: GameStore, pair: tuple[Account, Account]
) -> None:
    first, second = (StoredSeat(each.name, each.id) for each in pair)
    new = NewGame("ataxx", (first, second), rated=True, invited=pair[1].id)
    key, _ = games.rematch(new.replace(rematch_of=games.create(new)))
    assert games.load(key).setup.rated
