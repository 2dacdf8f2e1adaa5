"""``outwit games``."""

from __future__ import annotations

import click

from outwit.cli.completers import complete_game
from outwit.cli.help import Command
from outwit.cli.listing import list_games
from outwit.core.option import Option
from outwit.games import game as find_game


@click.command(cls=Command)
@click.argument("name", metavar="[GAME]", required=False, shell_complete=complete_game)
def games(name: str | None) -> None:
    """List the games, or the options and bots of one game.

    Examples:
      outwit games
      outwit games ataxx
    """
    if name is None:
        list_games()
        return
    game = find_game(name)
    click.echo(f"{game.name}: {game.title}")
    click.echo(f"{game.sides[0]} moves first, then {game.sides[1]}.")
    for option in game.options:
        click.echo(f"  {option.name}={describe(option)}  {option.summary}")
    if own := game.parts.bots:
        click.echo(f"Bots of the game: {', '.join(own)}")


def describe(option: Option) -> str:
    """Return the default of an option as text."""
    if option.default is None or option.default == ():
        return "…"
    return str(option.default)
