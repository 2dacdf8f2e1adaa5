"""``outwit serve``."""

from __future__ import annotations

import click

from outwit.errors import UsageError


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--port", type=click.IntRange(0, 65_535), default=8000, show_default=True, help="The port."
)
@click.option("--database", metavar="URL", help="The database; a file of yours unless given.")
def serve(host: str, port: int, database: str | None) -> None:
    """Serve the portal, where people and bots play in the browser."""
    try:
        import uvicorn

        from outwit.server.app import create_app
    except ImportError as error:
        raise UsageError(f"the portal needs {error.name}: pip install 'outwit[server]'") from None
    from outwit.server.settings import read_settings
    from outwit.storage.database import database_url

    app = create_app(read_settings(database or database_url()))
    click.echo(
        f"Outwit is at http://{host}:{port}  (Ctrl-C ends it; games go on at the next start)"
    )
    uvicorn.run(app, host=host, port=port, log_level="warning", ws="websockets-sansio")
