"""What the Tab key completes besides commands and their options."""

from __future__ import annotations

import click

from outwit import games
from outwit.core.game import Game
from outwit.core.option import Choice
from outwit.errors import OutwitError

# The parameters by which commands take the name of a game.
NAMES = ("name", "game_name")


def complete_game(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """Return the names of games that begin as typed."""
    return [name for name in games.names() if name.startswith(typed)]


def complete_option(ctx: click.Context, _: click.Parameter, typed: str) -> list[str]:
    """Return the options of the game named before, as ``key=value``, that begin as typed.

    An option with choices has a word for each; any other has one word, with its default.
    """
    game = named_game(ctx)
    if game is None:
        return []
    words = []
    for option in game.options:
        if isinstance(option, Choice):
            words += [f"{option.name}={choice}" for choice in option.choices]
        else:
            shown = "" if option.default in (None, ()) else option.default
            words.append(f"{option.name}={shown}")
    return [word for word in words if word.startswith(typed)]


def complete_player(ctx: click.Context, _: click.Parameter, typed: str) -> list[str]:
    """Return the opponents for `outwit play` that begin as typed: levels, people and bots."""
    from outwit.arena.seat import HUMAN
    from outwit.players.levels import LEVELS

    words = [*map(str, range(1, len(LEVELS) + 1)), HUMAN, *bots_of(ctx)]
    return [word for word in words if word.startswith(typed)]


def complete_level(_: click.Context, __: click.Parameter, typed: str) -> list[str]:
    """Return the levels of our engine that begin as typed."""
    from outwit.players.levels import LEVELS

    return [word for word in map(str, range(1, len(LEVELS) + 1)) if word.startswith(typed)]


def complete_bot(ctx: click.Context, _: click.Parameter, typed: str) -> list[str]:
    """Return the bots of the game named before that begin as typed."""
    from outwit.players.levels import LEVELS

    levels = [f"engine:level={level}" for level in range(1, len(LEVELS) + 1)]
    return [word for word in (*bots_of(ctx), *levels) if word.startswith(typed)]


def bots_of(ctx: click.Context) -> list[str]:
    """Return the built-in bots, with those of the game named before."""
    from outwit.players.roster import KINDS

    game = named_game(ctx)
    return [*KINDS, *(() if game is None else game.parts.bots)]


def named_game(ctx: click.Context) -> Game | None:
    """Return the game that the words before name; None if they name none."""
    # After an option without its value, click leaves the arguments as they are.
    words = [*(ctx.params.get(key) for key in NAMES), *ctx.args]
    known = games.names()
    name = next((word for word in words if word in known), None)
    try:
        return None if name is None else games.game(name)
    except OutwitError:
        return None
