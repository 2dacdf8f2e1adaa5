"""The engine as users have it: opened for a game, asked about positions, closed."""

from __future__ import annotations

from random import Random

from outwit.core.argument import listed, of_type, whole
from outwit.core.excerpt import excerpt
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.engine.limits import MOST_THREADS, Limits
from outwit.engine.scorer import Scorer
from outwit.errors import UsageError
from outwit.games import game as find_game
from outwit.players.engine import MEBIBYTES, engine_for
from outwit.players.levels import LEVELS, LevelPlayer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterable, Iterator
    from types import TracebackType
    from typing import Self

    from outwit.engine.analysis import Analysis
    from outwit.engine.searcher import Searcher

# Largest hash table, in MiB.
MOST_MEMORY = 16_384


class Engine:
    """The engine for one game: it searches positions and scores them.

    It keeps what it finds in a hash table, so the next search of the same game is faster. Close it
    to end its searches and free the table, or use it in a ``with`` block. Threads may share it.

    Args:
        game: A game, or its name.
        threads: The number of threads, from 1 to 256.
        memory: The size of the hash table in MiB, from 1 to 16,384.
        level: How strong it is, from 1 to 10. Default: it overlooks nothing.
        seed: The seed of what a level overlooks. Default: another one each time.

    In its methods, ``position`` is a position of its game. ``limits`` are ``Limits``, or you give
    ``time`` in seconds, ``depth`` in moves, ``nodes`` as a number of positions, and ``moves`` as
    the only first moves to search. Without a limit a search takes a second.

    Raises:
        UnknownGame: There is no such game.
        UsageError: A number is not in its range.

    >>> import outwit
    >>> position = outwit.game("ataxx").start()
    >>> with outwit.Engine("ataxx") as engine:
    ...     found = engine.best(position, nodes=2_000)
    ...     depths = [lines[0].depth for lines in engine.analyse(position, depth=3)]
    ...     scores = engine.evaluate(position.after(move) for move in position.legal_moves)
    >>> found.move in position.legal_moves, depths, len(scores)
    (True, [1, 2, 3], 16)
    >>> engine
    <Engine ataxx: closed>
    >>> engine.stop()
    >>> engine.close()
    """

    def __init__(
        self,
        game: Game | str,
        *,
        threads: int = 1,
        memory: int = MEBIBYTES,
        level: int | None = None,
        seed: int | None = None,
    ) -> None:
        self.game = named_game(game)
        self.threads = whole("threads", threads, 1, MOST_THREADS)
        self.memory = whole("memory", memory, 1, MOST_MEMORY)
        self.level = None if level is None else whole("level", level, 1, len(LEVELS))
        self.seed = None if seed is None else whole("seed", seed)
        self._random = Random(self.seed)
        self._searcher: Searcher | None = engine_for(
            self.game, mebibytes=self.memory, threads=self.threads
        )
        self._scorer: Scorer | None = None
        self._player = (
            None if self.level is None else LevelPlayer(self.game, self.level, self._random)
        )

    def best(
        self,
        position: Position,
        limits: Limits | None = None,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        moves: Iterable[str] = (),
    ) -> Analysis:
        """Return the best move of a position, with the line it begins.

        Raises:
            UsageError: The game is over or another game's, a limit makes no sense, or the engine is
                closed.
        """
        searcher = self._open_for(position)
        limits = self._weakened(make_limits(limits, time, depth, nodes, moves), position)
        found = searcher.best(position, limits)
        return found.replace(move=position.move(found.move))

    def analyse(
        self,
        position: Position,
        limits: Limits | None = None,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        moves: Iterable[str] = (),
        lines: int = 1,
    ) -> Iterator[list[Analysis]]:
        """Yield, for each depth that was completed, the best lines, the best line first.

        ``lines`` is the number of lines wanted, each with another first move. To end the search
        early, close the iterator or drop it.

        Raises:
            UsageError: The game is over or another game's, a limit makes no sense, or the engine is
                closed.
        """
        searcher = self._open_for(position)
        limits = self._weakened(make_limits(limits, time, depth, nodes, moves, lines), position)
        return with_moves(searcher, position.copy(), limits)

    def evaluate(self, positions: Iterable[Position]) -> array[int]:
        """Return the score of each position for the side to move, in hundredths, without a search.

        The network of the game scores them, where there is one. The score of a finished game is 0
        for a draw, 31,000 for a win of the side to move and -31,000 for a loss. ``numpy.asarray``
        takes the array as it is.

        Args:
            positions: Positions of the game, as a list or any other iterable.

        Raises:
            UsageError: One of them is not a position of this game, or the engine is closed.
        """
        searcher = self._open()
        if isinstance(positions, Position):
            raise UsageError("several positions are scored: evaluate([position])")
        try:
            given = list(positions)
        except TypeError:
            raise UsageError(f"positions: {excerpt(positions)} is no list of positions") from None
        for number, position in enumerate(given):
            if not isinstance(position, Position):
                raise UsageError(f"positions: number {number} is {excerpt(position)}, no position")
            if position.game is not self.game:
                self._check_game(position)
        if self._scorer is None:
            self._scorer = Scorer(searcher.network, self.game.start())
        return self._scorer.score_all(given)

    def clear(self) -> None:
        """Forget all that searches have found, and begin anew with the seed.

        Raises:
            UsageError: The engine is closed.

        >>> import outwit
        >>> with outwit.Engine("push", memory=1) as engine:
        ...     engine.clear()
        """
        self._open().table.forget()
        self._random.seed(self.seed)

    def stop(self) -> None:
        """End the searches that are running, from any thread; each returns its best so far."""
        if self._searcher is not None:
            self._searcher.stop()

    def close(self) -> None:
        """End all searches and free the memory; the engine cannot be used any more."""
        self.stop()
        self._searcher = self._scorer = self._player = None

    def _open(self) -> Searcher:
        """Return the searcher; raise UsageError if the engine is closed."""
        if self._searcher is None:
            raise UsageError("this engine is closed")
        return self._searcher

    def _open_for(self, position: Position) -> Searcher:
        """Return the searcher; raise UsageError if it cannot search a position."""
        searcher = self._open()
        self._check_game(of_type("position", position, Position, "a position"))
        return searcher

    def _check_game(self, position: Position) -> None:
        if position.game != self.game:
            raise UsageError(
                f"this engine plays {self.game.name}, the position is one of {position.game.name}"
            )

    def _weakened(self, limits: Limits, position: Position) -> Limits:
        """Return limits that also keep to the level."""
        if self._player is None or position.is_over:
            return limits
        own = self._player.limits_in(position)
        nodes = min((n for n in (own.nodes, limits.nodes) if n is not None), default=None)
        moves = tuple(move for move in own.moves if not limits.moves or move in limits.moves)
        return limits.replace(nodes=nodes, moves=moves or limits.moves)

    def __enter__(self) -> Self:
        self._open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        if self._searcher is None:
            return f"<Engine {self.game.name}: closed>"
        level = "" if self.level is None else f"level {self.level}, "
        threads = "" if self.threads == 1 else f", {self.threads} threads"
        return f"<Engine {self.game.name}: {level}{self.memory} MiB{threads}>"


