"""``outwit engine``."""

from __future__ import annotations

import threading

import click

from outwit.cli.completers import complete_game
from outwit.cli.help import Command
from outwit.cli.position import read_pairs, takes_options
from outwit.games import game as find_game
from outwit.players.dialect import DIALECTS, find_dialect, usual_dialect
from outwit.protocols.connection import Connection
from outwit.protocols.session import ProtocolSession
from outwit.protocols.settings import HASH, THREADS


@click.command(cls=Command)
@click.argument("name", metavar="GAME", shell_complete=complete_game)
@click.option(
    "--protocol",
    metavar="|".join(DIALECTS),
    help="The protocol. [default: the usual one of the game]",
)
@takes_options
@click.option(
    "--threads",
    type=int,
    metavar="N",
    default=THREADS.default,
    show_default=True,
    help="Search threads.",
)
@click.option(
    "--memory",
    type=int,
    metavar="MIB",
    default=HASH.default,
    show_default=True,
    help="Size of the transposition table in mebibytes.",
)
def engine(
    name: str, protocol: str | None, options: tuple[str, ...], threads: int, memory: int
) -> None:
    """Run the engine for a tournament manager.

    The engine speaks the protocol over standard input and output.

    Examples:
      outwit engine ataxx
      outwit engine push --protocol ugi --threads 2 --memory 64
    """
    game = find_game(name)
    dialect = usual_dialect(game) if protocol is None else find_dialect(protocol)
    chosen = read_pairs(options)
    # An error in a helper thread occurs in the main search, too, which reports it.
    threading.excepthook = lambda _fault: None
    ProtocolSession(game, dialect, Connection(), chosen, threads=threads, mebibytes=memory).run()
