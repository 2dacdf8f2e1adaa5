"""``outwit submit``: hands in a program for an assignment of a class."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import click

from outwit.cli.help import Command
from outwit.cli.portal import client_of, say, takes_portal
from outwit.client.client import Client
from outwit.client.connection import Json
from outwit.core.counting import counted
from outwit.errors import BadFile, UsageError
from outwit.process.archive import LARGEST_PACKED, read_folder, read_upload
from outwit.process.limits import MEBIBYTE
from outwit.process.text import shown

# Seconds between two looks at what has become of a hand-in.
LOOK_SECONDS = 1.0
# What an address leads to, by the letter before the id.
ADDRESSES = {
    "c": "a class, such as URL/c/…",
    "a": "an assignment, such as URL/c/…/a/…",
}
WAITING, REFUSED = "waiting", "refused"


@click.command(cls=Command)
@click.argument("assignment")
@click.argument(
    "paths", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@takes_portal
@click.option("--no-wait", is_flag=True, help="Do not wait for the build and the public cases.")
@click.pass_context
def submit(
    ctx: click.Context,
    assignment: str,
    paths: tuple[Path, ...],
    token: str | None,
    server: str,
    no_wait: bool,
) -> None:
    """Hand in a program for an assignment of a class.

    FILE is a folder, a zip, or some files. ASSIGNMENT is the assignment's address in the browser,
    or its id. The exit status is 0 if the program was built, 1 if not. Ctrl-C ends the waiting
    only: what was handed in stays.

    Examples:
      outwit submit https://games.example.org/c/ABCD2345/a/wxyz6789 mybot/
      outwit submit wxyz6789 main.c --server https://games.example.org
    """
    key, place = address_of(assignment)
    data = packed(paths)
    with client_of(token, place or server) as client:
        found = client.submit(key, data)
        say(f"hand-in {found['number']}, {counted(len(data), 'byte')}: {found['url']}")
        if no_wait:
            return
        try:
            found = follow(client, found)
        except KeyboardInterrupt:
            say(f"it stays handed in: {found['url']}")
            raise
    ctx.exit(1 if found["state"] == REFUSED else 0)


def address_of(text: str, kind: str = "a") -> tuple[str, str]:
    """Return the id in an address, and the portal; an id alone names no portal.

    ``kind`` is the letter before the id: ``a`` for an assignment, ``c`` for a class.

    >>> address_of("http://localhost:8000/c/ABCD2345/a/wxyz6789/"), address_of("wxyz6789")
    (('wxyz6789', 'http://localhost:8000'), ('wxyz6789', ''))
    """
    if text.isascii() and text.isalnum():
        return text, ""
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = urlsplit("")
    before, _, after = parts.path.partition(f"/{kind}/")
    key = after.partition("/")[0]
    if not parts.netloc or not key:
        example = ADDRESSES[kind]
        raise UsageError(f"{text[:80]!r} is not the address of {example}")
    return key, f"{parts.scheme}://{parts.netloc}{before.partition('/c/')[0]}"


def packed(paths: tuple[Path, ...]) -> bytes:
    """Return a zip of what is handed in; raise BadFile if it cannot be read."""
    if len(paths) == 1 and paths[0].is_dir():
        return read_folder(str(paths[0])).data
    files = []
    for path in paths:
        if path.is_dir():
            raise UsageError(f"{str(path)!r} is a folder: hand in one folder, or files")
        try:
            if path.stat().st_size > LARGEST_PACKED:
                most = LARGEST_PACKED // MEBIBYTE
                raise BadFile(f"{str(path)!r} has more than {most} MiB")
            files.append((path.name, path.read_bytes()))
        except OSError as error:
            raise BadFile(f"{str(path)!r} cannot be read: {error.strerror}") from None
    return read_upload(files).data


def follow(client: Client, found: Json) -> Json:
    """Wait for the build and the mark of a hand-in, and print what became of them."""
    found = waited(client, found, "the build", lambda now: now["state"] != WAITING)
    if found["log"]:
        click.echo(shown(found["log"], len(found["log"])).rstrip("\n"))
    if found["state"] == REFUSED:
        say(f"it cannot play: {found['failure']}")
        return found
    say(f"built{': ' if found['language'] else ''}{found['language']}")
    if found["failure"]:
        say(f"it does not play yet: {found['failure']}")
    found = waited(client, found, "the mark", lambda now: now["points"] or not now["wait"])
    if found["report"]:
        click.echo(shown(found["report"], len(found["report"])).rstrip("\n"))
    if (points := found["points"]) is not None:
        say(f"{points['score']:g} of {points['most']:g} points: {found['url']}")
    return found


def waited(client: Client, found: Json, what: str, is_done: Callable[[Json], object]) -> Json:
    """Return a hand-in when something is done; say about how long that takes, if that changes."""
    told = 0
    while not is_done(found):
        seconds = max(1, round(found["wait"]))
        # The estimate falls with time: only a longer one is news.
        if seconds > told:
            say(f"waiting for {what}, about {counted(seconds, 'second')}")
            told = seconds
        time.sleep(LOOK_SECONDS)
        found = client.handin(found["id"])
    return found
