"""``outwit doctor``: which protections against strangers' programs are in force here."""

from __future__ import annotations

import os
import platform

import click

from outwit import __version__
from outwit.process.protections import MISSING, protections

OPEN = "docs/bots.md, section Protections, says what each attack can do with and without them."


@click.command()
def doctor() -> None:
    """Say which protections against strangers' programs are in force."""
    user = "root" if os.geteuid() == 0 else f"user {os.geteuid()}"
    click.echo(f"outwit {__version__}, {platform.system()} {platform.release()}, "
               f"{platform.machine()}, {user}")  # fmt: skip
    found = protections()
    widest = max(len(each.name) for each in found)
    for each in found:
        click.echo(f"{each.name:{widest}}  {each.state:8}  {each.effect}")
        if each.cure:
            click.echo(f"{'':{widest}}  {'':8}  to get it: {each.cure}")
    if any(each.state == MISSING for each in found):
        click.echo(OPEN)
