"""The options that limit a search, shared by the commands that search."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, TypeVar

import click

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.engine.limits import Limits
from outwit.errors import IllegalMove, UsageError

R = TypeVar("R")


def takes_limits(
    command: Callable[Concatenate[Game, Position, Limits, ...], R],
) -> Callable[..., R]:
    """Add the options that limit a search to a command on a position."""

    @click.option(
        "--time",
        type=float,
        metavar="SECONDS",
        help="Time to search. [default: 1 s if there is no other limit]",
    )
    @click.option("--depth", type=int, metavar="PLIES", help="Greatest depth of the search.")
    @click.option("--nodes", type=int, metavar="N", help="Most positions to search.")
    @click.option(
        "--only", metavar="MOVES", default="", help="Search only these moves of the position."
    )
    @wraps(command)
    def with_limits(
        game: Game,
        position: Position,
        time: float | None,
        depth: int | None,
        nodes: int | None,
        only: str,
        **options: object,
    ) -> R:
        moves = tuple(only.split())
        for move in moves:
            if move not in position.legal_moves:
                raise IllegalMove(f"--only: move {move[:40]!r} is not legal here")
        if (outcome := position.outcome) is not None:
            raise UsageError(f"the game is over: {game.sentence(outcome)}")
        limits = Limits(time=time, depth=depth, nodes=nodes, moves=moves).check()
        return command(game, position, limits, **options)

    return with_limits
