"""Who meets whom in a round of a Swiss tournament: the best of all ways to pair everybody.

What matters, each before all that follows: nobody rests twice before all have rested; few meet
again; who rests is as far down as possible; scores are close, by the sum of the squares of their
differences; places are close, too. Colours need no care: an encounter is played with both.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from outwit.arena.matching import pair_at_least_cost

Pair = tuple[int, int]


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
    """Return the pairs of a round, and who rests if the number of players is odd.

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
