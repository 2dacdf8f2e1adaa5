"""Games are stored move by move; a ply is given once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

import outwit
from outwit.errors import IllegalMove, NotFound, StalePly, TooMany, UsageError
from outwit.records.replay import replay
from outwit.records.writer import write_record
from outwit.storage.accounts import AccountStore
from outwit.storage.counting import Most
from outwit.storage.games import GameStore
from outwit.storage.stored import LINK, NewGame, StoredMove, StoredSeat

BOT = StoredSeat("level 3", bot="level 3")
OPEN = StoredSeat()


def new_game(games: GameStore, *moves: str, second: StoredSeat = BOT) -> str:
    game = games.create(NewGame("ataxx", (BOT, second), time_control="60+1"))
    for ply, move in enumerate(moves):
        games.add_move(game, ply, move)
    return game


def texts(games: GameStore, game: str) -> list[str]:
    return [each.move for each in games.load(game).moves]


def test_what_was_stored_is_loaded(games: GameStore, accounts: AccountStore) -> None:
    ada = accounts.guest()
    seat = StoredSeat(ada.name, ada.id)
    old = new_game(games)
    new = NewGame("ataxx", (BOT, seat), {"blocks": "c3"}, "", "60+1", True, LINK, old)
    before = datetime.now(UTC)
    game = games.create(new)
    moment = datetime(2031, 5, 17, 12, 30, 0, 250_000, UTC)
    games.add_move(game, 0, "b7", 1250, 58_750, moment)
    found = games.load(game)
    assert found.id == game
    assert found.setup == new
    assert found.moves == (StoredMove("b7", 1250, 58_750, moment),)
    assert before <= found.created <= datetime.now(UTC)
    assert (found.ended, found.result, found.termination, found.sentence) == (None, "*", "", "")


def test_games_made_at_once_are_no_more_than_allowed(
    games: GameStore, accounts: AccountStore
) -> None:
    ada = accounts.guest()
    seat, most = StoredSeat(ada.name, ada.id), Most(ada.id, 3, 5)

    def is_made(other: StoredSeat) -> bool:
        try:
            games.create(NewGame("ataxx", (seat, other)), most)
        except TooMany:
            return False
        return True

    with ThreadPoolExecutor(10) as pool:
        assert sum(pool.map(is_made, [BOT] * 15)) == 5
    for line in games.of_account(ada.id)[:5]:
        games.finish(line.id, "1-0", "resigned", "")
    with ThreadPoolExecutor(10) as pool:
        assert sum(pool.map(is_made, [OPEN] * 15)) == 3
    invitation = games.create(NewGame("ataxx", (BOT, OPEN)))
    with pytest.raises(TooMany, match="you wait in 3 games: cancel one first"):
        games.sit(invitation, 1, seat, most)
    assert games.sit(invitation, 1, seat)


def test_a_move_is_added_at_the_next_ply_only(games: GameStore) -> None:
    game = new_game(games, "b7")
    for ply in (2, 3, -1):
        with pytest.raises(StalePly, match="the game has 1 moves"):
            games.add_move(game, ply, "f7")
    assert games.add_move(game, 1, "f7")
    assert texts(games, game) == ["b7", "f7"]


def test_the_same_move_again_is_harmless_and_another_is_stale(games: GameStore) -> None:
    game = new_game(games, "b7", "f7", "c7")
    assert games.add_move(game, 1, "f7") is False
    assert games.add_move(game, 2, "c7") is False
    with pytest.raises(StalePly):
        games.add_move(game, 1, "f6")
    assert texts(games, game) == ["b7", "f7", "c7"]


def test_moves_are_taken_back_and_played_anew(games: GameStore) -> None:
    game = new_game(games, "b7", "f7", "c7")
    with pytest.raises(StalePly):
        games.take_back(game, 4)
    games.take_back(game, 3)
    games.take_back(game, 1)
    assert texts(games, game) == ["b7"]
    games.add_move(game, 1, "f6")
    assert texts(games, game) == ["b7", "f6"]


def test_a_game_ends_once(games: GameStore) -> None:
    game = new_game(games, "b7")
    assert games.finish(game, "0-1", "resigned", "O wins: X resigned").is_new
    ended = games.load(game)
    assert not games.finish(game, "1-0", "out-of-time", "X wins: O has run out of time").is_new
    assert games.load(game) == ended
    assert (ended.result, ended.termination, ended.sentence) == (
        "0-1",
        "resigned",
        "O wins: X resigned",
    )
    assert ended.ended is not None


def test_a_finished_game_takes_no_other_move(games: GameStore) -> None:
    game = new_game(games, "b7")
    games.finish(game, "0-1", "resigned", "")
    assert games.add_move(game, 0, "b7") is False
    with pytest.raises(IllegalMove, match="over"):
        games.add_move(game, 1, "f7")
    with pytest.raises(IllegalMove, match="over"):
        games.take_back(game, 0)
    assert texts(games, game) == ["b7"]


def test_only_a_result_ends_a_game(games: GameStore) -> None:
    game = new_game(games)
    with pytest.raises(UsageError, match="'2-0'"):
        games.finish(game, "2-0", "", "")
    assert games.unfinished() == (game,)


def test_after_a_restart_the_unfinished_games_are_known(games: GameStore) -> None:
    first, second, third = (new_game(games, "b7") for _ in range(3))
    games.finish(second, "*", "aborted", "")
    assert games.unfinished() == (first, third)


def test_the_first_who_comes_sits_and_the_game_starts(
    games: GameStore, accounts: AccountStore
) -> None:
    game = new_game(games, second=OPEN)
    assert games.load(game).started is None
    ada, bob = (StoredSeat(guest.name, guest.id) for guest in (accounts.guest(), accounts.guest()))
    assert games.sit(game, 1, ada)
    assert not games.sit(game, 1, bob)
    assert not games.sit(game, 0, bob)
    found = games.load(game)
    assert found.setup.seats == (BOT, ada)
    assert found.started is not None


@pytest.mark.parametrize(
    "game", ["", "22222222", "2222\0222", "ä2222222", "2" * 500, "\ud800"], ids=ascii
)
def test_an_unknown_game_is_not_found(games: GameStore, game: str) -> None:
    with pytest.raises(NotFound, match="there is no game"):
        games.load(game)
    with pytest.raises(NotFound):
        games.add_move(game, 0, "b7")
    with pytest.raises(NotFound):
        games.finish(game, "1-0", "", "")


def test_the_games_of_an_account_come_in_pages_the_newest_first(
    games: GameStore, accounts: AccountStore
) -> None:
    ada = accounts.guest()
    seat = StoredSeat(ada.name, ada.id)
    made = [
        games.create(NewGame("ataxx", (seat, BOT) if number % 2 else (BOT, seat)))
        for number in range(5)
    ]
    new_game(games)
    pages = [[line.id for line in games.of_account(ada.id, page, 2)] for page in range(4)]
    assert pages == [made[:2:-1], made[2:0:-1], made[:1], []]


def test_the_record_of_a_game_is_played_again(games: GameStore) -> None:
    options = {"blocks": "c3"}
    game = games.create(NewGame("ataxx", (BOT, OPEN), options, time_control="60+1"))
    position = outwit.game("ataxx").start(**options)
    for ply in range(6):
        move = str(position.legal_moves[0])
        games.add_move(game, ply, move, 1500, 60_000 - 500 * ply)
        position.play(move)
    record = games.record(game)
    assert replay(record).text == position.text
    assert record.moves[1].time == 1.5
    assert record.moves[1].clock == 59.5
    assert record.tags["TimeControl"] == "60+1"
    assert "level 3" in write_record(record)


@pytest.mark.parametrize("wrong", [{"time_control": "soon"}, {"visibility": "nobody"}])
def test_a_game_with_unreadable_terms_is_not_stored(
    games: GameStore, wrong: dict[str, str]
) -> None:
    with pytest.raises(UsageError):
        games.create(NewGame("ataxx", (BOT, BOT)).replace(**wrong))
    assert games.unfinished() == ()


def test_a_stored_seat_is_a_seat_of_the_arena() -> None:
    game = outwit.game("ataxx")
    seat = BOT.replace(name="Kim").seat(game)
    assert seat.name == "Kim"
    assert seat.bot is not None
    assert StoredSeat("Ada", 7).seat(game).bot is None
    with pytest.raises(UsageError):
        BOT.replace(bot="level 99").seat(game)
