"""The options of commands that ask a portal, and its client."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar

import click

from outwit.client.client import Client
from outwit.errors import UsageError

C = TypeVar("C", bound=Callable[..., object])
TOKEN = "OUTWIT_TOKEN"


def takes_portal(command: C) -> C:
    """Add the options ``token`` and ``server``."""
    token = click.option(
        "--token",
        metavar="TOKEN",
        help=f"A token of your account. Other users of this machine can see it: {TOKEN} is safer.",
    )
    server = click.option(
        "--server",
        default="http://localhost:8000",
        show_default=True,
        metavar="URL",
        help="The address of the portal.",
    )
    return token(server(command))


def client_of(token: str | None, server: str) -> Client:
    """Return a client; raise UsageError without a token."""
    return Client(server, secret_of(token, server), say)


def secret_of(token: str | None, server: str) -> str:
    """Return the given token, or that of the environment; raise UsageError if there is none."""
    secret = token or os.environ.get(TOKEN, "")
    if not secret:
        raise UsageError(f"there is no token: make one at {server}/bots and set {TOKEN}")
    return secret


def say(line: str) -> None:
    """Print a line at once, also where the output is a file."""
    click.echo(" ".join(line.split()))
