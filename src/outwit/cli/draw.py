"""``outwit draw``."""

from __future__ import annotations

from itertools import pairwise

import click

from outwit.cli.help import Command
from outwit.cli.position import takes_position
from outwit.cli.target import STANDARD_OUTPUT, check_writable, write_target
from outwit.core.board import Board
from outwit.core.game import Game
from outwit.core.move import Move
from outwit.core.position import Position
from outwit.drawing.boardstyle import STYLES
from outwit.drawing.palette import THEMES, VARIABLE
from outwit.drawing.picture import FORMS, picture_file, picture_form
from outwit.drawing.view import View
from outwit.errors import IllegalMove, UsageError

# Enough for a good move, and the same picture every time.
HINT_NODES = 200_000
Arrows = tuple[tuple[str, str], ...]


@click.command(cls=Command)
@takes_position
@click.option(
    "-o",
    "--output",
    default=STANDARD_OUTPUT,
    metavar="FILE",
    help="The file to write, .svg or .png. [default: SVG on standard output]",
)
@click.option(
    "--size",
    type=int,
    default=View.size,
    show_default=True,
    metavar="PIXELS",
    help="Length of the longer side of the picture.",
)
@click.option(
    "--theme",
    type=click.Choice(THEMES),
    default=View.theme,
    show_default=True,
    help="The colours. auto is for SVG only: it follows the reader's system.",
)
@click.option(
    "--style",
    type=click.Choice(tuple(STYLES)),
    default=View.style,
    show_default=True,
    help="The style of the board.",
)
@click.option("--flip", is_flag=True, help="Show the board from the other side.")
@click.option("--no-coordinates", is_flag=True, help="Leave out the names of rows and columns.")
@click.option(
    "--arrow",
    "arrows",
    multiple=True,
    metavar="A-B",
    help="Draw an arrow between two squares; repeat it for more.",
)
@click.option(
    "--targets",
    "origin",
    metavar="SQUARE",
    help="Mark the targets of a square's legal moves, or the squares of one move.",
)
@click.option("--hint", is_flag=True, help="Draw the engine's move as an arrow.")
@click.option(
    "--danger",
    multiple=True,
    metavar="SQUARE",
    help="Mark a square as in danger; repeat it for more.",
)
def draw(
    game: Game,
    position: Position,
    output: str,
    size: int,
    theme: str,
    style: str,
    flip: bool,
    no_coordinates: bool,
    arrows: tuple[str, ...],
    origin: str | None,
    hint: bool,
    danger: tuple[str, ...],
) -> None:
    """Draw a position as an SVG or PNG picture.

    PNG needs the extra `pictures`.

    Examples:
      outwit draw ataxx -o board.svg
      outwit draw push --theme dark --size 800 -o board.png
      outwit draw ataxx --moves "b7 f6" --targets a7 -o targets.svg
    """
    kind = FORMS[0] if output == STANDARD_OUTPUT else picture_form(output)
    if kind == ".png" and theme in VARIABLE:
        raise UsageError(f"theme {theme} is only for SVG; choose light or dark for PNG")
    check_writable(output)
    selected, targets = find_targets(position, origin) if origin else ((), ())
    drawn = tuple(read_arrow(position.board, arrow) for arrow in arrows)
    if hint:
        hinted, extra = find_hint(game, position)
        drawn, targets = (*drawn, *hinted), (*targets, *extra)
    svg = position.svg(
        size=size,
        theme=theme,
        style=style,
        flipped=flip,
        coordinates=not no_coordinates,
        selected=selected,
        targets=targets,
        arrows=drawn,
        danger=danger or None,
    )
    write_target(output, picture_file(f"{svg}\n", kind))
    if output != STANDARD_OUTPUT:
        click.echo(output)


def read_arrow(board: Board, text: str) -> tuple[str, str]:
    """Return the two squares of an arrow; anything but letters and digits may separate them.

    >>> import outwit
    >>> read_arrow(outwit.game("ataxx").start().board, "a1->b3")
    ('a1', 'b3')
    """
    found: dict[bool, list[tuple[str, str]]] = {True: [], False: []}
    for stop in range(1, min(len(text), 40)):
        for start in range(stop, min(len(text), 40)):
            gap = text[stop:start]
            if any(sign.isalnum() for sign in gap):
                break
            if text[:stop] in board and text[start:] in board:
                found[bool(gap)].append((text[:stop], text[start:]))
    # A separator decides where names alone would not: 1,1,1,1 are two squares of two numbers.
    pairs = found[True] or found[False]
    if len(pairs) != 1:
        raise UsageError(f"--arrow: {text[:40]!r} is not two squares, such as a1-b3")
    return pairs[0]


def find_targets(position: Position, text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the square picked up and those where it may go, by its name or by a move."""
    if text in position.board:
        ways = [way for move in position.legal_moves for way in move.ways]
        targets = tuple(dict.fromkeys(way[1] for way in ways if len(way) > 1 and way[0] == text))
        if targets:
            return (text,), targets
    try:
        squares = position.move(text).squares
    except IllegalMove:
        raise UsageError(f"--targets: no legal move is or begins with {text[:40]!r}") from None
    return squares[:-1][:1], squares[1:] or squares


def find_hint(game: Game, position: Position) -> tuple[Arrows, tuple[str, ...]]:
    """Return the arrows of the engine's move, or its one square."""
    from outwit.engine.limits import Limits
    from outwit.players.engine import engine_for

    if (outcome := position.outcome) is not None:
        raise UsageError(f"--hint: the game is over: {game.sentence(outcome)}")
    move = position.move(engine_for(game).best(position, Limits(nodes=HINT_NODES)).move)
    arrows = arrows_of(move)
    return arrows, () if arrows else move.squares


def arrows_of(move: Move) -> Arrows:
    """Return the arrows from square to square of a move, in the way that has most of them."""
    way = max(move.ways, key=len)
    return tuple(pairwise(way))
