"""``outwit analyse``."""

from __future__ import annotations

import click

from outwit.cli.limits import takes_limits
from outwit.cli.position import takes_position
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.engine.limits import Limits
from outwit.players.engine import engine_for


@click.command()
@takes_position
@takes_limits
@click.option("--lines", type=int, default=3, show_default=True, help="Number of best lines.")
@click.option("--threads", type=int, default=1, show_default=True, help="Threads to search with.")
def analyse(game: Game, position: Position, limits: Limits, lines: int, threads: int) -> None:
    """Search deeper and deeper, and print the best lines of every depth."""
    engine = engine_for(game, threads=threads)
    for found in engine.analyse(position, limits.replace(lines=lines)):
        for number, line in enumerate(found, 1):
            click.echo(f"{number}  {line}")
