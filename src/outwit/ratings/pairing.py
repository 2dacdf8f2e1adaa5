"""The pairings of a round: by the circle method, or by the best pairing of all players.

A round of a Swiss tournament has five aims, the most important first: nobody rests twice before all
have rested; few pairs meet again; the player who rests is far down; scores are close, by the sum of
the squares of their differences; places are close. The caller decides who moves first.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from outwit.ratings.matching import pair_at_least_cost

Pair = tuple[int, int]


def rounds_to_meet(players: int) -> int:
    """Return how many rounds it takes until everybody has met everybody.

    >>> rounds_to_meet(4), rounds_to_meet(5), rounds_to_meet(1)
    (3, 5, 0)
    """
    # With an odd number somebody rests in each round, so it takes one round more.
    return players - 1 + players % 2 if players > 1 else 0


def circle(players: int, number: int) -> list[tuple[int, int | None]]:
    """Return round ``number``, from 0, of a round robin by the circle method.

    The first of a pair moves first; with an odd number, one is paired with None. Over all rounds a
    player moves first at most once more often than second.

    >>> circle(4, 0)
    [(0, 3), (1, 2)]
    >>> circle(3, 1)
    [(1, None), (2, 0)]
    """
    odd = rounds_to_meet(players)
    turn = number % odd
    fixed = None if players % 2 else players - 1
    pairs: list[tuple[int, int | None]] = [(turn, fixed)]
    if fixed is not None and turn % 2:
        pairs = [(fixed, turn)]
    for step in range(1, (odd + 1) // 2):
        one, other = (turn + step) % odd, (turn - step) % odd
        pairs.append((one, other) if step % 2 else (other, one))
    return pairs


def pair_off(
    order: Sequence[int],
    met: Mapping[Pair, int] | Collection[Pair],
    points: Mapping[int, float] | None = None,
) -> list[Pair]:
    """Pair players who have not met, with scores as close as possible; an even number of them.

    ``order`` is from the first to the last, ``met`` has pairs with the smaller number first and, if
    it is a mapping, how often they met. Without ``points`` only places count.
    """
    return pair_round(order, met, points or dict.fromkeys(order, 0.0), {})[0]


def pair_round(
    order: Sequence[int],
    met: Mapping[Pair, int] | Collection[Pair],
    points: Mapping[int, float],
    rests: Mapping[int, int],
) -> tuple[list[Pair], int | None]:
    """Return the pairs of a round, and the player with the bye if the number is odd.

    ``points`` are whole or half, ``rests`` counts how often players have rested.
    """
    size = len(order)
    halves = [int(2 * points[player]) for player in order]
    widest = max(halves, default=0) - min(halves, default=0)
    # Each is more than all that counts less can add up to.
    by_score = size**3 + 1
    by_rest = by_score * (size * widest**2 + 1)
    by_meeting = by_rest * (size + 1)
    times = met if isinstance(met, Mapping) else dict.fromkeys(met, 1)
    by_rest_again = by_meeting * (size * max(times.values(), default=0) + 1)

    def cost(one: int, other: int) -> int:
        if other == size:
            return by_rest * (size - 1 - one) + by_rest_again * rests.get(order[one], 0)
        pair = min(order[one], order[other]), max(order[one], order[other])
        return (
            by_meeting * times.get(pair, 0)
            + by_score * (halves[one] - halves[other]) ** 2
            + (one - other) ** 2
        )

    found = sorted(pair_at_least_cost(size + size % 2, cost))
    pairs = [(order[one], order[other]) for one, other in found if other < size]
    idle = next((order[one] for one, other in found if other == size), None)
    return pairs, idle
