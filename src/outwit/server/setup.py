"""What tournaments and classes ask for alike: a game with its options, and a clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from outwit.arena.timecontrol import read_time_control
from outwit.core.game import Game
from outwit.core.option import Choice
from outwit.errors import BadText, UnknownGame, UsageError
from outwit.games import all_games
from outwit.games import game as find_game
from outwit.records.replay import option_text

CLOCKS = ("10+0.1", "60+0", "60+1", "180+2", "300+3", "600+5", "900+10")
# A game of a tournament lasts an hour or two, and others wait for it.
MOST_SECONDS = 3_600


def read_options(game: Game, form: Mapping[str, Any]) -> dict[str, str]:
    """Return the options of a game in a form, as records have them; raise UsageError."""
    given = {
        option.name: str(form[f"option-{option.name}"])
        for option in game.options
        if form.get(f"option-{option.name}")
    }
    try:
        chosen = game.start(**given).options
    except BadText as error:
        raise UsageError(str(error)) from None
    return {name: option_text(value) for name, value in chosen.items() if value is not None}


def read_clock(text: str) -> str:
    """Return a time control with an end to it; raise UsageError."""
    control = read_time_control(text)
    seconds = control.move if control.move is not None else control.game
    if seconds is None:
        raise UsageError("a clock is needed: choose one with a limit")
    if seconds + 40 * control.increment > MOST_SECONDS:
        raise UsageError("that is too long a clock: others wait for the end of the game")
    return str(control)


def shown_clock(text: str) -> str:
    """Return a time control as people say it.

    >>> [shown_clock(text) for text in ("300+3", "90+0", "10+0.1", "5/move")]
    ['5 min + 3 s', '1.5 min', '10 s + 0.1 s', '5 s a move']
    """
    control = read_time_control(text)
    if control.game is None:
        return f"{control.move:g} s a move"
    whole = f"{control.game / 60:g} min" if control.game >= 60 else f"{control.game:g} s"
    return f"{whole} + {control.increment:g} s" if control.increment else whole


def shown_clocks() -> dict[str, str]:
    """Return the clocks that a form offers, with their names."""
    return {clock: shown_clock(clock) for clock in CLOCKS}


def shown_options(game: Game) -> list[dict[str, Any]]:
    """Return what a form asks about a game."""
    return [
        {
            "name": option.name,
            "summary": option.summary,
            "choices": list(option.choices) if isinstance(option, Choice) else [],
            "default": "" if option.default is None else option_text(option.default),
        }
        for option in game.options
    ]


def shown_games(chosen: Game) -> list[dict[str, Any]]:
    """Return all games to choose from."""
    return [
        {"name": game.name, "title": game.display_name, "chosen": game == chosen}
        for game in all_games()
    ]


def name_of(game: str) -> str:
    """Return what people call a game, even if it is gone."""
    try:
        return find_game(game).display_name
    except UnknownGame:
        return game
