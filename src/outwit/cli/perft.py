"""``outwit perft``."""

from __future__ import annotations

from time import perf_counter

import click

from outwit.cli.help import Command
from outwit.cli.position import takes_position
from outwit.core.game import Game
from outwit.core.perft import divide as count_each
from outwit.core.perft import perft as count
from outwit.core.position import Position
from outwit.geometry.squares import plain_number

DEEPEST = 99


def read_depth(ctx: click.Context, parameter: click.Parameter, text: str) -> int:
    """Read a depth; raise BadParameter if it is not a number from 0 to DEEPEST."""
    if not plain_number(text) or len(text) > len(str(DEEPEST)):
        raise click.BadParameter(f"{text[:20]!r} is not a number from 0 to {DEEPEST}")
    return int(text)


@click.command(cls=Command)
@takes_position
@click.argument("depth", callback=read_depth)
@click.option("--divide", is_flag=True, help="Also count the lines of each first move.")
def perft(game: Game, position: Position, depth: int, divide: bool) -> None:
    """Count the lines of play of a given length.

    DEPTH is the number of moves in each line, from 0 to 99. The count (perft) is the usual test of
    a move generator.

    Examples:
      outwit perft advance 3
      outwit perft ataxx 3 --divide
    """
    start = perf_counter()
    if divide and depth:
        total = 0
        for move, lines in count_each(position, depth):
            click.echo(f"{move} {lines}")
            total += lines
    else:
        total = count(position, depth)
    seconds = perf_counter() - start
    click.echo(f"total {total}")
    click.echo(f"{total / seconds:,.0f} nodes per second ({seconds:.3f} s)", err=True)
