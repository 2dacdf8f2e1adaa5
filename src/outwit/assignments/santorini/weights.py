"""Which weights explain the choices of a heuristic player for Santorini, exactly.

The weights that explain some choices are a cone in the first octant of space, bounded by planes.
It is kept as the rays along its edges, in order around it, in whole numbers.
"""

from __future__ import annotations

import math

from outwit.assignments.santorini.output import MistakeFound
from outwit.games.santorini.bots import score
from outwit.games.santorini.rules import WORKERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from outwit.games.santorini.rules import Santorini

    Scores = tuple[int, int, int]
    # The scores of a side.
    Measure = Callable[[Santorini, int], Scores]

# Differences that weights with fractions may make where there are none.
TINY = 1e-9


class Weights:
    """All weights, each more than 0, under which every choice so far was best."""

    def __init__(self) -> None:
        self.rays: list[Scores] = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]

    def choose(self, chosen: Scores, others: Iterable[Scores]) -> bool:
        """Learn of a choice; return whether any weights are left."""
        for other in set(others):
            plane = tuple(a - b for a, b in zip(chosen, other, strict=True))
            self.rays = clipped(self.rays, plane)
        # The sum of the rays is inside the cone, so it has a 0 only where all weights have.
        return all(sum(ray[i] for ray in self.rays) > 0 for i in range(3))


def clipped(rays: list[Scores], plane: tuple[int, ...]) -> list[Scores]:
    """Return the part of a cone on one side of a plane, which is its normal."""
    sides = [sum(a * b for a, b in zip(ray, plane, strict=True)) for ray in rays]
    kept: list[Scores] = []
    for i, (ray, side) in enumerate(zip(rays, sides, strict=True)):
        if side >= 0:
            kept.append(ray)
        following, next_side = rays[(i + 1) % len(rays)], sides[(i + 1) % len(rays)]
        if side * next_side < 0:
            first, second = abs(next_side), abs(side)
            parts = [first * a + second * b for a, b in zip(ray, following, strict=True)]
            common = math.gcd(*parts) or 1
            x, y, z = (part // common for part in parts)
            kept.append((x, y, z))
    return list(dict.fromkeys(kept))


def dot(one: Iterable[float], two: Iterable[float]) -> float:
    """Return the sum of the products."""
    return sum(a * b for a, b in zip(one, two, strict=True))


def read_weights(declared: object) -> tuple[float, ...]:
    """Return the weights that a submission declares, nothing if they are not three above 0."""
    if not isinstance(declared, list) or len(declared) != 3:
        return ()
    weights = [w for w in declared if isinstance(w, int | float) and not isinstance(w, bool)]
    return tuple(weights) if len(weights) == 3 and all(0 < w < math.inf for w in weights) else ()


class Choices:
    """Checks what heuristic players choose, by the weights they declare or by any.

    A program that measures distances from its own workers fails the case about distances, not this.
    """

    def __init__(self, declared: object) -> None:
        self.declared = read_weights(declared)
        self.readings = [(score, Weights()), (score_from_own, Weights())]
        self.mistake: MistakeFound | None = None

    def check_win(self, position: Santorini, move: str) -> None:
        """Raise MistakeFound if another move than this one would win."""
        scores = outcomes(position, score)
        wins = [other for other, value in scores.items() if value is None]
        if wins and scores[move] is not None:
            what = (
                f"at turn {position.turn_number} the heuristic player could step to level 3 and "
                "win, but does not"
            )
            raise MistakeFound(what, " or ".join(wins[:3]), move)

    def check(self, position: Santorini, move: str) -> None:
        """Raise MistakeFound if a move is not a best one, where none wins."""
        left = []
        for measure, weights in self.readings:
            mistake = self.judge(position, move, measure, weights)
            if mistake is None:
                left.append((measure, weights))
            else:
                self.mistake = self.mistake or mistake
        self.readings = left
        if not left and self.mistake is not None:
            raise self.mistake

    def judge(
        self, position: Santorini, move: str, measure: Measure, weights: Weights
    ) -> MistakeFound | None:
        """Return what is wrong with a choice, if anything is."""
        scores = outcomes(position, measure)
        chosen = scores[move]
        if chosen is None or None in scores.values():
            return None
        moves = {value: other for other, value in scores.items() if value is not None}
        choice = f"at turn {position.turn_number} the heuristic player's choice is not the best"
        found = f"{move} with the scores {chosen}"
        if self.declared:
            best = max(moves, key=lambda value: dot(value, self.declared))
            if dot(best, self.declared) <= dot(chosen, self.declared) + TINY:
                return None
            what = f"{choice} by the declared weights {self.declared}"
            return MistakeFound(what, f"{moves[best]} with the scores {best}", found)
        for value, other in moves.items():
            if value != chosen and all(a >= b for a, b in zip(value, chosen, strict=True)):
                what = (
                    f"{choice} under any weights: of (height, center, distance) none could be "
                    "worse, and one better"
                )
                return MistakeFound(what, f"{other} with the scores {value}", found)
        if weights.choose(chosen, moves):
            return None
        what = (
            "no weights of height, center and distance explain what the heuristic player chose "
            f"up to turn {position.turn_number}"
        )
        wanted = "a move with the highest move_score, by the same weights at every turn"
        return MistakeFound(what, wanted, found)


def outcomes(position: Santorini, measure: Measure) -> dict[str, Scores | None]:
    """Return the scores after each legal move, for who made it; None for a step that wins."""
    us = position.turn
    found: dict[str, Scores | None] = {}
    for move in [str(move) for move in position.legal_moves]:
        position.play(move)
        wins = position.height(WORKERS.index(move[0])) == 3
        found[move] = None if wins else measure(position, us)
        position.undo()
    return found


def score_from_own(position: Santorini, side: int) -> Scores:
    """Return the scores with the distances from each own worker to the nearest opponent."""
    height, centre, _ = score(position, side)
    _, _, distance = score(position, 1 - side)
    return height, centre, distance
