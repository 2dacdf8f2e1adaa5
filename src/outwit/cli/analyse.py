"""``outwit analyse``."""

from __future__ import annotations

import click

from outwit.cli.help import Command
from outwit.cli.limits import takes_limits
from outwit.cli.position import takes_position
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.engine.limits import Limits
from outwit.players.engine import engine_for


@click.command(cls=Command)
@takes_position
@takes_limits
@click.option(
    "--lines",
    type=int,
    metavar="N",
    default=3,
    show_default=True,
    help="Number of lines at each depth.",
)
@click.option(
    "--threads", type=int, metavar="N", default=1, show_default=True, help="Search threads."
)
def analyse(game: Game, position: Position, limits: Limits, lines: int, threads: int) -> None:
    """Print the best lines at every search depth.

    The search stops at the first limit it reaches. Without a limit it takes one second.

    Examples:
      outwit analyse ataxx --depth 6
      outwit analyse santorini --nodes 20000 --lines 2
    """
    engine = engine_for(game, threads=threads)
    for found in engine.analyse(position, limits.replace(lines=lines)):
        for number, line in enumerate(found, 1):
            click.echo(f"{number}  {line}")
