from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from outwit.arena import executor as executor_module
from outwit.arena.adjudication import Adjudication
from outwit.arena.executor import MOST_DEATHS, ProcessExecutor, SerialExecutor
from outwit.arena.manifest import Manifest, SprtTerms
from outwit.arena.openings import Book
from outwit.arena.referee import Terms
from outwit.arena.schedule import KINDS, Pairing, Schedule
from outwit.arena.store import FinishedGame, Store, create_store, open_store
from outwit.arena.tournament import Tournament
from outwit.errors import OutwitError
from outwit.players.roster import BotSpec
from outwit.reports.summary import summary_of
from tests.mode import amount


def manifest(
    kind: str = "round-robin",
    bots: int = 4,
    rounds: int = 1,
    pairs: int = 1,
    sprt: SprtTerms | None = None,
) -> Manifest:
    specs = (
        *(BotSpec(f"r{number}", "random") for number in range(bots - 1)),
        BotSpec("careful", "careful"),
    )
    terms = Terms(adjudication=Adjudication(plies=amount(300, 20)))
    schedule = Schedule(kind, bots, rounds, pairs)
    return Manifest("test", "push", specs, schedule, terms, Book(), 5, sprt).with_hashes()


def played(plan: Manifest, jobs: int = 1) -> list[FinishedGame]:
    store = create_store(":memory:", plan)
    Tournament(store).run(jobs)
    games = list(store.finished())
    store.close()
    return games


class Backwards:
    """Hands back the last games first, but for every other time, so that none waits for ever."""

    size = 3

    def __init__(self, plan: Manifest) -> None:
        self.alone = SerialExecutor(plan)
        self.is_late = False

    def submit(self, pairings: list[Pairing]) -> None:
        self.alone.waiting.append(pairings)

    def collect(self) -> Iterator[list[FinishedGame]]:
        self.is_late = not self.is_late
        if self.is_late:
            self.alone.waiting.insert(0, self.alone.waiting.pop())
        yield from self.alone.collect()

    def close(self) -> None:
        self.alone.close()


class Stopped(Exception):
    """Somebody pulled the plug."""


@pytest.mark.parametrize("kind", KINDS)
def test_all_games_of_a_schedule_are_played(kind: str) -> None:
    plan = manifest(kind, rounds=2)
    games = played(plan)
    assert [game.pairing.number for game in games] == list(range(len(games)))
    assert plan.schedule.games in {None, len(games)}
    assert all(game.plies for game in games)


@pytest.mark.parametrize("kind", KINDS)
def test_the_order_in_which_games_end_changes_nothing(kind: str) -> None:
    plan = manifest(kind, rounds=2, pairs=2)
    store = create_store(":memory:", plan)
    Tournament(store).run(executor=Backwards(plan))
    assert list(store.finished()) == played(plan)
    store.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_tournament_that_is_stopped_goes_on_as_if_it_had_not_been(
    kind: str, tmp_path: Path
) -> None:
    plan = manifest(kind, rounds=2)
    path = str(tmp_path / "t.db")
    create_store(path, plan).close()

    def stop(games: list[FinishedGame]) -> None:
        raise Stopped

    while True:
        store = open_store(path)
        before = store.count()
        try:
            Tournament(store, stop).run()
        except Stopped:
            assert store.count() > before
        else:
            break
        finally:
            store.close()
    store = open_store(path)
    assert list(store.finished()) == played(plan)
    store.close()


def test_games_missing_in_the_middle_are_played_and_no_others() -> None:
    plan = manifest()
    whole = played(plan)
    store = create_store(":memory:", plan)
    store.add(game for game in whole if game.pairing.number not in {0, 3, 11})
    seen: list[int] = []
    Tournament(store, lambda games: seen.extend(g.pairing.number for g in games)).run()
    assert sorted(seen) == [0, 3, 11]
    assert list(store.finished()) == whole
    store.close()


def test_a_finished_tournament_plays_nothing() -> None:
    store = create_store(":memory:", manifest())
    Tournament(store).run()
    seen: list[FinishedGame] = []
    Tournament(store, seen.extend).run()
    assert seen == []
    store.close()


