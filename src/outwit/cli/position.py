"""The arguments that name a position, shared by the commands that look at one."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

import click

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import BadFile, IllegalMove, UsageError
from outwit.games import game as find_game

P = ParamSpec("P")
R = TypeVar("R")

# Longer than every file of a game's own format.
LONGEST_FILE = 1 << 26


def takes_position(
    command: Callable[Concatenate[Game, Position, P], R],
) -> Callable[..., R]:
    """Give a command the arguments that name a position, and call it with the game and position."""

    @click.argument("name", metavar="GAME")
    @click.option("--position", "text", metavar="TEXT", help="The position's text.")
    @click.option("--file", "path", metavar="PATH", help="A file in the game's own format.")
    @click.option("--side", metavar="SIDE", help="Who is to move, where the file does not say.")
    @click.option("--option", "options", metavar="K=V", multiple=True, help="An option.")
    @click.option("--moves", "moves", metavar="MOVES", default="", help="Moves to play first.")
    @wraps(command)
    def with_position(
        name: str,
        text: str | None,
        path: str | None,
        side: str | None,
        options: tuple[str, ...],
        moves: str,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        game = find_game(name)
        position = find_position(game, text, path, side, read_pairs(options))
        play_moves(position, moves.split())
        return command(game, position, *args, **kwargs)

    return with_position


def find_position(
    game: Game,
    text: str | None,
    path: str | None,
    side: str | None,
    options: dict[str, object],
) -> Position:
    """Return the position of a text or a file, or else the start position."""
    if text is not None and path is not None:
        raise UsageError("--position and --file cannot both be given")
    if side is not None and path is None:
        raise UsageError("--side goes with --file")
    if path is not None:
        return game.load(read_file(path), read_side(game, side), **options)
    if text is not None:
        return game.position(text, **options)
    return game.start(**options)


def read_pairs(pairs: tuple[str, ...]) -> dict[str, object]:
    """Return the options of ``key=value`` words."""
    options: dict[str, object] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise UsageError(f"option {pair[:40]!r} is not of the form key=value")
        if key in options:
            raise UsageError(f"option {key} is given twice")
        options[key] = value
    return options


def read_side(game: Game, side: str | None) -> int | None:
    """Return the number of a side by its name."""
    if side is None:
        return None
    names = [name.lower() for name in game.sides]
    if side.lower() not in names:
        raise UsageError(f"--side: {side[:40]!r} is neither {names[0]!r} nor {names[1]!r}")
    return names.index(side.lower())


def read_file(path: str) -> bytes:
    """Return what is in a file."""
    try:
        with open(path, "rb") as file:
            return file.read(LONGEST_FILE)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadFile(f"{path!r} cannot be read: {reason}") from None


def play_moves(position: Position, moves: list[str]) -> None:
    """Play moves, naming the first that is not legal."""
    for number, move in enumerate(moves, 1):
        try:
            position.play(move)
        except IllegalMove as error:
            raise IllegalMove(f"move {number} of --moves: {error}") from None