def named_game(game: Game | str) -> Game:
    """Return a game given as itself or by name; raise UsageError for anything else."""
    if isinstance(game, Game):
        return game
    if not isinstance(game, str):
        raise UsageError(f"game: the name of a game is expected, not {excerpt(game)}")
    return find_game(game)


def make_limits(
    limits: Limits | None,
    time: float | None,
    depth: int | None,
    nodes: int | None,
    moves: Iterable[str] = (),
    lines: int = 1,
) -> Limits:
    """Return limits given as such or one by one; raise UsageError if both are given."""
    texts = (moves,) if isinstance(moves, str) else listed("moves", moves, "moves")
    single = Limits(time=time, depth=depth, nodes=nodes, moves=tuple(map(str, texts)), lines=lines)
    if limits is None:
        return single.check()
    if not isinstance(limits, Limits):
        raise UsageError(f"limits: Limits(nodes=10_000) is expected, not {excerpt(limits)}")
    if single != Limits():
        raise UsageError("limits are given as Limits or one by one, not both")
    return limits.check()


def with_moves(searcher: Searcher, position: Position, limits: Limits) -> Iterator[list[Analysis]]:
    """Yield the lines of a search, each with a ``Move``; ``position`` must not change."""
    for found in searcher.analyse(position, limits):
        yield [line.replace(move=position.move(line.move)) for line in found]
