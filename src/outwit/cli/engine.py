"""``outwit engine``."""

from __future__ import annotations

import threading

import click

from outwit.cli.position import read_pairs
from outwit.games import game as find_game
from outwit.players.dialect import DIALECTS, find_dialect, usual_dialect
from outwit.protocols.connection import Connection
from outwit.protocols.session import Session
from outwit.protocols.settings import HASH, THREADS


@click.command()
@click.argument("name", metavar="GAME")
@click.option(
    "--protocol", metavar="|".join(DIALECTS), help="How to speak; as is usual for the game, or ugi."
)
@click.option("--option", "options", metavar="K=V", multiple=True, help="An option of the game.")
@click.option("--threads", type=int, default=THREADS.default, help="Threads to search with.")
@click.option("--memory", type=int, metavar="MIB", default=HASH.default, help="Mebibytes to use.")
def engine(
    name: str, protocol: str | None, options: tuple[str, ...], threads: int, memory: int
) -> None:
    """Let a tournament manager play our engine over standard input and output."""
    game = find_game(name)
    dialect = usual_dialect(game) if protocol is None else find_dialect(protocol)
    chosen = read_pairs(options)
    # What goes wrong in a helper's search goes wrong in the main one too, which tells it.
    threading.excepthook = lambda _fault: None
    Session(game, dialect, Connection(), chosen, threads=threads, mebibytes=memory).run()
