"""``outwit moves``."""

from __future__ import annotations

import click

from outwit.cli.position import takes_position
from outwit.core.game import Game
from outwit.core.position import Position


@click.command()
@takes_position
def moves(game: Game, position: Position) -> None:
    """List the legal moves of a position, sorted, one a line."""
    for move in sorted(position.legal_moves):
        click.echo(move)
