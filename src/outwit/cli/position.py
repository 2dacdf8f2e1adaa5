"""The arguments that give a position, shared by several commands."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

import click

from outwit.cli.completers import complete_game, complete_option
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import BadFile, IllegalMove, UsageError
from outwit.games import game as find_game

P = ParamSpec("P")
R = TypeVar("R")

# Longer than any file in a game's format.
LONGEST_FILE = 1 << 26

# Adds the options of a game to a command, as ``options``: texts such as ``size=5``.
takes_options = click.option(
    "--option",
    "options",
    metavar="K=V",
    multiple=True,
    shell_complete=complete_option,
    help="An option of the game; repeat it for more.",
)


def takes_position(
    command: Callable[Concatenate[Game, Position, P], R],
) -> Callable[..., R]:
    """Add the arguments of a position to a command, and call it with game and position."""

    @click.argument("name", metavar="GAME", shell_complete=complete_game)
    @click.option(
        "--position",
        "text",
        metavar="TEXT",
        help="The text of the position. [default: the start position]",
    )
    @click.option(
        "--file", "path", metavar="PATH", help="A position in the file format of the game."
    )
    @click.option("--side", metavar="SIDE", help="The side to move, if the file does not tell it.")
    @takes_options
    @click.option(
        "--moves",
        "moves",
        metavar="MOVES",
        default="",
        help="Moves to play first, separated by spaces.",
    )
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
    """Return the position of a text or a file, the start position if neither is given."""
    if text is not None and path is not None:
        raise UsageError("--position and --file cannot both be given")
    if side is not None and path is None:
        raise UsageError("--side needs --file")
    if path is not None:
        return game.load(read_file(path), read_side(game, side), **options)
    if text is not None:
        return game.position(text, **options)
    return game.start(**options)


def read_pairs(pairs: tuple[str, ...]) -> dict[str, object]:
    """Return the options of ``key=value`` words; raise UsageError if a word is not one."""
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
    """Return the number of a side by name, None for None; raise UsageError if unknown."""
    if side is None:
        return None
    names = [name.lower() for name in game.sides]
    if side.lower() not in names:
        raise UsageError(f"--side: {side[:40]!r} is neither {names[0]!r} nor {names[1]!r}")
    return names.index(side.lower())


def read_file(path: str) -> bytes:
    """Return the contents of a file; raise BadFile if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read(LONGEST_FILE)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadFile(f"{path!r} cannot be read: {reason}") from None


def play_moves(position: Position, moves: list[str]) -> None:
    """Play moves; raise IllegalMove with the number of the first that is not legal."""
    for number, move in enumerate(moves, 1):
        try:
            position.play(move)
        except IllegalMove as error:
            raise IllegalMove(f"move {number} of --moves: {error}") from None
