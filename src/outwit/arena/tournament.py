"""Runs a tournament from its file, from wherever it was left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from outwit.arena.crew import Alone, Crew, Pool
from outwit.arena.schedule import WAIT, Pairing
from outwit.arena.sequential import Sequential
from outwit.arena.store import Finished, Store

# Games are handed out by the bunch; a bunch should take about so many seconds, and no more games.
BUNCH_SECONDS = 0.25
LARGEST_BUNCH = 512


class Tournament:
    """Plays what is left to play; every finished game is in the file at once."""

    def __init__(self, store: Store, watch: Callable[[list[Finished]], None] | None = None) -> None:
        self.store = store
        self.watch = watch
        self.bunch = 1
        self.test = Sequential(store) if store.manifest.sprt is not None else None

    def run(self, jobs: int = 1, crew: Crew | None = None) -> None:
        """Play to the end, in several processes or with a crew."""
        manifest = self.store.manifest
        own = crew is None
        crew = crew or (Alone(manifest) if jobs == 1 else Pool(manifest, jobs))
        try:
            self._run(crew)
        finally:
            if own:
                crew.close()

    def _run(self, crew: Crew) -> None:
        if self.is_decided():
            return
        waiting: list[Pairing] = []
        under_way = 0
        for pairing in self.missing():
            is_barrier = pairing is WAIT
            if not is_barrier:
                waiting.append(pairing)
            if waiting and (is_barrier or len(waiting) >= self.bunch):
                crew.submit(waiting)
                waiting = []
                under_way += 1
            while under_way and (is_barrier or under_way >= 2 * crew.size):
                under_way -= self.take(crew)
                if self.is_decided():
                    return
        if waiting:
            crew.submit(waiting)
            under_way += 1
        while under_way and not self.is_decided():
            under_way -= self.take(crew)

    def take(self, crew: Crew) -> int:
        """Wait for finished games and write them down; return how many bunches there were."""
        start = perf_counter()
        bunches = 0
        for games in crew.collect():
            bunches += 1
            self.store.add(games)
            if self.test is not None:
                self.test.add((g.pairing.number, g.pairing.first, g.points) for g in games)
            if self.watch is not None:
                self.watch(games)
            self.adapt(len(games), perf_counter() - start)
            start = perf_counter()
        return bunches

    def is_decided(self) -> bool:
        """Tell whether a test that ends as soon as it is clear has ended."""
        return self.test is not None and self.test.is_decided

    def adapt(self, games: int, seconds: float) -> None:
        """Hand out more games at once if they are over in no time, and fewer if they are not."""
        if games < self.bunch:
            return
        if seconds < BUNCH_SECONDS / 2 and self.bunch < LARGEST_BUNCH:
            self.bunch *= 2
        elif seconds > 2 * BUNCH_SECONDS and self.bunch > 1:
            self.bunch //= 2

    def missing(self) -> Iterator[Pairing]:
        """Yield the games that are still to be played, in order, and WAIT between rounds."""
        done = self.store.numbers()
        known = next(done, None)
        last = 0

        def standings() -> tuple[list[float], dict[tuple[int, int], float]]:
            return self.standings(last)

        for pairing in self.store.manifest.schedule.pairings(standings):
            if pairing is WAIT:
                yield WAIT
                continue
            last = pairing.number + 1
            while known is not None and known < pairing.number:
                known = next(done, None)
            if known != pairing.number:
                yield pairing

    def standings(self, below: int) -> tuple[list[float], dict[tuple[int, int], float]]:
        """Return the points of each player, and of each against each, in the first games."""
        points = [0.0] * len(self.store.manifest.bots)
        between: dict[tuple[int, int], float] = {}
        for _, first, second, won in self.store.results(below):
            points[first] += won
            points[second] += 1 - won
            between[first, second] = between.get((first, second), 0.0) + won
            between[second, first] = between.get((second, first), 0.0) + 1 - won
        return points, between
