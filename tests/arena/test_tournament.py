from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from outwit.arena.adjudication import Adjudication
from outwit.arena.executor import MOST_DEATHS, ProcessExecutor, SerialExecutor
from outwit.arena.manifest import Manifest, SprtTerms
from outwit.arena.openings import Book
from outwit.arena.referee import Terms
from outwit.arena.schedule import KINDS, Pairing, Schedule
from outwit.arena.store import FinishedGame, Store, create_store, open_store
from outwit.arena.tournament import Tournament
from outwit.errors import OutwitError, UsageError
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

    def try_out(self, bots: Sequence[int]) -> Iterator[tuple[int, str]]:
        yield from self.alone.try_out(bots)

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


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.compiled_only)])
def test_a_bot_that_cannot_be_started_is_refused_before_the_first_game(jobs: int) -> None:
    plan = manifest(bots=3)
    bots = (*plan.bots[:2], BotSpec("ghost", "ugi", ("/nonexistent/bot",)))
    store = create_store(":memory:", plan.replace(bots=bots).with_hashes())
    with pytest.raises(UsageError, match="bot 'ghost' is refused: bot-absent: '/nonexistent/bot'"):
        Tournament(store).run(jobs)
    assert store.count() == 0
    store.close()


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("kind", "command", "reason"),
    [
        ("ugi", ("echo", "hello you"), "bot-crash: .*; it said: hello you"),
        ("ugi", ("sh", "-c", "echo no manners >&2; exit 3"), "bot-crash: .*; it said: no manners"),
        ("file", ("sh", "-c", "echo so sorry >&2"), "bot-wrong-file: .*; it said: so sorry"),
        ("text", ("sh", "-c", "echo what >&2; exit 1"), "bot-crash: .*; it said: what"),
    ],
)
def test_a_program_that_does_not_speak_its_protocol_is_refused_with_what_it_said(
    kind: str, command: tuple[str, ...], reason: str
) -> None:
    plan = manifest(bots=2)
    bots = (plan.bots[0], BotSpec("rude", kind, command))
    store = create_store(":memory:", plan.replace(bots=bots).with_hashes())
    with pytest.raises(UsageError, match=f"bot 'rude' is refused: {reason}"):
        Tournament(store).run()
    assert store.count() == 0
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

    def see(self, games: list[FinishedGame]) -> None:
        if self.times:
            self.times -= 1
            kill_one(self.pool)


def kill_one(pool: ProcessExecutor) -> None:
    process = pool.workers[0].process
    process.kill()
    process.wait()


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
def test_games_can_be_handed_to_processes_that_have_died() -> None:
    plan = manifest()
    games = list(plan.schedule.pairings(lambda: ([], {})))
    pool = ProcessExecutor(plan, 1)
    try:
        pool.submit(games[:1])
        kill_one(pool)
        pool.submit(games[1:2])
        found = [game for _ in range(2) for batch in pool.collect() for game in batch]
    finally:
        pool.close()
    assert sorted(game.pairing.number for game in found) == [0, 1]


@pytest.mark.compiled_only
def test_processes_that_die_again_and_again_end_the_tournament(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    store = create_store(":memory:", manifest())
    with pytest.raises(OutwitError, match=f"died {MOST_DEATHS + 1} times in a row"):
        Tournament(store).run(jobs=2)
    assert store.count() == 0
    store.close()


@pytest.mark.compiled_only
def test_what_goes_wrong_in_a_process_is_raised_here() -> None:
    plan = manifest().replace(game="nonesuch")
    store = create_store(":memory:", manifest())
    pool = ProcessExecutor(plan, 1)
    try:
        with pytest.raises(OutwitError, match="died"):
            Tournament(store).run(executor=pool)
    finally:
        pool.close()
    store.close()
