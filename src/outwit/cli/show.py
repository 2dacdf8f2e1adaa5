"""``outwit show``."""

from __future__ import annotations

import click

from outwit.cli.position import takes_position
from outwit.core.game import Game
from outwit.core.position import Position


@click.command()
@takes_position
def show(game: Game, position: Position) -> None:
    """Print a board, the position as text, and who is to move or how the game ended."""
    click.echo(f"{position}\n\n{position.text}\n{status_line(game, position)}")


def status_line(game: Game, position: Position) -> str:
    """Return in one line who is to move or how the game ended."""
    if (outcome := position.outcome) is not None:
        return game.sentence(outcome)
    number = len(position.legal_moves)
    return f"{game.sides[position.turn]} to move, {number} legal move{'s' * (number > 1)}"
