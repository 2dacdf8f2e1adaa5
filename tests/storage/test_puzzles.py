"""Puzzles are added once, tried once, and rate those who try them."""

from __future__ import annotations

from threading import Thread

import pytest

from outwit.core.puzzle import Puzzle
from outwit.errors import NotFound
from outwit.ratings.glicko import Glicko
from outwit.ratings.solving import ESTIMATED, NEWCOMER, after_try
from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from outwit.storage.ids import is_id
from outwit.storage.puzzles import NEAREST, PUZZLES, PuzzleStore, Standing, puzzle_id
from outwit.storage.ratings import Rating, RatingStore


def puzzle(number: int) -> Puzzle:
    moves = ("b7", "a6", ("c5", "c6"))
    themes = ("even", "third") if number % 6 == 0 else ("even",) if number % 2 == 0 else ()
    rating = 1000 + 10 * number
    return Puzzle(f"position {number}", {"clock": "25"}, moves, "full", rating, themes)


SOME = tuple(puzzle(number) for number in range(30))
FIRST = puzzle_id("ataxx", SOME[0])


@pytest.fixture
def store(database: Database) -> PuzzleStore:
    store = PuzzleStore(database)
    store.add("ataxx", SOME)
    return store


@pytest.fixture
def account(accounts: AccountStore) -> int:
    return accounts.guest().id


def test_a_puzzle_comes_back_as_it_went_in(store: PuzzleStore) -> None:
    stored = store.get(FIRST)
    assert (stored.game, stored.puzzle, stored.tries) == ("ataxx", SOME[0], 0)
    assert stored.glicko == Glicko(1000, ESTIMATED)
    assert store.games() == {"ataxx": 30}


def test_puzzles_are_added_once_and_keep_their_ratings(store: PuzzleStore, account: int) -> None:
    store.note(account, FIRST, True)
    assert store.add("ataxx", SOME) == 0
    assert store.get(FIRST).tries == 1
    assert store.add("ataxx", (*SOME, puzzle(99))) == 1
    assert store.add("push", SOME[:2]) == 2
    assert store.games() == {"ataxx": 31, "push": 2}


def test_themes_are_counted_and_chosen(store: PuzzleStore, account: int) -> None:
    assert store.themes() == {"ataxx": {"even": 15, "third": 5}}
    assert set(store.propose("ataxx", account, "third")) == {
        puzzle_id("ataxx", each) for each in SOME if "third" in each.themes
    }
    store.note(account, FIRST, True)
    assert FIRST not in store.propose("ataxx", account, "third")
    for game, theme in (("ataxx", "odd"), ("push", "even")):
        with pytest.raises(NotFound, match=f"no puzzles of {game} with the theme '{theme}'"):
            store.propose(game, account, theme)


def test_known_puzzles_get_new_themes(store: PuzzleStore) -> None:
    assert store.add("ataxx", [each.replace(themes=("new",)) for each in SOME[:3]]) == 0
    assert store.themes() == {"ataxx": {"even": 13, "third": 4, "new": 3}}
    assert store.get(FIRST).puzzle.themes == ("new",)


def test_only_untried_puzzles_get_a_new_rating(store: PuzzleStore, account: int) -> None:
    store.note(account, FIRST, True)
    rated = store.get(FIRST).glicko
    again = [each.replace(rating=each.rating + 300) for each in SOME]
    assert store.add("ataxx", again) == 0
    assert store.get(FIRST).glicko == rated
    assert store.get(puzzle_id("ataxx", SOME[1])).glicko == Glicko(1310, ESTIMATED)


