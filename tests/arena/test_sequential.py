from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from outwit.arena.manifest import Manifest, SprtTerms
from outwit.arena.openings import Book
from outwit.arena.referee import Terms
from outwit.arena.schedule import Pairing, Schedule
from outwit.arena.sequential import Sequential
from outwit.arena.store import Finished, Store, create_store
from outwit.players.roster import BotSpec
from outwit.ratings.pentanomial import BETTER, NOT_BETTER

Result = tuple[int, int, float]
MANIFEST = Manifest(
    "test",
    "push",
    (BotSpec("new", "random"), BotSpec("old", "random")),
    Schedule("round-robin", 2, pairs=1_000),
    Terms(),
    Book(),
    7,
    SprtTerms(0.0, 50.0),
)


@pytest.fixture
def store() -> Store:
    return create_store(":memory:", MANIFEST)


def results(*points: float) -> list[Result]:
    """Number games, given by the points of player 0, which is first in every other one."""
    return [
        (number, number % 2, made if number % 2 == 0 else 1 - made)
        for number, made in enumerate(points)
    ]


def test_a_pair_counts_for_the_first_bot_whatever_its_colours(store: Store) -> None:
    test = Sequential(store)
    test.add(results(1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.5))
    counts = test.test.counts
    assert (counts.pairs, counts.score) == (4, 4.5 / 8)


def test_pairs_count_in_their_order_whatever_the_order_of_arrival(store: Store) -> None:
    games = results(1.0, 0.5, 0.0, 0.0, 1.0, 1.0)
    expected = Sequential(store)
    expected.add(games)
    for order in permutations(games):
        test = Sequential(store)
        for game in order:
            test.add([game])
        assert test.test == expected.test
        assert test.next_pair == 3


def test_a_pair_waits_for_those_before(store: Store) -> None:
    test = Sequential(store)
    games = results(1.0, 0.5, 0.0, 0.0)
    test.add(games[1:])
    assert test.test.counts.pairs == 0
    test.add(games[:1])
    assert test.test.counts.pairs == 2


@pytest.mark.parametrize(("points", "decision"), [(1.0, BETTER), (0.0, NOT_BETTER)])
def test_nothing_counts_after_the_decision(store: Store, points: float, decision: str) -> None:
    one_by_one, at_once = Sequential(store), Sequential(store)
    rng = Random(1)
    made = [points if rng.random() < 0.8 else 0.5 for _ in range(1_000)]
    games = results(*made)
    for game in games:
        one_by_one.add([game])
        if one_by_one.is_decided:
            break
    assert one_by_one.test.decision == decision
    assert one_by_one.test.counts.pairs < 400
    opposite = results(*[1 - points] * 1_000)[2 * one_by_one.test.counts.pairs :]
    at_once.add([*games[: 2 * one_by_one.test.counts.pairs], *opposite])
    assert at_once.test == one_by_one.test
    one_by_one.add(opposite)
    assert at_once.test == one_by_one.test


def test_what_the_file_holds_counts_from_the_start(store: Store) -> None:
    games = results(1.0, 1.0, 0.0, 0.5, 1.0)
    live = Sequential(store)
    live.add(games)
    words = {0.0: "0-1", 0.5: "1/2-1/2", 1.0: "1-0"}
    store.add(
        Finished(Pairing(number, 0, first, 1 - first, number // 2), words[won], "full", 9, None, "")
        for number, first, won in games
    )
    again = Sequential(store)
    assert again.test == live.test
    assert again.next_pair == 2
    last = results(*[0.0] * 6)[5]
    again.add([last])
    live.add([last])
    assert again.test == live.test
    assert again.test.counts.pairs == 3
