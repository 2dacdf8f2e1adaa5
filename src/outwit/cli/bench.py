"""``outwit bench``."""

from __future__ import annotations

import click

from outwit.cli.help import Command
from outwit.cli.listing import find_games
from outwit.engine.signature import DEPTH, sign
from outwit.players.engine import engine_for


@click.command(cls=Command)
@click.option(
    "--depth",
    type=click.IntRange(1, 20),
    metavar="PLIES",
    default=DEPTH,
    show_default=True,
    help="Depth of the searches.",
)
def bench(depth: int) -> None:
    """Measure the speed of the engine in every game.

    The engine searches each start position to a fixed depth. A line per game shows the nodes and
    the nodes per second. The signature is the sum of all nodes; it changes if the search changes.

    Examples:
      outwit bench --depth 3
    """
    total = 0
    for game in find_games():
        signed = sign(engine_for(game), game.start(), depth)
        total += signed.nodes
        speed = signed.nodes / max(signed.time, 1e-6)
        click.echo(f"{game.name:10} {signed.nodes:>12} nodes {speed:>14,.0f} nodes/s")
    click.echo(f"signature {total}")
