"""``outwit bench``."""

from __future__ import annotations

import click

from outwit.cli.listing import find_games
from outwit.engine.signature import DEPTH, sign
from outwit.players.engine import engine_for


@click.command()
@click.option(
    "--depth",
    type=click.IntRange(1, 20),
    default=DEPTH,
    show_default=True,
    help="Depth of the searches.",
)
def bench(depth: int) -> None:
    """Search the start position of every game to a fixed depth, and print nodes and speed."""
    total = 0
    for game in find_games():
        signed = sign(engine_for(game), game.start(), depth)
        total += signed.nodes
        speed = signed.nodes / max(signed.time, 1e-6)
        click.echo(f"{game.name:10} {signed.nodes:>12} nodes {speed:>14,.0f} nodes/s")
    click.echo(f"signature {total}")
