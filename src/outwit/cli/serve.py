"""``outwit serve``."""

from __future__ import annotations

import os

import click

from outwit.errors import UsageError


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--port", type=click.IntRange(0, 65_535), default=8000, show_default=True, help="The port."
)
@click.option("--database", metavar="URL", help="The database; a file of yours unless given.")
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Processes that share the port; more than one need PostgreSQL.",
)
def serve(host: str, port: int, database: str | None, processes: int) -> None:
    """Serve the portal, where people and bots play in the browser."""
    try:
        import uvicorn

        from outwit.server.app import create_app
    except ImportError as error:
        raise UsageError(f"the portal needs {error.name}: pip install 'outwit[server]'") from None
    from outwit.server.settings import read_settings
    from outwit.storage.database import DATABASE, Database, database_url

    url = database or database_url()
    if processes > 1:
        with Database(url) as opened:
            if opened.is_sqlite:
                raise UsageError("several processes need PostgreSQL: SQLite serves one")
            opened.migrate()
        # The processes read it there.
        os.environ[DATABASE] = url
    click.echo(
        f"Outwit is at http://{host}:{port}  (Ctrl-C ends it; games go on at the next start)"
    )
    uvicorn.run(
        "outwit.server.app:app_of_environment" if processes > 1 else create_app(read_settings(url)),
        factory=processes > 1,
        workers=processes,
        host=host,
        port=port,
        log_level="warning",
        ws="websockets-sansio",
    )
