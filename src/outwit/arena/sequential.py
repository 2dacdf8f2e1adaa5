"""A match that ends when a sequential test has decided.

Games finish in any order, but pairs are counted in the order of their numbers, and none after the
deciding one. So the decision does not depend on how many games are played at once.
"""

from __future__ import annotations

from collections.abc import Iterable

from outwit.arena.store import Store
from outwit.ratings.sprt import UNDECIDED, Sprt


class SequentialTest:
    """The SPRT of a match between players 0 and 1, from the view of player 0."""

    def __init__(self, store: Store) -> None:
        terms = store.manifest.sprt
        assert terms is not None
        self.sprt = Sprt(terms.elo0, terms.elo1, terms.alpha, terms.beta).check()
        self.points: dict[int, float] = {}
        self.next_pair = 0
        self.add((number, first, points) for number, first, _, points in store.results())

    def add(self, games: Iterable[tuple[int, int, float]]) -> None:
        """Add finished games: number, who moved first, and that player's points."""
        for number, first, points in games:
            self.points[number] = points if first == 0 else 1 - points
        while not self.is_decided:
            numbers = (2 * self.next_pair, 2 * self.next_pair + 1)
            if not all(number in self.points for number in numbers):
                return
            self.sprt = self.sprt.add(sum(self.points.pop(number) for number in numbers))
            self.next_pair += 1

    @property
    def is_decided(self) -> bool:
        """Tell whether the test has ended."""
        return self.sprt.decision != UNDECIDED
