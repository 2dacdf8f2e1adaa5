"""The engine as a player of any game."""

from __future__ import annotations

from functools import cached_property

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.engine.limits import Limits
from outwit.engine.network import load_network
from outwit.engine.openingbook import OpeningBook, load_book
from outwit.engine.score import Score
from outwit.engine.searcher import Searcher
from outwit.engine.tuning import Tuning
from outwit.players.allowance import UNLIMITED, Allowance
from outwit.players.player import Player, Thought

# The size of the table, unless another is given.
MEBIBYTES = 16

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random


def engine_for(game: Game, *, mebibytes: int = MEBIBYTES, threads: int = 1) -> Searcher:
    """Return an engine with the tuning of a game; ``mebibytes`` is its table's size."""
    features = game.parts.features
    network = None if features is None else load_network(features.network, features)
    return Searcher(
        Tuning(**game.parts.tuning),
        game=game,
        network=network,
        mebibytes=mebibytes,
        threads=threads,
    )


def book_for(game: Game) -> OpeningBook | None:
    """Return the opening book of a game, if it has one."""
    return load_book(game.parts.book) if game.parts.book else None


class EnginePlayer(Player):
    """Plays the engine's best move, within its own limits and the time allowed.

    Given a random source for the opening book, it plays a move of the book where that has one.
    """

    name = "engine"

    def __init__(
        self,
        game: Game,
        limits: Limits,
        *,
        threads: int = 1,
        mebibytes: int = MEBIBYTES,
        book_rng: Random | None = None,
    ) -> None:
        self.game = game
        self.limits = limits
        self.threads = threads
        self.mebibytes = mebibytes
        self.book_rng = book_rng

    @cached_property
    def engine(self) -> Searcher:
        """Return the engine, made when first needed: its table is large."""
        return engine_for(self.game, mebibytes=self.mebibytes, threads=self.threads)

    @cached_property
    def book(self) -> OpeningBook | None:
        """Return the opening book if it is to be used, read when first needed."""
        return None if self.book_rng is None else book_for(self.game)

    def stop(self) -> None:
        """End the search that is going on, from any thread; the best so far is its answer."""
        if "engine" in vars(self):
            self.engine.stop()

    def begin(self, position: Position) -> None:
        """Make the engine and read the book: their preparation is not part of a move's time."""
        _ = self.engine, self.book

    def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
        """Return a legal move."""
        if self.book is not None and self.book_rng is not None:
            known = self.book.choose(position, self.book_rng)
            if known is not None:
                self.thought = Thought(str(Score(known.score)))
                return known.move
        found = self.engine.best(position, apply_allowance(self.limits, allowance, position.turn))
        self.thought = Thought(str(found.score), found.depth)
        return found.move


def apply_allowance(limits: Limits, allowance: Allowance, side: int) -> Limits:
    """Return limits that also keep to the time allowed for a side's move."""
    if allowance.move is not None:
        # Some of the time is needed to deliver the answer.
        seconds = max(0.001, 0.95 * allowance.move - 0.005)
        limits = limits.replace(time=min(seconds, limits.time or seconds))
    if allowance.clocks is not None:
        limits = limits.replace(
            clock=max(0.001, allowance.clocks[side]), increment=allowance.increments[side]
        )
    return limits
