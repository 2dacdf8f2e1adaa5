"""``outwit serve``."""

from __future__ import annotations

import gc

import click

from outwit.errors import UsageError


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--port", type=click.IntRange(0, 65_535), default=8000, show_default=True, help="The port."
)
@click.option(
    "--database",
    metavar="URL",
    help="The database: a URL, or the path of an SQLite file; a file of yours unless given.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Processes that share the port; more than one need PostgreSQL.",
)
@click.option(
    "--hosts",
    metavar="NAMES",
    envvar="OUTWIT_HOSTS",
    show_envvar=True,
    default="",
    help="Names by which browsers reach the portal, separated by commas, such as games.example.org "
    "or *.example.org; * allows any. localhost always works; with --host 0.0.0.0, so do the "
    "addresses and the name of this machine.",
)
@click.option("--socket", type=int, hidden=True, help="A socket of the parent process.")
def serve(
    host: str, port: int, database: str | None, processes: int, hosts: str, socket: int | None
) -> None:
    """Serve the portal, where people and bots play in the browser."""
    # Nothing of what is loaded is garbage: to look for some takes a seventh of the time.
    gc.disable()
    try:
        from outwit.server import process
        from outwit.server.app import create_app
        from outwit.server.base import logs
        from outwit.server.edge import settings
        from outwit.server.edge.hosts import hosts_at, read_hosts
        from outwit.server.portal import secret_of
        from outwit.server.workers import Workers
        from outwit.storage.database import Database, database_url
        from outwit.storage.filelock import sole_use
        from outwit.storage.soundness import check_sound
    except ImportError as error:
        raise UsageError(f"the portal needs {error.name}: pip install 'outwit[server]'") from None
    finally:
        gc.freeze()
        gc.enable()
    chosen = settings.read_settings(database or database_url())
    with Database(chosen.database) as opened, sole_use(opened):
        if processes > 1 and opened.is_sqlite:
            raise UsageError("several processes need PostgreSQL: SQLite serves one")
        # A port that is taken is said before the database changes.
        listening = process.listen(host, port) if socket is None else process.inherited(socket)
        with listening:
            # Before anything is served, so that whatever is wrong with it is said in one line.
            chosen = chosen.replace(
                hosts=(*chosen.hosts, *read_hosts(hosts), *hosts_at(listening.getsockname()[0]))
            )
            opened.migrate()
            check_sound(opened)
            secret_of(chosen, opened)
            opened.close()
            if socket is None:
                where = process.address_of(listening)
                click.echo(f"Outwit is at {where}  (Ctrl-C ends it; games go on later)")
            logs.set_up(chosen.log)
            if processes > 1:
                Workers(chosen.database, listening, processes, hosts).run()
            else:
                process.Process(create_app(chosen), chosen.limits).run([listening])
    if socket is None:
        click.echo("Outwit has ended. Games go on when it starts again.")
