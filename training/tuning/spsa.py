"""Simultaneous perturbation stochastic approximation (SPSA, Spall 1992), as chess engines use it.

Each pair of games moves all dials at once. One player has every dial a step up or down, by chance;
the other one has the opposite. The dials move towards the winner's. Steps and moves become smaller
from pair to pair.
"""

from __future__ import annotations

from math import floor
from random import Random

from outwit.core.value import Value
from training.tuning.dials import Dial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Spall's exponents of the gain and of the step, and the stability constant as a share of the pairs.
ALPHA, GAMMA, STEADY = 0.602, 0.101, 0.1


class Schedule(Value):
    """How the dials move over ``pairs`` pairs of games, numbered from 0.

    ``rate`` is the move for a point won in the last pair, as a share of the dial's step.
    """

    dials: tuple[Dial, ...]
    pairs: int
    rate: float
    seed: int

    def signs(self, number: int) -> tuple[int, ...]:
        """Return 1 or -1 for each dial: which way the first player of a pair has it."""
        rng = Random(f"{self.seed}/{number}/signs")
        return tuple(rng.choice((-1, 1)) for _ in self.dials)

    def step(self, dial: Dial, number: int) -> float:
        """Return how far a dial is from its value in a pair."""
        return float(dial.step * (self.pairs / (number + 1)) ** GAMMA)

    def players(
        self, values: Sequence[float], number: int
    ) -> tuple[dict[str, int], dict[str, int]]:
        """Return the whole numbers of both players of a pair.

        They are rounded by chance, both alike, so that they are the values in the mean.
        """
        rng = Random(f"{self.seed}/{number}/rounding")
        first, second = {}, {}
        for dial, value, sign in zip(self.dials, values, self.signs(number), strict=True):
            away, chance = sign * self.step(dial, number), rng.random()
            first[dial.name] = floor(dial.clamp(value + away) + chance)
            second[dial.name] = floor(dial.clamp(value - away) + chance)
            for player in (first, second):
                player[dial.name] = min(player[dial.name], dial.high)
        return first, second

    def moved(self, values: Sequence[float], number: int, lead: float) -> tuple[float, ...]:
        """Return the values after a pair; ``lead`` is the first player's points above the other's.

        It is from -2 to 2, because a pair is two games.
        """
        steady = STEADY * self.pairs
        growth = ((steady + self.pairs) / (steady + number + 1)) ** ALPHA
        found = []
        for dial, value, sign in zip(self.dials, values, self.signs(number), strict=True):
            move = self.rate * dial.step**2 * growth / self.step(dial, number)
            found.append(dial.clamp(value + move * lead * sign))
        return tuple(found)


def settled(course: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Return the mean of the second half of a course of values, which is steadier than its end."""
    later = course[len(course) // 2 :]
    return tuple(sum(column) / len(later) for column in zip(*later, strict=True))
