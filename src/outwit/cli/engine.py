"""``outwit engine``."""

from __future__ import annotations

import threading

import click

from outwit.cli.completion import complete_game
from outwit.cli.position import read_pairs
from outwit.games import game as find_game
from outwit.players.dialect import DIALECTS, find_dialect, usual_dialect
from outwit.protocols.connection import Connection
from outwit.protocols.session import ProtocolSession
from outwit.protocols.settings import HASH, THREADS


@click.command()
@click.argument("name", metavar="GAME", shell_complete=complete_game)
@click.option(
    "--protocol",
    metavar="|".join(DIALECTS),
    help="The protocol; by default the usual one of the game.",
)
@click.option("--option", "options", metavar="K=V", multiple=True, help="An option of the game.")
@click.option("--threads", type=int, default=THREADS.default, help="Threads to search with.")
@click.option(
    "--memory",
    type=int,
    metavar="MIB",
    default=HASH.default,
    help="Size of the transposition table in mebibytes.",
)
def engine(
    name: str, protocol: str | None, options: tuple[str, ...], threads: int, memory: int
) -> None:
    """Run the engine for a tournament manager, over standard input and output."""
    game = find_game(name)
    dialect = usual_dialect(game) if protocol is None else find_dialect(protocol)
    chosen = read_pairs(options)
    # An error in a helper thread occurs in the main search, too, which reports it.
    threading.excepthook = lambda _fault: None
    ProtocolSession(game, dialect, Connection(), chosen, threads=threads, mebibytes=memory).run()
