"""Schedules: generators of pairings, one at a time.

Two games in a row are a pair: the same players and opening with colours changed. Where a round
depends on the one before, a generator yields WAIT and goes on when all games before are finished.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from outwit.core.value import Value
from outwit.errors import UsageError


class Pairing(Value):
    """A game to be played; players and opening are numbers."""

    number: int
    round: int
    first: int
    second: int
    opening: int


# Steps of the search for pairs without a rematch.
MOST_STEPS = 20_000
WAIT = Pairing(-1, -1, -1, -1, -1)
# The points of each player so far, and of each player against each other.
Standings = Callable[[], tuple[list[float], dict[tuple[int, int], float]]]


class Schedule(Value):
    """A kind of tournament, its players and rounds, and the pairs of games in an encounter."""

    kind: str
    players: int
    rounds: int = 1
    pairs: int = 1

    def pairings(self, standings: Standings) -> Iterator[Pairing]:
        """Yield the games in order; raise UsageError if the kind is unknown."""
        if self.kind not in KINDS:
            raise UsageError(f"there is no schedule {self.kind!r}; there are {', '.join(KINDS)}")
        number = opening = 0
        for encounter in KINDS[self.kind](self, standings):
            if encounter is None:
                yield WAIT
                continue
            round_number, one, other = encounter
            for _ in range(self.pairs):
                yield Pairing(number, round_number, one, other, opening)
                yield Pairing(number + 1, round_number, other, one, opening)
                number += 2
                opening += 1

    @property
    def games(self) -> int | None:
        """Return the number of games, None if it depends on results."""
        players = self.players
        encounters = {
            "round-robin": self.rounds * players * (players - 1) // 2,
            "gauntlet": self.rounds * (players - 1),
            "swiss": self.rounds * (players // 2),
        }
        found = encounters.get(self.kind)
        return None if found is None else 2 * self.pairs * found


Encounters = Iterator[tuple[int, int, int] | None]


def round_robin(schedule: Schedule, standings: Standings) -> Encounters:
    """Pair everybody with everybody in every round."""
    for number in range(schedule.rounds):
        for one, other in combinations(range(schedule.players), 2):
            yield number, one, other


def gauntlet(schedule: Schedule, standings: Standings) -> Encounters:
    """Pair the first player with all others in every round."""
    for number in range(schedule.rounds):
        for other in range(1, schedule.players):
            yield number, 0, other


def swiss(schedule: Schedule, standings: Standings) -> Encounters:
    """Pair players of similar scores who have not met; with an odd number, one has a bye."""
    met: set[tuple[int, int]] = set()
    had_bye: set[int] = set()
    byes = [0.0] * schedule.players
    for number in range(schedule.rounds):
        if number:
            yield None
        points, _ = standings()
        order = sorted(range(schedule.players), key=lambda p: (-points[p] - byes[p], p))
        if len(order) % 2:
            idle = next((p for p in reversed(order) if p not in had_bye), order[-1])
            had_bye.add(idle)
            byes[idle] += 2 * schedule.pairs
            order.remove(idle)
        for one, other in pair_off(order, met):
            met.add((min(one, other), max(one, other)))
            yield number, one, other


def pair_off(order: list[int], met: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Pair neighbours in an order, with as few rematches as a bounded search finds."""
    found = pair_without_rematch(order, met)
    if found is not None:
        return found
    left = list(order)
    pairs: list[tuple[int, int]] = []
    while left:
        one = left.pop(0)
        fresh = [p for p in left if (min(one, p), max(one, p)) not in met]
        other = fresh[0] if fresh else left[0]
        left.remove(other)
        pairs.append((one, other))
    return pairs


def pair_without_rematch(
    order: list[int], met: set[tuple[int, int]]
) -> list[tuple[int, int]] | None:
    """Pair neighbours in an order without a rematch; return None if no way is found."""
    pairs: list[tuple[int, int]] = []
    levels = [(order, iter(order[1:]))]
    for _ in range(MOST_STEPS):
        left, others = levels[-1]
        if not left:
            return pairs
        one = left[0]
        other = next((p for p in others if (min(one, p), max(one, p)) not in met), None)
        if other is not None:
            pairs.append((one, other))
            rest = [p for p in left[1:] if p != other]
            levels.append((rest, iter(rest[1:])))
            continue
        levels.pop()
        if not levels:
            break
        pairs.pop()
    return None


def knock_out(schedule: Schedule, standings: Standings) -> Encounters:
    """Drop the loser of each encounter; lower numbers are seeded higher and win ties."""
    size = 1
    while size < schedule.players:
        size *= 2
    seeds = bracket(size)
    field: list[int | None] = [seed if seed < schedule.players else None for seed in seeds]
    number = 0
    while len(field) > 1:
        pairs = list(zip(field[::2], field[1::2], strict=True))
        _, before = standings()
        for one, other in pairs:
            if one is not None and other is not None:
                yield number, one, other
        yield None
        _, after = standings()
        field = [winner(one, other, before, after) for one, other in pairs]
        number += 1


def bracket(size: int) -> list[int]:
    """Return the seeds in bracket order, so that the best meet in the last rounds."""
    seeds = [0]
    while len(seeds) < size:
        seeds = [place for seed in seeds for place in (seed, 2 * len(seeds) - 1 - seed)]
    return seeds


def winner(
    one: int | None,
    other: int | None,
    before: dict[tuple[int, int], float],
    after: dict[tuple[int, int], float],
) -> int | None:
    """Return who scored more in this encounter; ties go to the higher seed."""
    if one is None or other is None:
        return other if one is None else one

    def made(player: int, opponent: int) -> float:
        return after.get((player, opponent), 0.0) - before.get((player, opponent), 0.0)

    if made(one, other) == made(other, one):
        return min(one, other)
    return one if made(one, other) > made(other, one) else other


KINDS: dict[str, Callable[[Schedule, Standings], Encounters]] = {
    "round-robin": round_robin,
    "gauntlet": gauntlet,
    "swiss": swiss,
    "knock-out": knock_out,
}
