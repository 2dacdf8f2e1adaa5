from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from outwit.arena.manifest import Manifest, SprtTerms
from outwit.arena.openings import Book
from outwit.arena.referee import Terms
from outwit.arena.schedule import Pairing, Schedule
from outwit.arena.sequential import SequentialTest
from outwit.arena.store import FinishedGame, Store, create_store
from outwit.players.roster import BotSpec
from outwit.ratings.sprt import BETTER, NOT_BETTER

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
    test = SequentialTest(store)
    test.add(results(1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.5))
    counts = test.sprt.counts
    assert (counts.pairs, counts.score) == (4, 4.5 / 8)


def test_pairs_count_in_their_order_whatever_the_order_of_arrival(store: Store) -> None:
    games = results(1.0, 0.5, 0.0, 0.0, 1.0, 1.0)
    expected = SequentialTest(store)
    expected.add(games)
    for order in permutations(games):
        test = SequentialTest(store)
        for game in order:
            test.add([game])
        assert test.sprt == expected.sprt
        assert test.next_pair == 3


def test_a_pair_waits_for_those_before(store: Store) -> None:
    test = SequentialTest(store)
    games = results(1.0, 0.5, 0.0, 0.0)
    test.add(games[1:])
    assert test.sprt.counts.pairs == 0
    test.add(games[:1])
    assert test.sprt.counts.pairs == 2


@pytest.mark.parametrize(("points", "decision"), [(1.0, BETTER), (0.0, NOT_BETTER)])
def test_nothing_counts_after_the_decision(store: Store, points: float, decision: str) -> None:
    one_by_one, at_once = SequentialTest(store), SequentialTest(store)
    rng = Random(1)
    made = [points if rng.random() < 0.8 else 0.5 for _ in range(1_000)]
    games = results(*made)
    for game in games:
        one_by_one.add([game])
        if one_by_one.is_decided:
            break
    assert one_by_one.sprt.decision == decision
    assert one_by_one.sprt.counts.pairs < 400
    opposite = results(*[1 - points] * 1_000)[2 * one_by_one.sprt.counts.pairs :]
    at_once.add([*games[: 2 * one_by_one.sprt.counts.pairs], *opposite])
    assert at_once.sprt == one_by_one.sprt
    one_by_one.add(opposite)
    assert at_once.sprt == one_by_one.sprt


def test_what_the_file_holds_counts_from_the_start(store: Store) -> None:
    games = results(1.0, 1.0, 0.0, 0.5, 1.0)
    live = SequentialTest(store)
    live.add(games)
    words = {0.0: "0-1", 0.5: "1/2-1/2", 1.0: "1-0"}
    store.add(
        FinishedGame(
            Pairing(number, 0, first, 1 - first, number // 2), words[won], "full", 9, None, ""
        )
        for number, first, won in games
    )
    again = SequentialTest(store)
    assert again.sprt == live.sprt
    assert again.next_pair == 2
    last = results(*[0.0] * 6)[5]
    again.add([last])
    live.add([last])
    assert again.sprt == live.sprt
    assert again.sprt.counts.pairs == 3
