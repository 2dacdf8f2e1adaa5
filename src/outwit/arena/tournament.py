"""Runs a tournament from its file, new or interrupted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from outwit.arena.executor import Executor, ProcessExecutor, SerialExecutor
from outwit.arena.schedule import WAIT, Pairing
from outwit.arena.sequential import SequentialTest
from outwit.arena.store import FinishedGame, Store
from outwit.errors import BadFile, BotsRefused

# Games are played in batches: about how long one should take, and how many games it may have.
BATCH_SECONDS = 0.25
LARGEST_BATCH = 512


class Tournament:
    """Plays the games that are not in the file, and writes each batch as it is finished."""

    def __init__(
        self,
        store: Store,
        on_finished: Callable[[list[FinishedGame]], None] | None = None,
        *,
        is_tried: bool = False,
    ) -> None:
        self.store = store
        self.on_finished = on_finished
        self.batch = 1
        # Whether all programs have been let in.
        self.is_tried = is_tried
        self.test = SequentialTest(store) if store.manifest.sprt is not None else None

    def run(self, jobs: int = 1, executor: Executor | None = None) -> None:
        """Play to the end, with an executor or in ``jobs`` processes.

        Raise BotsRefused before the first game if a program cannot be started, or does not speak
        its protocol.
        """
        manifest = self.store.manifest
        own = executor is None
        executor = executor or (
            SerialExecutor(manifest) if jobs == 1 else ProcessExecutor(manifest, jobs)
        )
        try:
            self._run(executor)
        finally:
            if own:
                executor.close()

    def _run(self, executor: Executor) -> None:
        if self.is_decided():
            return
        waiting: list[Pairing] = []
        under_way = 0
        for pairing in self.unplayed():
            is_barrier = pairing is WAIT
            if not is_barrier:
                if not self.is_tried:
                    self.try_out(executor)
                waiting.append(pairing)
            if waiting and (is_barrier or len(waiting) >= self.batch):
                executor.submit(waiting)
                waiting = []
                under_way += 1
            while under_way and (is_barrier or under_way >= 2 * executor.size):
                under_way -= self.collect(executor)
                if self.is_decided():
                    return
        if waiting:
            executor.submit(waiting)
            under_way += 1
        while under_way and not self.is_decided():
            under_way -= self.collect(executor)

    def try_out(self, executor: Executor) -> None:
        """Try the programs; raise BotsRefused with all that are refused, and why."""
        bots = self.store.manifest.bots
        programs = [number for number, bot in enumerate(bots) if bot.is_program]
        # A cluster tries a bot on several machines; one reason is enough.
        refused = dict(sorted(found for found in executor.try_out(programs) if found[1]))
        if refused:
            told = (
                f"bot {bots[number].name!r} is refused: {why}" for number, why in refused.items()
            )
            raise BotsRefused("; ".join(told), refused)
        self.is_tried = True

    def collect(self, executor: Executor) -> int:
        """Wait for finished games and store them; return the number of batches."""
        start = perf_counter()
        batches = 0
        for games in executor.collect():
            batches += 1
            self.store.add(games)
            if self.test is not None:
                self.test.add((g.pairing.number, g.pairing.first, g.points) for g in games)
            if self.on_finished is not None:
                self.on_finished(games)
            self.adapt_batch(len(games), perf_counter() - start)
            start = perf_counter()
        return batches

    def is_decided(self) -> bool:
        """Tell whether the sequential test, if there is one, has ended."""
        return self.test is not None and self.test.is_decided

    def adapt_batch(self, games: int, seconds: float) -> None:
        """Double the batch if games are short, halve it if they are long."""
        if games < self.batch:
            return
        if seconds < BATCH_SECONDS / 2 and self.batch < LARGEST_BATCH:
            self.batch *= 2
        elif seconds > 2 * BATCH_SECONDS and self.batch > 1:
            self.batch //= 2

    def unplayed(self) -> Iterator[Pairing]:
        """Yield the games that are not in the file, in order, and WAIT between rounds.

        Raise BadFile if a game in the file is not the one that the schedule has there.
        """
        done = self.store.pairs()
        known = next(done, None)
        last = 0

        def standings() -> tuple[list[float], dict[tuple[int, int], float]]:
            return self.standings(last)

        for pairing in self.store.manifest.schedule.pairings(standings):
            if pairing is WAIT:
                yield WAIT
                continue
            last = pairing.number + 1
            while known is not None and known[0] < pairing.number:
                known = next(done, None)
            if known is None or known[0] != pairing.number:
                yield pairing
            elif known[1:] != (pairing.first, pairing.second):
                raise BadFile(
                    f"{self.store.path!r}: game {pairing.number + 1} is not as scheduled; "
                    "the file is damaged, or another version began it"
                )

    def standings(self, below: int) -> tuple[list[float], dict[tuple[int, int], float]]:
        """Return the points of each player, and of each against each, in games numbered below."""
        points = [0.0] * len(self.store.manifest.bots)
        between: dict[tuple[int, int], float] = {}
        for _, first, second, won in self.store.results(below):
            points[first] += won
            points[second] += 1 - won
            between[first, second] = between.get((first, second), 0.0) + won
            between[second, first] = between.get((second, first), 0.0) + 1 - won
        return points, between
