"""Tournaments in the database: who may come in when, and nothing is written twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from sqlalchemy import Connection

from outwit.errors import NotAllowed, NotFound, UsageError
from outwit.records.endings import OUT_OF_TIME
from outwit.records.record import FIRST_WON, SECOND_WON, UNFINISHED
from outwit.storage.accounts import AccountStore
from outwit.storage.database import Database
from outwit.storage.games import GameStore
from outwit.storage.lock import ProcessLock
from outwit.storage.progress import ARENA, ROUND_ROBIN, SWISS, VOID, NewTournament, Pairing
from outwit.storage.stored import NewGame, StoredSeat
from outwit.storage.tables import now
from outwit.storage.tournaments import MOST_AT_ONCE, MOST_ENTRANTS, TournamentStore


@pytest.fixture
def store(database: Database) -> TournamentStore:
    return TournamentStore(database)


@pytest.fixture
def players(accounts: AccountStore) -> list[int]:
    return [accounts.guest().id for _ in range(3)]


def new(organiser: int, kind: str = ROUND_ROBIN, **changes: object) -> NewTournament:
    made = NewTournament("Friday", kind, "ataxx", "60+1", organiser, now(), minutes=5)
    return made.replace(**changes)


def game(games: GameStore, key: str, first: int, second: int) -> str:
    seats = StoredSeat("a", first), StoredSeat("b", second)
    return games.create(NewGame("ataxx", seats, tournament=key))


def test_a_tournament_comes_back_as_it_was_made(store: TournamentStore, players: list[int]) -> None:
    made = new(players[0], SWISS, options={"blocks": "a1"}, rounds=5, rated=True)
    key = store.create(made)
    found = store.get(key)
    assert all(getattr(found, name) == getattr(made, name) for name in NewTournament.fields)
    assert (found.started, found.ended) == (None, None)
    assert [line.tournament.id for line in store.coming()] == [key]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": "x" * 61}, "60 characters"),
        ({"name": " a "}, "3 to 60"),
        ({"name": "a\x00bcd"}, "cannot be seen"),
        ({"name": "ab\u202ecd"}, "cannot be seen"),
        ({"format": "knock-out"}, "format"),
        ({"time_control": "unlimited"}, "clock"),
        ({"time_control": "soon"}, "time control"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": 99}, "rounds"),
        ({"format": ARENA, "minutes": 0}, "minutes"),
        ({"format": ARENA, "minutes": 100_000}, "minutes"),
    ],
)
def test_what_cannot_be_is_refused(
    store: TournamentStore, players: list[int], change: dict[str, object], said: str
) -> None:
    with pytest.raises(UsageError, match=said):
        store.create(new(players[0]).replace(**change))


def test_an_organiser_has_a_few_at_once(store: TournamentStore, players: list[int]) -> None:
    keys = [store.create(new(players[0])) for _ in range(MOST_AT_ONCE)]
    with pytest.raises(NotAllowed, match="coming or running"):
        store.create(new(players[0]))
    store.create(new(players[1]))
    store.call_off(keys[0])
    store.create(new(players[0]))


def test_nobody_joins_a_round_robin_that_has_started(
    store: TournamentStore, players: list[int]
) -> None:
    key = store.create(new(players[0]))
    for account in players[:2]:
        store.join(key, account)
        store.join(key, account)
    assert store.start(key)
    assert not store.start(key)
    with pytest.raises(NotAllowed, match="has started"):
        store.join(key, players[2])
    with pytest.raises(NotAllowed, match="goes on to its end"):
        store.call_off(key)
    assert [each.account for each in store.load(key).field] == players[:2]


def test_an_arena_can_be_left_and_joined_again(store: TournamentStore, players: list[int]) -> None:
    key = store.create(new(players[0], ARENA))
    for account in players[:2]:
        store.join(key, account)
    store.start(key)
    store.join(key, players[2])
    assert store.withdraw(key, players[0])
    assert not store.withdraw(key, players[0])
    assert store.load(key).entrants[0].withdrawn is not None
    store.join(key, players[0])
    assert all(each.withdrawn is None for each in store.load(key).entrants)
    store.end(key)
    for change in (store.join, store.withdraw):
        with pytest.raises(NotAllowed, match="is over"):
            change(key, players[0])


def test_who_withdraws_before_the_start_is_forgotten(
    store: TournamentStore, players: list[int]
) -> None:
    key = store.create(new(players[0]))
    store.join(key, players[0])
    assert store.withdraw(key, players[0])
    assert store.load(key).entrants == ()


def test_a_full_tournament_takes_nobody(
    store: TournamentStore, players: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(MOST_ENTRANTS, ROUND_ROBIN, 2)
    key = store.create(new(players[0]))
    for account in players[:2]:
        store.join(key, account)
    with pytest.raises(NotAllowed, match="full"):
        store.join(key, players[2])


def test_one_player_is_not_enough(store: TournamentStore, players: list[int]) -> None:
    key = store.create(new(players[0]))
    store.join(key, players[0])
    with pytest.raises(UsageError, match="two players"):
        store.start(key)


def test_a_round_is_written_once(store: TournamentStore, players: list[int]) -> None:
    key = store.create(new(players[0]))
    round_one = [Pairing(1, players[0], players[1]), Pairing(1, players[2], None, "bye")]
    assert store.add_round(key, 1, round_one)
    assert not store.add_round(key, 1, round_one)
    assert len(store.load(key).pairings) == 2


def test_results_come_from_the_games_that_ended(
    store: TournamentStore, games: GameStore, players: list[int]
) -> None:
    key = store.create(new(players[0]))
    one, two, three = players
    for account in players:
        store.join(key, account)
    store.add_round(key, 1, [Pairing(1, one, two), Pairing(1, two, three), Pairing(1, three, one)])
    made = store.load(key).pairings
    ids = [game(games, key, pairing.first, pairing.second or 0) for pairing in made]
    assert [store.unclaimed_game(key, pairing) for pairing in made] == ids
    for pairing, game_id in zip(made, ids, strict=True):
        store.set_game(pairing.id, game_id)
        store.set_game(pairing.id, ids[0])
    assert [store.unclaimed_game(key, pairing) for pairing in made] == [None] * 3
    assert store.game_of(key, one) in (ids[0], ids[2])
    games.add_move(ids[0], 0, "b7")
    games.finish(ids[0], FIRST_WON, OUT_OF_TIME, "")
    games.finish(ids[1], UNFINISHED, "withdrawn", "")
    assert store.settle(key) == 2
    assert store.settle(key) == 0
    found = store.load(key).pairings
    assert [pairing.result for pairing in found] == [FIRST_WON, VOID, UNFINISHED]
    assert [pairing.game_id for pairing in found] == ids
    assert [pairing.absent for pairing in found] == [two, None, None]


@pytest.mark.parametrize(
    ("result", "plies", "absent"),
    [(SECOND_WON, 0, 7), (SECOND_WON, 2, None), (FIRST_WON, 1, 8), (FIRST_WON, 3, None)],
)
def test_absent_is_who_lost_on_time_without_a_move(
    result: str, plies: int, absent: int | None
) -> None:
    pairing = Pairing(1, 7, 8, result, termination=OUT_OF_TIME, plies=plies)
    assert pairing.absent == absent
    assert pairing.replace(termination="resigned").absent is None


def test_a_class_has_one_night_at_a_time(store: TournamentStore, players: list[int]) -> None:
    night = new(players[0], class_id="abcdefgh")
    key = store.create_night(night, players[:2], players[2:])
    assert key is not None
    assert store.create_night(night.replace(starts=now() + timedelta(days=1)), players, ()) is None
    assert store.start(key)
    progress = store.load(key)
    assert [each.account for each in progress.field] == players[:2]
    assert len(progress.entrants) == 3
    with pytest.raises(NotAllowed, match="class"):
        store.join(key, players[2])
    store.end(key)
    assert store.has_night("abcdefgh", night.starts)
    assert store.create_night(night, players, ()) is None
    assert store.create_night(night.replace(starts=now() + timedelta(days=1)), players, ())
    assert store.coming() == store.going_on() == store.finished() == ()


@pytest.mark.parametrize("key", ["", "nowhere1", "a\x00bcdefg", "x" * 5000, "aaaaaaaa"])
def test_an_unknown_id_is_not_found(store: TournamentStore, key: str) -> None:
    for ask in (store.get, store.load, store.start, store.end):
        with pytest.raises(NotFound):
            ask(key)


def test_one_process_holds_a_lock(url: str) -> None:
    with Database(url) as one, Database(url) as other:
        first, second = ProcessLock(one, 1234), ProcessLock(other, 1234)
        assert first.hold()
        assert first.hold()
        # SQLite has one process.
        assert second.hold() == one.is_sqlite
        first.release()
        assert second.hold()
        assert first.hold() == one.is_sqlite
        second.release()
        assert first.hold()
        first.release()


def test_a_tournament_that_is_started_at_the_last_moment_is_not_called_off(
    store: TournamentStore, players: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    key = store.create(new(players[0]))
    for account in players:
        store.join(key, account)
    read = store.database.reading

    @contextmanager
    def start_after_reading() -> Iterator[Connection]:
        with read() as connection:
            yield connection
        monkeypatch.undo()
        store.start(key)

    monkeypatch.setattr(store.database, "reading", start_after_reading)
    store.due(now() + timedelta(hours=25))
    assert store.get(key).started is not None
    assert store.get(key).ended is None
