"""Games played for a data set: each from an opening of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from outwit.arena.schedule import Pairing
from outwit.arena.store import FinishedGame, Store
from outwit.arena.tournament import Tournament


class SelfPlay(Tournament):
    """Plays a number of games between two bots, who begin in turn; goes on after a kill.

    A game depends on its number and the seed alone, so any order of play gives the same games.
    """

    def __init__(
        self,
        store: Store,
        games: int,
        on_finished: Callable[[list[FinishedGame]], None] | None = None,
    ) -> None:
        super().__init__(store, on_finished)
        self.games = games

    def unplayed(self) -> Iterator[Pairing]:
        """Yield the games that are not in the file, in order."""
        done = self.store.pairs()
        known = next(done, None)
        for number in range(self.games):
            while known is not None and known[0] < number:
                known = next(done, None)
            if known is None or known[0] != number:
                first = number % 2
                yield Pairing(number, 0, first, 1 - first, number)
