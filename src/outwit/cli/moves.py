"""``outwit moves``."""

from __future__ import annotations

import click

from outwit.cli.help import Command
from outwit.cli.position import takes_position
from outwit.core.game import Game
from outwit.core.position import Position


@click.command(cls=Command)
@takes_position
def moves(game: Game, position: Position) -> None:
    """List the legal moves of a position.

    They are sorted, one on each line.

    Examples:
      outwit moves jesonmor --option size=5
      outwit moves ataxx --moves "b7 f6"
    """
    for move in sorted(position.legal_moves):
        click.echo(move)
