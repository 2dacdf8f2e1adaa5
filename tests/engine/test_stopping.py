"""Searches of one engine are stopped one by one, and leave nothing running."""

from __future__ import annotations

import threading

import pytest

import outwit
from outwit.engine.limits import Limits
from outwit.players.engine import engine_for
from tests.mode import amount

GAME = outwit.game("ataxx")
# Only so that a failing test ends: a thread that does not stop by itself never would.
HANG = 60.0


def test_an_abandoned_analysis_does_not_stop_the_next_search() -> None:
    engine = engine_for(GAME)
    depth = amount(5, 2)
    abandoned = engine.analyse(GAME.start(), Limits(depth=30))
    next(abandoned)
    current = engine.analyse(GAME.start(), Limits(depth=depth))
    next(current)
    abandoned.close()
    *_, found = current
    assert found[0].depth == depth


def test_a_search_that_begins_does_not_revive_one_that_was_stopped() -> None:
    engine = engine_for(GAME)
    stopped = engine.analyse(GAME.start(), Limits(depth=30))
    next(stopped)
    engine.stop()
    assert engine.best(GAME.start(), Limits(depth=2)).depth == 2
    assert len(list(stopped)) == 1


def test_stop_ends_every_search_that_is_going_on() -> None:
    engine = engine_for(GAME)
    searches = [engine.analyse(GAME.start(), Limits(depth=30)) for _ in range(2)]
    for search in searches:
        next(search)
    engine.stop()
    assert [len(list(search)) for search in searches] == [1, 1]


@pytest.mark.parametrize("limits", [Limits(nodes=amount(2_000, 300)), Limits(time=0.1)])
def test_helping_threads_stop_by_themselves(limits: Limits) -> None:
    before = set(threading.enumerate())
    search = engine_for(GAME, threads=3).analyse(GAME.start(), limits)
    next(search)
    helpers = set(threading.enumerate()) - before
    for thread in helpers:
        thread.join(HANG)
    alive = [thread for thread in helpers if thread.is_alive()]
    search.close()
    assert not alive


def test_threads_share_the_nodes() -> None:
    nodes = amount(30_000, 300)
    found = engine_for(GAME, threads=3).best(GAME.start(), Limits(nodes=nodes))
    assert found.nodes <= 1.1 * nodes


def test_an_abandoned_analysis_ends_its_helping_threads() -> None:
    before = set(threading.enumerate())
    search = engine_for(GAME, threads=3).analyse(GAME.start(), Limits(depth=30))
    next(search)
    assert set(threading.enumerate()) > before
    del search
    assert set(threading.enumerate()) == before