def test_a_sequential_test_ends_as_soon_as_it_is_decided() -> None:
    plan = manifest(bots=2, pairs=100_000, sprt=SprtTerms(-400.0, -300.0, 0.2, 0.2))
    plan = plan.replace(terms=Terms(adjudication=Adjudication(plies=4)))
    tests = []
    for executor in (SerialExecutor(plan), Backwards(plan)):
        store = create_store(":memory:", plan)
        tournament = Tournament(store)
        tournament.run(executor=executor)
        assert tournament.test is not None
        assert tournament.test.is_decided
        assert store.count() < 5_000
        count = store.count()
        Tournament(store).run()
        assert store.count() == count
        tests.append(tournament.test.sprt)
        store.close()
    assert tests[0] == tests[1]


def test_the_summary_adds_up() -> None:
    store = create_store(":memory:", manifest())
    assert not summary_of(store).forfeits
    Tournament(store).run()
    summary = summary_of(store)
    tallies = [row.total for row in summary.crosstable.rows]
    assert sum(tally.wins + tally.draws + tally.losses for tally in tallies) == 2 * 12
    assert sum(tally.wins for tally in tallies) == sum(tally.losses for tally in tallies)
    assert sum(summary.terminations.values()) == 12
    store.close()


def test_a_bot_that_cannot_be_started_loses_every_game_and_the_rest_is_played() -> None:
    plan = manifest(bots=3)
    bots = (*plan.bots[:2], BotSpec("ghost", "ugi", ("/nonexistent/bot",)))
    store = create_store(":memory:", plan.replace(bots=bots).with_hashes())
    Tournament(store).run()
    assert store.count() == 6
    (forfeit,) = summary_of(store).forfeits
    assert (forfeit.player, forfeit.kind, forfeit.count) == (2, "bot-absent", 4)
    assert "Fault: " in forfeit.evidence
    assert sum(game.fault_of == 2 for game in store.finished()) == 4
    store.close()


@pytest.mark.compiled_only
def test_two_processes_play_the_same_games_as_one() -> None:
    plan = manifest("swiss", bots=5, rounds=3, pairs=4)
    assert played(plan, jobs=2) == played(plan)


class Killer:
    """Kills a process when the first games are over, and again one of those that replace it."""

    def __init__(self, pool: ProcessExecutor, times: int) -> None:
        self.pool = pool
        self.times = times
        self.harmed: object = None

    def see(self, games: list[FinishedGame]) -> None:
        if self.times and self.pool.pool is not self.harmed:
            self.times -= 1
            self.harmed = self.pool.pool
            kill_one(self.pool)


def kill_one(pool: ProcessExecutor) -> None:
    process = next(iter(pool.pool._processes.values()))
    process.kill()
    process.join()


def run_with_deaths(plan: Manifest, times: int) -> tuple[Store, int]:
    store = create_store(":memory:", plan)
    pool = ProcessExecutor(plan, 2)
    killer = Killer(pool, times)
    try:
        Tournament(store, killer.see).run(executor=pool)
    finally:
        pool.close()
    return store, killer.times


@pytest.mark.compiled_only
def test_a_process_that_dies_changes_nothing() -> None:
    plan = manifest(bots=4, rounds=6)
    store, left = run_with_deaths(plan, 2)
    assert left == 0
    assert list(store.finished()) == played(plan)
    store.close()


@pytest.mark.compiled_only
def test_games_can_be_handed_to_a_pool_whose_processes_have_died() -> None:
    plan = manifest()
    games = list(plan.schedule.pairings(lambda: ([], {})))
    pool = ProcessExecutor(plan, 1)
    try:
        pool.submit(games[:1])
        kill_one(pool)
        # The pool learns of it a moment later.
        with pytest.raises(BrokenProcessPool):
            next(iter(pool.under_way)).result(timeout=30)
        pool.submit(games[1:2])
        found: list[FinishedGame] = []
        while pool.under_way:
            for finished in pool.collect():
                found += finished
    finally:
        pool.close()
    assert sorted(game.pairing.number for game in found) == [0, 1]


def die(plan: str, pairings: list[Pairing]) -> list[FinishedGame]:
    os.kill(os.getpid(), signal.SIGKILL)
    return []


@pytest.mark.compiled_only
def test_processes_that_die_again_and_again_end_the_tournament(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(executor_module, "play_games", die)
    store = create_store(":memory:", manifest())
    with pytest.raises(OutwitError, match=f"died {MOST_DEATHS + 1} times in a row"):
        Tournament(store).run(jobs=2)
    assert store.count() == 0
    store.close()
