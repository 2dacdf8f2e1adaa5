"""Beaten levels: by side, the first of each kind, and clean only without help."""

from __future__ import annotations

import pytest

from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from outwit.storage.games import GameStore
from outwit.storage.levelwins import LevelWinStore
from outwit.storage.stored import NewGame, StoredSeat


@pytest.fixture
def wins(database: Database) -> LevelWinStore:
    return LevelWinStore(database)


@pytest.fixture
def account(accounts: AccountStore) -> int:
    return accounts.guest().id


def begin(games: GameStore, account: int, bot: str = "level 3", side: int = 0) -> str:
    seats = StoredSeat("Ada", account), StoredSeat(bot, None, bot)
    return games.create(NewGame("ataxx", seats if side == 0 else seats[::-1]))


def beaten(wins: LevelWinStore, account: int) -> list[tuple[int, int, bool]]:
    return [(win.level, win.side, win.clean) for win in wins.of_account(account)]


def test_a_win_counts_with_its_side(games: GameStore, wins: LevelWinStore, account: int) -> None:
    key = begin(games, account)
    games.finish(key, "1-0", "wiped-out", "Red wins", is_usual=True)
    games.finish(begin(games, account, "level 10", 1), "0-1", "full", "Blue wins", is_usual=True)
    assert beaten(wins, account) == [(3, 0, True), (10, 1, True)]
    (first, _) = wins.of_account(account, "ataxx")
    assert (first.game, first.game_id) == ("ataxx", key)
    assert wins.of_account(account, "push") == ()


@pytest.mark.parametrize(
    ("result", "bot", "usual", "played"),
    [
        ("0-1", "level 3", True, True),
        ("1/2-1/2", "level 3", True, True),
        ("1-0", "random", True, True),
        ("1-0", "level 3", False, True),
        ("1-0", "level 3", True, False),
    ],
)
def test_nothing_else_counts(
    games: GameStore,
    wins: LevelWinStore,
    account: int,
    result: str,
    bot: str,
    usual: bool,
    played: bool,
) -> None:
    games.finish(begin(games, account, bot), result, "full", "Over", played, usual)
    assert beaten(wins, account) == []


def test_hints_and_takebacks_leave_a_mark(
    games: GameStore, wins: LevelWinStore, account: int
) -> None:
    with_hint, taken_back, clean, again = (begin(games, account) for _ in range(4))
    wins.note_help(with_hint)
    wins.note_help(with_hint)
    games.finish(with_hint, "1-0", "full", "Red wins", is_usual=True)
    games.add_move(taken_back, 0, "b7")
    games.take_back(taken_back, 0)
    games.finish(taken_back, "1-0", "full", "Red wins", is_usual=True)
    assert beaten(wins, account) == [(3, 0, False)]
    for key in (clean, again):
        games.finish(key, "1-0", "full", "Red wins", is_usual=True)
    assert beaten(wins, account) == [(3, 0, False), (3, 0, True)]
    assert [win.game_id for win in wins.of_account(account)] == [with_hint, clean]
