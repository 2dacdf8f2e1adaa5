"""``outwit show``."""

from __future__ import annotations

import click

from outwit.cli.colours import takes_colour
from outwit.cli.position import takes_position
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.terminal.textboard import status_line, text_board


@click.command()
@takes_position
@takes_colour
def show(_: Game, position: Position, *, coloured: bool) -> None:
    """Print a board, the position as text, and who is to move or how the game ended."""
    board = text_board(position, coloured=coloured)
    click.echo(f"{board}\n\n{position.text}\n{status_line(position)}", color=coloured)
