"""One question to the engine, without keeping one: ``best`` and ``analyse``.

Engines are kept from question to question, for their hash tables are costly to make. They forget
what they found before, so that the same question has the same answer.
"""

from __future__ import annotations

from threading import Lock

from outwit.core.argument import whole
from outwit.core.excerpt import excerpt
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.engine.limits import MOST_THREADS
from outwit.errors import UsageError
from outwit.games import game as find_game
from outwit.players.engine import engine_for
from outwit.players.engines import make_limits, with_moves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from outwit.engine.analysis import Analysis
    from outwit.engine.searcher import Searcher

# Most engines that are kept while nobody asks them; each has a table of 16 MiB.
MOST_IDLE = 4
IDLE: list[Searcher] = []
LOCK = Lock()


def best(
    position: Position | Game | str,
    *,
    time: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
) -> Analysis:
    """Return the best move of a position, with the line it begins.

    Args:
        position: A position, or a game or its name for the start position.
        time: Seconds for the search. Default: 1, if there is no other limit.
        depth: Deepest search, in moves.
        nodes: Most positions searched.
        threads: The number of threads, from 1 to 256.

    Raises:
        UsageError: The game is over, or a limit makes no sense.

    >>> import outwit
    >>> outwit.best("ataxx", nodes=2_000).move in outwit.game("ataxx").start().legal_moves
    True
    """
    position = position_of(position)
    limits = make_limits(None, time, depth, nodes)
    searcher = borrow(position.game, threads)
    try:
        found = searcher.best(position, limits)
    finally:
        give_back(searcher)
    return found.replace(move=position.move(found.move))


def analyse(
    position: Position | Game | str,
    *,
    time: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 1,
    threads: int = 1,
) -> Iterator[list[Analysis]]:
    """Yield, for each depth that was completed, the best lines, the best line first.

    The first move of a line is a ``Move``, which has a label; the others are texts.

    Args:
        position: A position, or a game or its name for the start position.
        time: Seconds for the search. Default: 1, if there is no other limit.
        depth: Deepest search, in moves.
        nodes: Most positions searched.
        lines: The number of lines, each with another first move.
        threads: The number of threads, from 1 to 256.

    Raises:
        UsageError: The game is over, or a limit makes no sense.

    >>> import outwit
    >>> [len(found) for found in outwit.analyse("ataxx", depth=2, lines=3)]
    [3, 3]
    """
    position = position_of(position).copy()
    limits = make_limits(None, time, depth, nodes, lines=lines)
    searcher = borrow(position.game, threads)
    try:
        yield from with_moves(searcher, position, limits)
    finally:
        give_back(searcher)


def position_of(position: Position | Game | str) -> Position:
    """Return the position to search; raise UsageError if there is none."""
    if isinstance(position, str):
        position = find_game(position)
    if isinstance(position, Game):
        position = position.start()
    if not isinstance(position, Position):
        raise UsageError(f"a position or a game is searched, not {excerpt(position)}")
    return position


def borrow(game: Game, threads: int) -> Searcher:
    """Return an engine that knows nothing, for this caller alone."""
    with LOCK:
        for number, idle in enumerate(IDLE):
            if idle.game is game and idle.threads == threads:
                del IDLE[number]
                idle.table.forget()
                return idle
    return engine_for(game, threads=whole("threads", threads, 1, MOST_THREADS))


def give_back(searcher: Searcher) -> None:
    """Keep an engine for the next question."""
    with LOCK:
        IDLE.append(searcher)
        del IDLE[:-MOST_IDLE]
