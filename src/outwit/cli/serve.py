"""``outwit serve``."""

from __future__ import annotations

import gc

import click

from outwit.cli import POSIX
from outwit.cli.help import Command
from outwit.errors import UsageError


@click.command(cls=Command)
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="ADDRESS",
    show_default=True,
    help="The address to listen on.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    metavar="PORT",
    default=8000,
    show_default=True,
    help="The port to listen on.",
)
@click.option(
    "--database",
    metavar="URL",
    help="The database: a URL, or the path of an SQLite file. [default: portal.db in your folder]",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    metavar="N",
    default=1,
    show_default=True,
    help="Processes that share the port. More than one needs PostgreSQL.",
)
@click.option(
    "--hosts",
    metavar="NAMES",
    envvar="OUTWIT_HOSTS",
    show_envvar=True,
    default="",
    help="Host names of the portal, separated by commas: games.example.org, *.example.org, or * "
    "for any. localhost is always allowed; with --host 0.0.0.0, so are this machine's name and "
    "addresses.",
)
@click.option(
    "--workers",
    type=click.IntRange(0, 64),
    metavar="N",
    envvar="OUTWIT_WORKERS",
    show_envvar=True,
    default=1,
    show_default=True,
    help="Processes beside the portal that build, mark and play what students hand in.",
)
@click.option("--socket", type=int, hidden=True, help="A socket of the parent process.")
def serve(
    host: str,
    port: int,
    database: str | None,
    processes: int,
    hosts: str,
    workers: int,
    socket: int | None,
) -> None:
    """Serve the portal, where people and bots play in the browser.

    It needs the extra `server`. Ctrl-C ends it; games go on when it starts again.

    Examples:
      outwit serve
      outwit serve --host 0.0.0.0 --port 8080 --hosts games.example.org
    """
    # Loading makes no garbage, and collecting it would take a seventh of the time.
    gc.disable()
    try:
        from outwit.courses.supervisor import Supervisor
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
        if error.name in POSIX:
            raise
        raise UsageError(f"the portal needs {error.name}: pip install 'outwit[server]'") from None
    finally:
        gc.freeze()
        gc.enable()
    chosen = settings.read_settings(database or database_url())
    with Database(chosen.database) as opened, sole_use(opened):
        if processes > 1 and opened.is_sqlite:
            raise UsageError("several processes need PostgreSQL: SQLite serves one")
        # A taken port is reported before the database changes.
        listening = process.listen(host, port) if socket is None else process.inherited(socket)
        with listening:
            # Before anything is served, so that errors are reported in one line.
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
            with Supervisor(chosen.database, workers if socket is None else 0):
                if processes > 1:
                    Workers(chosen.database, listening, processes, hosts).run()
                else:
                    process.Process(create_app(chosen), chosen.limits).run([listening])
    if socket is None:
        click.echo("Outwit has ended. Games go on when it starts again.")
