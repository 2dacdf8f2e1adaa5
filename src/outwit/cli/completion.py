"""What the Tab key completes besides subcommands and options."""

from __future__ import annotations

import click

from outwit import games


def complete_game(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """Return the names of games that begin as typed."""
    return [name for name in games.names() if name.startswith(typed)]
