"""``outwit best``."""

from __future__ import annotations

import json

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
    "--threads", type=int, metavar="N", default=1, show_default=True, help="Search threads."
)
@click.option("--json", "as_json", is_flag=True, help="Print the answer as a JSON object.")
def best(game: Game, position: Position, limits: Limits, threads: int, as_json: bool) -> None:
    """Search for the best move.

    The answer has the move, its score, and the depth, nodes, time and best line of the search. The
    search stops at the first limit it reaches. Without a limit it takes one second.

    Examples:
      outwit best ataxx --time 0.5
      outwit best push --nodes 20000 --json
    """
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