def test_several_processes_may_add_at_once(database: Database) -> None:
    stores = [PuzzleStore(Database(database.url.render_as_string(False))) for _ in range(4)]
    threads = [Thread(target=store.add, args=("ataxx", SOME)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert stores[0].games() == {"ataxx": 30}
    for store in stores:
        store.database.close()


def test_ids_come_from_the_position_and_the_game() -> None:
    assert is_id(FIRST)
    assert puzzle_id("ataxx", SOME[0].replace(rating=1, moves=())) == FIRST
    assert puzzle_id("push", SOME[0]) != FIRST
    assert puzzle_id("ataxx", SOME[0].replace(options={})) != FIRST


@pytest.mark.parametrize("key", ["", "nope", "22222222", "a\0bcdefg", "ß" * 8, "x" * 1000])
def test_an_unknown_puzzle_is_not_found(store: PuzzleStore, account: int, key: str) -> None:
    with pytest.raises(NotFound):
        store.get(key)
    with pytest.raises(NotFound):
        store.note(account, key, True)


def test_the_first_try_counts_and_no_other(store: PuzzleStore, account: int) -> None:
    before = store.get(FIRST).glicko
    tried = store.note(account, FIRST, True)
    rated = after_try(NEWCOMER, before, solved=True)
    rating = Rating(account, "ataxx", PUZZLES, rated.solver, 1)
    assert tried.is_first
    assert tried.change == pytest.approx(rated.solver.rating - NEWCOMER.rating)
    assert tried.standing == Standing(rating, streak=1, best=1, tried=1, solved=1)
    assert RatingStore(store.database).get(account, "ataxx", PUZZLES) == rating
    after = store.get(FIRST)
    assert after.glicko == rated.puzzle
    assert after.tries == 1
    for solved in (True, False):
        again = store.note(account, FIRST, solved)
        assert (again.is_first, again.change) == (False, 0)
        assert again.standing == tried.standing
    assert store.get(FIRST) == after
    assert store.result(account, FIRST) is True


def test_a_failed_try_cannot_be_made_good(store: PuzzleStore, account: int) -> None:
    failed = store.note(account, FIRST, False)
    assert failed.change < 0
    assert store.note(account, FIRST, True).standing == failed.standing
    assert store.result(account, FIRST) is False


def test_with_a_hint_nothing_counts(store: PuzzleStore, account: int) -> None:
    store.note(account, puzzle_id("ataxx", SOME[1]), True)
    before = store.standing(account, "ataxx")
    hinted = store.note(account, FIRST, False, rated=False)
    assert hinted.is_first
    assert hinted.standing == before.replace(tried=2)
    assert store.note(account, FIRST, True).standing == hinted.standing
    assert store.get(FIRST).tries == 0


def test_a_streak_grows_and_breaks_and_the_best_stays(store: PuzzleStore, account: int) -> None:
    for number, solved in enumerate((True, True, False, True)):
        store.note(account, puzzle_id("ataxx", SOME[number]), solved)
    standing = store.standing(account, "ataxx")
    assert (standing.streak, standing.best, standing.tried, standing.solved) == (1, 2, 4, 3)
    assert store.standing(account, "push").tried == 0


def test_answers_sent_at_once_count_once(store: PuzzleStore, account: int) -> None:
    threads = [Thread(target=store.note, args=(account, FIRST, True)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.standing(account, "ataxx").rating.games == 1
    assert store.get(FIRST).tries == 1


def test_what_is_proposed_is_new_and_suits(store: PuzzleStore, account: int) -> None:
    easiest = {puzzle_id("ataxx", each) for each in SOME[:NEAREST]}
    assert set(store.propose("ataxx", account)) == easiest
    for number in range(12):
        store.note(account, puzzle_id("ataxx", SOME[number]), number % 2 == 0, rated=False)
    proposed = store.propose("ataxx", account)
    tried = {puzzle_id("ataxx", SOME[number]) for number in range(12)}
    assert proposed
    assert not tried & set(proposed)
    assert store.propose("ataxx", None) == store.propose("ataxx", account + 1000)


def test_when_all_are_tried_any_is_proposed(store: PuzzleStore, account: int) -> None:
    store.add("push", SOME[:1])
    (key,) = store.propose("push", account)
    store.note(account, key, True)
    assert store.propose("push", account) == (key,)
    with pytest.raises(NotFound, match="no puzzles of chess"):
        store.propose("chess", account)
