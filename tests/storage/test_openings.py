"""The opening explorer counts public games once, merges transpositions, and filters."""

from __future__ import annotations

import asyncio

import pytest

import outwit
from outwit.records.endings import ABORTED
from outwit.server.jobs.openingcounter import OpeningCounter
from outwit.server.values.openings import counted, node_of
from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from outwit.storage.games import GameStore
from outwit.storage.openings import BAND, MOST_PLIES, OpeningMove, OpeningStore
from outwit.storage.stored import LINK, PUBLIC, NewGame, StoredSeat

SEATS = (StoredSeat("level 1", bot="level 1"), StoredSeat("level 2", bot="level 2"))
START = outwit.game("ataxx").start()


@pytest.fixture
def openings(database: Database) -> OpeningStore:
    return OpeningStore(database)


def over(
    games: GameStore, moves: str, result: str = "1-0", new: NewGame | None = None, code: str = ""
) -> str:
    key = games.create(new or NewGame("ataxx", SEATS))
    for ply, move in enumerate(moves.split()):
        games.add_move(key, ply, move)
    games.finish(key, result, code or "resigned", "")
    return key


def count(openings: OpeningStore) -> int:
    counter, all_added = OpeningCounter(openings), 0
    while added := counter.count():
        all_added += added
    asyncio.run(counter.close())
    return all_added


def at(
    openings: OpeningStore, moves: str = "", pace: str = "", least: int = 0
) -> list[OpeningMove]:
    position = START.copy()
    for move in moves.split():
        position.play(move)
    return list(openings.moves(node_of(position), pace, least))


def test_moves_are_counted_by_result_and_the_most_frequent_comes_first(
    games: GameStore, openings: OpeningStore
) -> None:
    over(games, "f1 a2")
    over(games, "g2 a2", "0-1")
    last = over(games, "g2 b1", "1/2-1/2")
    assert count(openings) == 3
    assert at(openings) == [OpeningMove("g2", 0, 1, 1, None), OpeningMove("f1", 1, 0, 0, None)]
    assert [each.move for each in at(openings, "g2")] == ["a2", "b1"]
    assert last in [line.id for line in openings.samples(node_of(START))]


def test_a_game_counts_once_however_often_it_is_counted(
    games: GameStore, openings: OpeningStore
) -> None:
    over(games, "f1")
    waiting = openings.uncounted(10)
    assert count(openings) == 1
    # Another process has read the same games before.
    assert openings.add([counted(game) for game in waiting]) == 0
    assert count(openings) == openings.waiting() == 0
    assert at(openings) == [OpeningMove("f1", 1, 0, 0, None)]


def test_games_that_are_private_unfinished_or_called_off_stay_out(
    games: GameStore, openings: OpeningStore
) -> None:
    over(games, "f1", new=NewGame("ataxx", SEATS, visibility=LINK))
    games.add_move(games.create(NewGame("ataxx", SEATS)), 0, "f1")
    over(games, "f1", "*", code=ABORTED)
    count(openings)
    assert at(openings) == []
    assert openings.samples(node_of(START)) == ()
    assert openings.waiting() == 0


def test_transpositions_share_a_position_and_options_do_not(
    games: GameStore, openings: OpeningStore
) -> None:
    over(games, "f1 a2 g2 b1")
    over(games, "g2 b1 f1 a2 e1", "0-1")
    over(games, "f1 a2", new=NewGame("ataxx", SEATS, {"blocks": "c3"}))
    count(openings)
    both = START.after("f1").after("a2").after("g2").after("b1")
    other = START.after("g2").after("b1").after("f1").after("a2")
    assert node_of(both) == node_of(other)
    assert [move.move for move in at(openings, "f1 a2 g2 b1")] == ["e1"]
    assert sum(move.games for move in at(openings)) == 2


def test_plies_after_the_limit_are_not_counted(games: GameStore, openings: OpeningStore) -> None:
    position = START.copy()
    while position.ply <= MOST_PLIES:
        position.play(position.legal_moves[0])
    over(games, " ".join(position.played))
    count(openings)
    position.undo()
    assert openings.moves(node_of(position)) == ()
    position.undo()
    assert len(openings.moves(node_of(position))) == 1


def test_filters_choose_a_time_class_and_a_lowest_rating(
    games: GameStore, openings: OpeningStore, accounts: AccountStore
) -> None:
    ada, bob = (accounts.register(name, "correct horse") for name in ("Ada", "Bob"))
    seats = (StoredSeat("Ada", ada.id), StoredSeat("Bob", bob.id))
    blitz = NewGame("ataxx", seats, {}, "", "300+0", True, PUBLIC)
    rated = over(games, "f1", new=blitz)
    over(games, "g2")
    count(openings)
    (found,) = at(openings, pace="blitz")
    assert found.move == "f1"
    assert found.rating == pytest.approx(1500, abs=1)
    assert [each.move for each in at(openings, pace="unlimited")] == ["g2"]
    low = int((found.rating or 0) // BAND * BAND)
    assert at(openings, least=low) == [found]
    assert at(openings, least=low + BAND) == []
    assert [line.id for line in openings.samples(node_of(START), "blitz")] == [rated]
