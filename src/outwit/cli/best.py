"""``outwit best``."""

from __future__ import annotations

import json

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
@click.option("--threads", type=int, default=1, show_default=True, help="Threads to search with.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def best(game: Game, position: Position, limits: Limits, threads: int, as_json: bool) -> None:
    """Search for the best move, and print it with score, depth, nodes, time and line."""
    found = engine_for(game, threads=threads).best(position, limits)
    if not as_json:
        click.echo(str(found))
        return
    click.echo(
        json.dumps(
            {
                "move": found.move,
                "score": found.score.value,
                "moves_to_win": found.score.moves_to_win,
                "moves_to_loss": found.score.moves_to_loss,
                "depth": found.depth,
                "nodes": found.nodes,
                "time": round(found.time, 6),
                "line": list(found.line),
            }
        )
    )
