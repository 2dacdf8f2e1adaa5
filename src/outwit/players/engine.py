"""The engine as a player of any game."""

from __future__ import annotations

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.engine.analysis import Analysis
from outwit.engine.engine import Engine
from outwit.engine.limits import Limits
from outwit.engine.tuning import Tuning
from outwit.games import game as find_game
from outwit.games import tuning


def engine_for(game: Game, *, mebibytes: int = 16, threads: int = 1) -> Engine:
    """Return an engine tuned for a game."""
    return Engine(Tuning(**tuning(game)), mebibytes=mebibytes, threads=threads)


def best(
    game: Game | str,
    position: Position | None = None,
    *,
    time: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
) -> Analysis:
    """Return the best move of a position, the start position if none is given."""
    found = find_game(game) if isinstance(game, str) else game
    limits = Limits(time=time, depth=depth, nodes=nodes)
    return engine_for(found, threads=threads).best(position or found.start(), limits)


class EnginePlayer:
    """Plays the engine's choice."""

    name = "engine"

    def __init__(self, game: Game, limits: Limits, *, threads: int = 1) -> None:
        self.engine = engine_for(game, threads=threads)
        self.limits = limits

    def choose(self, position: Position) -> str:
        """Return a legal move."""
        return self.engine.best(position, self.limits).move
