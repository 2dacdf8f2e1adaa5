"""``outwit show``."""

from __future__ import annotations

import click

from outwit.cli.colours import takes_colour
from outwit.cli.help import Command
from outwit.cli.position import takes_position
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.terminal.textboard import status_line, text_board


@click.command(cls=Command)
@takes_position
@takes_colour
def show(_: Game, position: Position, *, coloured: bool) -> None:
    """Print a board, its text and the side to move.

    After the end of a game the last line says who won and why.

    Examples:
      outwit show ataxx
      outwit show ataxx --moves "b7 f6 a7c6"
      outwit show jesonmor --option size=5 --no-color
    """
    board = text_board(position, coloured=coloured)
    click.echo(f"{board}\n\n{position.text}\n{status_line(position)}", color=coloured)
