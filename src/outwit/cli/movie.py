"""``outwit movie``."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

import click

from outwit.cli.help import Command
from outwit.cli.progress import progress
from outwit.cli.replay import find_entry, takes_number
from outwit.cli.target import check_writable, write_target
from outwit.drawing.picture import picture_file, picture_form
from outwit.errors import UsageError
from outwit.movies.analysis import analyse
from outwit.movies.curve import curve_of
from outwit.movies.film import Film
from outwit.movies.movie import form_of, make_movie
from outwit.movies.pace import pace_of
from outwit.movies.sheet import sheet_of
from outwit.movies.stage import LARGEST, SMALLEST, THEMES, USUAL, Style

P = ParamSpec("P")
R = TypeVar("R")


def takes_style(command: Callable[Concatenate[Style, P], R]) -> Callable[..., R]:
    """Add the options of a film's look to a command, and call it with the style."""

    @click.option(
        "--size",
        type=click.IntRange(SMALLEST, LARGEST),
        default=USUAL,
        show_default=True,
        metavar="PIXELS",
        help="Length of the longer side of the board.",
    )
    @click.option(
        "--theme",
        type=click.Choice(THEMES),
        default="light",
        show_default=True,
        help="Colours of the film.",
    )
    @click.option("--flip", is_flag=True, help="Show the board from the other side.")
    @wraps(command)
    def with_style(size: int, theme: str, flip: bool, *args: P.args, **kwargs: P.kwargs) -> R:
        return command(Style(size, theme, flip), *args, **kwargs)

    return with_style


@click.command(cls=Command)
@click.argument("path", metavar="RECORD")
@click.option("-o", "output", metavar="FILE", help="Write the film to a .gif or .mp4 file.")
@click.option(
    "--sheet", metavar="FILE", help="Write a page of key positions to an .svg or .png file."
)
@click.option("--plot", metavar="FILE", help="Write the curve of scores to an .svg or .png file.")
@takes_number
@click.option(
    "--analyse",
    "nodes",
    type=click.IntRange(1),
    metavar="NODES",
    help="Let the engine score every position with this many nodes.",
)
@click.option(
    "--seconds",
    type=float,
    metavar="S",
    help="Time each move is shown; by default about 1 s, less in long games.",
)
@takes_style
def movie(
    style: Style,
    path: str,
    output: str | None,
    sheet: str | None,
    plot: str | None,
    number: int,
    nodes: int | None,
    seconds: float | None,
) -> None:
    """Make a film, a picture page or a score curve of a game.

    RECORD is a file of games, text or JSON lines; `-` is standard input. A film needs the extra
    `video`, a PNG needs `pictures`.

    Examples:
      outwit movie games.txt -o game.gif
      outwit movie games.txt --sheet page.svg --plot scores.svg --analyse 200
    """
    given = [name for name in (output, sheet, plot) if name is not None]
    if not given:
        raise UsageError("no output is given: add -o FILE, --sheet FILE or --plot FILE")
    form = None if output is None else form_of(output)
    pictures = ((sheet, sheet_of), (plot, curve_of))
    for name, _ in pictures:
        if name is not None:
            picture_form(name)
    for name in given:
        check_writable(name)
    film = Film(find_entry(path, number))
    pace = pace_of(film, seconds)
    if nodes is not None:
        with progress("Analysing", len(film) - 1) as step:
            analyse(film, nodes, step)
    for name, draw in pictures:
        if name is not None:
            write_target(name, picture_file(draw(film, style), picture_form(name)))
    if output is not None and form is not None:
        with progress("Filming", len(film)) as step:
            data = make_movie(film, form, style, pace, step)
        write_target(output, data)
    for name in given:
        click.echo(name)
