"""``outwit moderators add|remove|list|log``."""

from __future__ import annotations

import click

from outwit.cli.database import opened
from outwit.cli.help import Group

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.storage.moderators import ModeratorStore


@click.group(cls=Group, no_args_is_help=False, invoke_without_command=True)
@click.pass_context
def moderators(ctx: click.Context) -> None:
    """Name the moderators of the portal, and print their log.

    OUTWIT_DATABASE names the database of the portal. The portal may run meanwhile.

    Examples:
      outwit moderators add Ada
      outwit moderators list
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@moderators.command()
@click.argument("name")
def add(name: str) -> None:
    """Make the account NAME a moderator.

    Examples:
      outwit moderators add Ada
    """
    click.echo(f"{store().appoint(name)} is a moderator.")


@moderators.command()
@click.argument("name")
def remove(name: str) -> None:
    """End the office of the moderator NAME.

    Examples:
      outwit moderators remove Ada
    """
    click.echo(f"{store().release(name)} is no moderator any more.")


@moderators.command("list")
def list_() -> None:
    """Print the names of the moderators.

    Examples:
      outwit moderators list
    """
    names = store().names()
    click.echo("\n".join(names) if names else "There is no moderator.")


@moderators.command()
def log() -> None:
    """Print the last decisions, the newest first: time, moderator, action, account and reason.

    Examples:
      outwit moderators log
    """
    for each in store().log():
        days = "" if each.days is None else f" {each.days} days"
        said = f": {each.reason}" if each.reason else ""
        who = each.moderator or "the operator"
        click.echo(f"{each.at:%Y-%m-%d %H:%M}  {who}  {each.action}  {each.whom}{days}{said}")


def store() -> ModeratorStore:
    """Return the moderators of the database."""
    database = opened()
    from outwit.storage.moderators import ModeratorStore

    database.migrate()
    return ModeratorStore(database)
