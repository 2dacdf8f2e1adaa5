"""``outwit connect``: connects a program to a portal."""

from __future__ import annotations

from urllib.parse import urlsplit

import click

from outwit.cli.bot_options import program_spec, takes_program
from outwit.cli.completers import complete_game
from outwit.cli.help import Command
from outwit.cli.interruption import Interruption, interruptible
from outwit.cli.portal import client_of, say, takes_portal
from outwit.cli.sandboxed import takes_sandbox, warn_of_strangers
from outwit.client.connector import Connector, Wishes
from outwit.core.counting import counted
from outwit.core.game import Game
from outwit.errors import BotFault, NotAllowed
from outwit.games import all_games
from outwit.games import game as find_game
from outwit.players.player import Player
from outwit.players.program import ProgramPlayer
from outwit.storage.timeclass import TIME_CLASSES

LOCAL = ("localhost", "127.0.0.1", "::1")


@click.command(cls=Command, context_settings={"ignore_unknown_options": False})
@takes_portal
@click.option(
    "--game",
    "names",
    multiple=True,
    metavar="GAME",
    shell_complete=complete_game,
    help="A game that the program plays; repeat it for more. [default: all games]",
)
@takes_program
@click.option(
    "--games",
    "at_once",
    type=click.IntRange(1, 100),
    default=1,
    show_default=True,
    metavar="N",
    help="Games at the same time. Further challenges wait.",
)
@click.option(
    "--speed",
    "speeds",
    type=click.Choice(TIME_CLASSES),
    multiple=True,
    help="Accept only games of this speed; repeat it for more.",
)
@click.option(
    "--rated/--casual", default=None, help="Accept only rated games, or only casual games."
)
@click.option(
    "--standard",
    is_flag=True,
    help="Accept only games with the default options and start position.",
)
@takes_sandbox
@click.argument("command", metavar="-- COMMAND...", nargs=-1, required=True)
@click.pass_context
def connect(
    ctx: click.Context,
    token: str | None,
    server: str,
    names: tuple[str, ...],
    protocol: str | None,
    settings: tuple[str, ...],
    memory: int,
    at_once: int,
    speeds: tuple[str, ...],
    rated: bool | None,
    standard: bool,
    command: tuple[str, ...],
) -> None:
    """Connect a program to a portal as a bot.

    The program accepts challenges until Ctrl-C ends the command. Make a token on the page /bots of
    the portal and put it into the variable OUTWIT_TOKEN. A lost connection is opened again, and
    games continue. The exit status is 130 after Ctrl-C and 143 after the signal TERM.

    Examples:
      outwit connect --game ataxx -- python3 mybot.py
      outwit connect --server https://games.example.org --games 2 --rated -- ./mybot
    """
    client = client_of(token, server)
    games = [find_game(name) for name in names] or list(all_games())
    warn_of_strangers()
    spec = program_spec(command, protocol, settings, memory)
    connector = Connector(client, spec, Wishes((), speeds, rated, at_once, not standard), say)
    try:
        with interruptible():
            play(connector, server, games)
    except Interruption as stop:
        # A finished game stays in the list for a moment after its program is closed.
        left = sum(not is_over(player) for player in list(connector.players.values()))
        to_come = f"; {counted(left, 'game')} not finished: connect again to play on"
        connector.close()
        say(f"disconnected{to_come if left else ''}")
        ctx.exit(stop.status)
    finally:
        connector.close()


def play(connector: Connector, server: str, games: list[Game]) -> None:
    """Play until somebody interrupts; raise OutwitError if that cannot be done any more."""
    account = connector.client.account()
    if account.get("title") is None:
        raise NotAllowed(f"{account.get('username')} is a person: {server}/bots makes bots")
    if urlsplit(server).scheme == "http" and urlsplit(server).hostname not in LOCAL:
        say("the token travels unencrypted: use https where you can")
    try:
        playable = connector.try_out(games)
    except BotFault as fault:
        advice = fault.evidence.get("advice")
        told = f"{fault}. {capital(advice)}" if advice else str(fault)
        raise type(fault)(told) from None
    connector.wishes = connector.wishes.replace(games=playable)
    say(f"{account.get('username')} is at {server}  (Ctrl-C ends it)")
    connector.run()


def capital(sentence: str) -> str:
    """Return a sentence that begins with a capital letter."""
    return sentence[:1].upper() + sentence[1:]


def is_over(player: Player | None) -> bool:
    """Tell whether the game of a player is over; without one it has not begun."""
    return isinstance(player, ProgramPlayer) and player.is_closed
