"""``outwit tournament movies``."""

from __future__ import annotations

import os
from pathlib import Path

import click

from outwit.arena.store import open_store
from outwit.cli.help import Command
from outwit.cli.movie import takes_style
from outwit.cli.progress import progress
from outwit.cli.target import named, write_target
from outwit.errors import BadFile, UsageError
from outwit.movies.movie import WRITERS, make_movie
from outwit.movies.pace import pace_of
from outwit.movies.stage import Style
from outwit.reports.gallery import as_gallery
from outwit.reports.highlights import Highlight, highlights
from outwit.reports.rendering import templates

INDEX = "index.html"


@click.command(cls=Command)
@click.argument("path", metavar="FILE")
@click.option(
    "-o",
    "folder",
    required=True,
    metavar="FOLDER",
    callback=named,
    help="The folder into which films are written.",
)
@click.option(
    "--best",
    type=click.IntRange(1, 99),
    default=10,
    show_default=True,
    metavar="N",
    help="Games to film.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice([ending[1:] for ending in WRITERS]),
    default="mp4",
    show_default=True,
    help="Format of the films.",
)
@takes_style
def movies(style: Style, path: str, folder: str, best: int, form: str) -> None:
    """Make films of a tournament's best games.

    They are the closest, the longest and the most surprising games. A page lists them.

    Examples:
      outwit tournament movies cup.db -o films --best 1 --format gif
    """
    store = open_store(path, to_read=True)
    # Films take minutes: a page that cannot be written is refused before them.
    templates()
    make_folder(folder)
    done: list[tuple[str, Highlight]] = []
    for found in highlights(store, best, lambda fault: click.echo(f"outwit: {fault}", err=True)):
        name = f"{found.name}.{form}"
        with progress(name, len(found.film)) as step:
            pace = pace_of(found.film, None)
            data = make_movie(found.film, f".{form}", style, pace, step)
        write_target(os.path.join(folder, name), data)
        done.append((name, found))
        click.echo(os.path.join(folder, name))
    if not done:
        raise UsageError(f"{path!r} has no games that can be shown")
    page = as_gallery(store.manifest.name, done)
    write_target(os.path.join(folder, INDEX), page.encode())
    click.echo(os.path.join(folder, INDEX))


def make_folder(folder: str) -> None:
    """Make a folder if there is none; raise BadFile if nothing can be written there."""
    try:
        Path(folder).mkdir(exist_ok=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadFile(f"{folder!r} cannot be made: {reason}") from None
    if not os.access(folder, os.W_OK):
        raise BadFile(f"{folder!r} cannot be written to")
