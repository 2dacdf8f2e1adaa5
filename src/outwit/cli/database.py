"""``outwit database backup|restore``."""

from __future__ import annotations

from pathlib import Path

import click

from outwit.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.storage.database import Database


@click.group(no_args_is_help=False, invoke_without_command=True)
@click.pass_context
def database(ctx: click.Context) -> None:
    """Copy the portal's database, and put a copy back.

    It is the one that OUTWIT_DATABASE names, else portal.db in your folder.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@database.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
def backup(path: Path) -> None:
    """Write a copy of the database to FILE; the portal may run meanwhile."""
    with opened() as found:
        from outwit.storage.backup import back_up

        back_up(found, path)
    click.echo(f"{path} is a copy of all games and accounts.")


@database.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
def restore(path: Path) -> None:
    """Put the copy FILE in the place of the database; the portal must not run."""
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
        raise UsageError(f"the portal needs {error.name}: pip install 'outwit[server]'") from None
    return Database()
