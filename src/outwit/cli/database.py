"""``outwit database backup|restore``."""

from __future__ import annotations

from pathlib import Path

import click

from outwit.cli import POSIX
from outwit.cli.help import Group
from outwit.cli.target import named
from outwit.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.storage.database import Database


@click.group(cls=Group, no_args_is_help=False, invoke_without_command=True)
@click.pass_context
def database(ctx: click.Context) -> None:
    """Back up or restore the database of the portal.

    OUTWIT_DATABASE names the database. By default it is portal.db in your folder.

    Examples:
      outwit database backup monday.db
      outwit database restore monday.db
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@database.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path), callback=named)
def backup(path: Path) -> None:
    """Write a copy of the database to FILE.

    The portal may run meanwhile.

    Examples:
      outwit database backup monday.db
    """
    with opened() as found:
        from outwit.storage.backup import back_up

        back_up(found, path)
    click.echo(f"{path} is a copy of all games and accounts.")


@database.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
def restore(path: Path) -> None:
    """Replace the database by the copy in FILE.

    Stop the portal first. The former database is kept, and the answer names its file.

    Examples:
      outwit database restore monday.db
    """
    with opened() as found:
        from outwit.storage import backup as copies

        kept = copies.restore(found, path)
    former = f" The former one is {kept}." if kept else ""
    click.echo(f"The database is what {path} holds.{former}")


def opened() -> Database:
    """Return the database; raise UsageError if a package is missing."""
    try:
        from outwit.storage.database import Database
    except ImportError as error:
        if error.name in POSIX:
            raise
        raise UsageError(f"the portal needs {error.name}: pip install 'outwit[server]'") from None
    return Database()
