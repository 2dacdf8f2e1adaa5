"""Schedules: generators of pairings, one at a time.

Two games in a row are a pair: the same players and opening with colours changed. Where a round
depends on the one before, a generator yields WAIT and goes on when all games before are finished.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations

from outwit.core.value import Value
from outwit.errors import UsageError
from outwit.ratings.pairing import pair_round


class Pairing(Value):
    """A game to be played; players and opening are numbers."""

    number: int
    round: int
    first: int
    second: int
    opening: int


WAIT = Pairing(-1, -1, -1, -1, -1)
# The points of each player so far, and of each player against each other.
Standings = Callable[[], tuple[list[float], dict[tuple[int, int], float]]]


class Schedule(Value):
    """A kind of tournament, its players and rounds, and the pairs of games in an encounter."""

    kind: str
    players: int
    rounds: int = 1
    pairs: int = 1
    # Of the players who joined later, the last ones, the round from which each takes part.
    joined: tuple[int, ...] = ()

    def present(self, number: int) -> range:
        """Return the players who take part in a round."""
        late = sum(joined > number for joined in self.joined)
        return range(self.players - late)

    def join(self, count: int, begun: int) -> Schedule:
        """Return the schedule with more players; ``begun`` rounds have been begun.

        Games that were scheduled keep their numbers. Raise UsageError if nobody can join any more.
        """
        if not begun:
            return self.replace(players=self.players + count)
        if self.kind == "knock-out":
            raise UsageError("nobody can join a knock-out that has begun")
        if self.kind == "swiss" and begun >= self.rounds:
            raise UsageError("nobody can join: the last round has begun")
        return self.replace(players=self.players + count, joined=(*self.joined, *(begun,) * count))

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
        if self.kind == "round-robin":
            found = self.rounds * players * (players - 1) // 2
        elif self.kind == "gauntlet":
            found = self.rounds * (players - 1)
        elif self.kind == "swiss":
            # The same players take part until the next ones join.
            found = last = 0
            for number in (*sorted(set(self.joined)), self.rounds):
                found += (number - last) * (len(self.present(last)) // 2)
                last = number
        else:
            return None
        return 2 * self.pairs * found


Encounters = Iterator[tuple[int, int, int] | None]


def round_robin(schedule: Schedule, standings: Standings) -> Encounters:
    """Pair everybody with everybody in every round; who joined later, after all others."""
    begun = schedule.players - len(schedule.joined)
    for number in range(schedule.rounds):
        for one, other in combinations(range(begun), 2):
            yield number, one, other
    for late in range(begun, schedule.players):
        for number in range(schedule.rounds):
            for one in range(late):
                yield number, one, late


def gauntlet(schedule: Schedule, standings: Standings) -> Encounters:
    """Pair the first player with all others in every round; who joined later, at the end."""
    begun = schedule.players - len(schedule.joined)
    for number in range(schedule.rounds):
        for other in range(1, begun):
            yield number, 0, other
    for late in range(begun, schedule.players):
        for number in range(schedule.rounds):
            yield number, 0, late


def swiss(schedule: Schedule, standings: Standings) -> Encounters:
    """Pair players of similar scores who have not met; with an odd number, one has a bye.

    A bye counts as an encounter won. Who joins later begins without points.
    """
    met: Counter[tuple[int, int]] = Counter()
    rests: Counter[int] = Counter()
    for number in range(schedule.rounds):
        if number:
            yield None
        points, _ = standings()
        scores = {
            player: points[player] + 2 * schedule.pairs * rests[player]
            for player in schedule.present(number)
        }
        order = sorted(scores, key=lambda player: (-scores[player], player))
        pairs, idle = pair_round(order, met, scores, rests)
        if idle is not None:
            rests[idle] += 1
        for one, other in pairs:
            met[min(one, other), max(one, other)] += 1
            yield number, one, other


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
