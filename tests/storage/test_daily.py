"""A day has one puzzle for everybody; days in a row make a streak, and a missed day ends it."""

from __future__ import annotations

from datetime import date, timedelta
from threading import Thread

import pytest

from outwit.core.puzzle import Puzzle
from outwit.storage.accounts import AccountStore
from outwit.storage.daily import AT_ONCE, FAILED, LATER, DailyStore, DailyStreak, streak_of
from outwit.storage.database import Database
from outwit.storage.puzzles import PuzzleStore
from tests.storage.conftest import WEAK

TODAY = date(2026, 3, 1)


def puzzle(number: int) -> Puzzle:
    return Puzzle(f"position {number}", {}, (("b7",),), "full", 1000 + number)


def after(days: int) -> date:
    return TODAY + timedelta(days=days)


@pytest.fixture
def store(database: Database) -> DailyStore:
    puzzles = PuzzleStore(database)
    puzzles.add("ataxx", [puzzle(number) for number in range(4)])
    puzzles.add("push", [puzzle(number) for number in range(3)])
    return DailyStore(database)


@pytest.fixture
def account(accounts: AccountStore) -> int:
    return accounts.guest().id


def chosen(store: DailyStore, day: date) -> tuple[str, str]:
    found = store.puzzle_of(day)
    assert found is not None
    return found.game, found.id


def solve(store: DailyStore, account: int, day: date) -> None:
    assert store.note(account, chosen(store, day)[1], day, solved=True)


def test_a_day_has_one_puzzle_and_the_games_take_turns(store: DailyStore) -> None:
    days = [chosen(store, after(day)) for day in range(6)]
    assert [game for game, _ in days] == ["ataxx", "push"] * 3
    assert len(set(days)) == 6
    assert [chosen(store, after(day)) for day in range(6)] == days


def test_no_puzzle_comes_back_while_the_game_has_others_then_the_oldest_does(
    store: DailyStore,
) -> None:
    keys = [chosen(store, after(day))[1] for day in range(0, 16, 2)]
    assert len(set(keys[:4])) == 4
    assert keys[4:] == keys[:4]


def test_all_processes_choose_the_same(store: DailyStore) -> None:
    url = store.database.url.render_as_string(False)
    stores = [DailyStore(Database(url)) for _ in range(4)]
    found: list[tuple[str, str]] = []
    threads = [Thread(target=lambda one=one: found.append(chosen(one, TODAY))) for one in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [chosen(store, TODAY)] * 4
    for one in stores:
        one.database.close()


def test_a_new_puzzle_changes_no_day_that_has_one(store: DailyStore) -> None:
    before = chosen(store, TODAY)
    PuzzleStore(store.database).add("push", [puzzle(number) for number in range(50, 90)])
    assert chosen(store, TODAY) == before


def test_without_puzzles_a_day_has_none(database: Database) -> None:
    assert DailyStore(database).puzzle_of(TODAY) is None


def test_days_in_a_row_count_and_a_missed_day_ends_them(store: DailyStore, account: int) -> None:
    for day in (0, 1, 2):
        solve(store, account, after(day))
    assert store.streak(account, after(2)) == DailyStreak(3, 3)
    # Today is not missed before it is over.
    assert store.streak(account, after(3)) == DailyStreak(3, 3)
    assert store.streak(account, after(4)) == DailyStreak(0, 3)
    solve(store, account, after(4))
    assert store.streak(account, after(4)) == DailyStreak(1, 3)
    assert store.streak(None, TODAY) == DailyStreak()


@pytest.mark.parametrize(
    ("tries", "state", "streak"),
    [
        (["solved"], AT_ONCE, 1),
        (["wrong", "solved"], LATER, 1),
        (["solved", "wrong", "shown"], AT_ONCE, 1),
        (["wrong"], FAILED, 0),
        (["shown", "solved"], FAILED, 0),
        (["wrong", "shown", "solved"], FAILED, 0),
    ],
)
def test_a_day_counts_unless_the_solution_was_seen_first(
    store: DailyStore, account: int, tries: list[str], state: str, streak: int
) -> None:
    key = chosen(store, TODAY)[1]
    for each in tries:
        store.note(account, key, TODAY, solved=each == "solved", shown=each == "shown")
    tried = store.tried(account, TODAY)
    assert tried is not None
    assert (tried.state, store.streak(account, TODAY).now) == (state, streak)


def test_another_puzzle_or_another_days_does_not_count(store: DailyStore, account: int) -> None:
    yesterdays, todays = (chosen(store, after(day))[1] for day in (-1, 0))
    assert not store.note(account, yesterdays, TODAY, solved=True)
    assert not store.note(account, "22222222", TODAY, solved=True)
    assert store.tried(account, TODAY) is None
    assert store.note(account, todays, TODAY, solved=True)


def test_a_month_has_its_puzzles_and_the_states_of_an_account(
    store: DailyStore, account: int
) -> None:
    solve(store, account, TODAY)
    store.note(account, chosen(store, after(1))[1], after(1))
    chosen(store, after(2))
    days = store.days(account, TODAY, after(30))
    assert [(each.day, each.state) for each in days] == [
        (TODAY, AT_ONCE),
        (after(1), FAILED),
        (after(2), ""),
    ]
    assert {each.state for each in store.days(None, TODAY, after(30))} == {""}


def test_a_streak_follows_a_guest_into_an_account(
    store: DailyStore, database: Database, account: int
) -> None:
    solve(store, account, TODAY)
    member = AccountStore(database, WEAK).become(account, "Solver", "correct horse")
    assert store.streak(member.id, TODAY).now == 1


def test_streaks_do_not_depend_on_the_order_of_days() -> None:
    days = [after(day) for day in (5, 1, 0, 4, 6)]
    assert streak_of(days, after(6)) == DailyStreak(3, 3)
    assert streak_of([], TODAY) == DailyStreak()
