"""Pairings cost as little as can be, whatever the costs are."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from outwit.ratings.matching import Matching, pair_at_least_cost
from outwit.ratings.pairing import pair_off, pair_round

Costs = dict[tuple[int, int], int]


def draw(rng: Random, size: int, most: int) -> Costs:
    return {
        (one, other): rng.randint(0, most) for one in range(size) for other in range(one + 1, size)
    }


def least(size: int, costs: Costs) -> int:
    """Return the least cost of pairing everybody, by trying all ways."""

    @cache
    def rest(done: int) -> int:
        if done == (1 << size) - 1:
            return 0
        one = next(each for each in range(size) if not done >> each & 1)
        return min(
            costs[one, other] + rest(done | 1 << one | 1 << other)
            for other in range(one + 1, size)
            if not done >> other & 1
        )

    return rest(0)


@pytest.mark.parametrize("seed", range(150))
def test_no_other_way_costs_less(seed: int) -> None:
    rng = Random(seed)
    size = 2 * rng.randint(0, 6)
    costs = draw(rng, size, rng.choice((1, 2, 3, 10, 10**9)))
    pairs = pair_at_least_cost(size, lambda one, other: costs[one, other])
    assert sorted(each for pair in pairs for each in pair) == list(range(size))
    assert sum(costs[pair] for pair in pairs) == least(size, costs)


@pytest.mark.parametrize("size", [40, 90])
@pytest.mark.parametrize("most", [3, 1_000])
def test_the_duals_prove_that_a_large_matching_is_best(size: int, most: int) -> None:
    costs = draw(Random(size), size, most)
    found = Matching(size, costs)
    bound = -sum(found.duals)
    inside: dict[int, set[int]] = {b: set(found._vertices(b)) for b in found.parts}
    for blossom, weight in found.weights.items():
        assert weight >= 0
        bound -= weight * (len(inside[blossom]) // 2)
    for (one, other), price in costs.items():
        slack = found.duals[one] + found.duals[other] + 2 * price
        slack += sum(found.weights[b] for b, members in inside.items() if {one, other} <= members)
        assert slack >= 0
    total = sum(costs[one, mate] for one, mate in enumerate(found.mates) if one < mate)
    assert bound == 2 * total


def test_an_odd_number_and_a_graph_without_a_matching_are_refused() -> None:
    with pytest.raises(ValueError, match="3 cannot be paired"):
        pair_at_least_cost(3, lambda _one, _other: 0)
    with pytest.raises(ValueError, match="not everybody"):
        Matching(4, {(0, 1): 1, (0, 2): 1, (0, 3): 1})


@pytest.mark.parametrize("seed", range(40))
def test_scores_are_as_close_as_they_can_be_without_a_rematch(seed: int) -> None:
    rng = Random(seed)
    size = rng.randint(2, 9)
    points = {player: rng.randint(0, 6) / 2 for player in range(size)}
    order = sorted(points, key=lambda player: (-points[player], player))
    met = {pair for pair in draw(rng, size, 0) if rng.random() < 0.5}
    rests = {player: 1 for player in range(size) if rng.random() < 0.3}
    pairs, idle = pair_round(order, met, points, rests)

    def judged(pairs: list[tuple[int, int]], idle: int | None) -> tuple[float, ...]:
        return (
            rests.get(idle, 0) if idle is not None else 0,
            sum(tuple(sorted(pair)) in met for pair in pairs),
            -order.index(idle) if idle is not None else 0,
            sum((points[one] - points[other]) ** 2 for one, other in pairs),
        )

    ways = [
        judged(way, idle)
        for idle in (order if size % 2 else [None])
        for way in all_ways([player for player in order if player != idle])
    ]
    assert judged(pairs, idle) == min(ways)


def all_ways(players: list[int]) -> list[list[tuple[int, int]]]:
    if not players:
        return [[]]
    one, *left = players
    return [
        [(one, other), *rest]
        for other in left
        for rest in all_ways([player for player in left if player != other])
    ]


def test_who_met_often_is_the_last_to_meet_again() -> None:
    met = {(0, 1): 2, (2, 3): 2, (0, 2): 1, (1, 3): 1, (0, 3): 2, (1, 2): 2}
    assert pair_off([0, 1, 2, 3], met) == [(0, 2), (1, 3)]


def test_five_hundred_players_are_paired() -> None:
    points = {player: float(player // 100) for player in range(500)}
    order = sorted(points, key=lambda player: -points[player])
    pairs = pair_off(order, {(player, player + 1) for player in range(499)}, points)
    assert all(points[one] == points[other] and abs(one - other) > 1 for one, other in pairs)
    assert len({player for pair in pairs for player in pair}) == 500
