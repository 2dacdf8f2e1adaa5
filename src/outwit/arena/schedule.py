"""Who plays whom: generators that make up pairings one at a time.

Two games in a row are a pair: the same players and opening with colours changed. Where the next
round depends on the last, a generator yields WAIT and goes on once every game before is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from outwit.core.value import Value
from outwit.errors import UsageError


class Pairing(Value):
    """One game to be played; players and openings by number."""

    number: int
    round: int
    first: int
    second: int
    opening: int


# How many steps may be spent on finding pairs who have not met.
MOST_STEPS = 20_000
WAIT = Pairing(-1, -1, -1, -1, -1)
# The points of each player in all games so far, and in each game between two of them.
Standings = Callable[[], tuple[list[float], dict[tuple[int, int], float]]]


class Schedule(Value):
    """A kind of tournament: its name, rounds, and how many pairs of games an encounter has."""

    kind: str
    players: int
    rounds: int = 1
    pairs: int = 1

    def pairings(self, standings: Standings) -> Iterator[Pairing]:
        """Make up the games, in order."""
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
        """Return how many games there will be, None if that depends on how they go."""
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
    """Let everybody meet everybody, in every round."""
    for number in range(schedule.rounds):
        for one, other in combinations(range(schedule.players), 2):
            yield number, one, other


def gauntlet(schedule: Schedule, standings: Standings) -> Encounters:
    """Let the first player meet all others, in every round."""
    for number in range(schedule.rounds):
        for other in range(1, schedule.players):
            yield number, 0, other


def swiss(schedule: Schedule, standings: Standings) -> Encounters:
    """Let players of about the same score meet who have not met; an odd one out has a rest."""
    met: set[tuple[int, int]] = set()
    rested: set[int] = set()
    byes = [0.0] * schedule.players
    for number in range(schedule.rounds):
        if number:
            yield None
        points, _ = standings()
        order = sorted(range(schedule.players), key=lambda p: (-points[p] - byes[p], p))
        if len(order) % 2:
            resting = next((p for p in reversed(order) if p not in rested), order[-1])
            rested.add(resting)
            byes[resting] += 2 * schedule.pairs
            order.remove(resting)
        for one, other in pair_off(order, met):
            met.add((min(one, other), max(one, other)))
            yield number, one, other


def pair_off(order: list[int], met: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Pair neighbours in the order; who has met already meets again only where it must be.

    Looks back at most so many times that a large field stays fast.
    """
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
    """Pair neighbours in the order, none of whom have met; None if no such way is found."""
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
    """Let the loser of each encounter go; the better seed is the lower number, and wins ties."""
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
    """Return the seeds in bracket order, so that the best meet late."""
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
    """Return who goes on: who made more points in this encounter."""
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
