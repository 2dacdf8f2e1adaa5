"""The common fields of tournaments and classes: game, options and clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from outwit.arena.timecontrol import read_time_control
from outwit.core.game import Game
from outwit.errors import BadText, UsageError
from outwit.games import all_games
from outwit.records.replay import option_text
from outwit.server.values import options
from outwit.server.values.options import shown_option
from outwit.server.values.shown import shown_clock

CLOCKS = ("10+0.1", "60+0", "60+1", "180+2", "300+3", "600+5", "900+10")
# Most seconds of a player in a tournament game, counted with 40 increments.
MOST_SECONDS = 3_600


def read_options(game: Game, form: Mapping[str, Any]) -> dict[str, str]:
    """Return the options of a game in a form, as records have them; raise UsageError."""
    try:
        chosen = options.chosen_start(game, options.read_options(game, form)).options
    except BadText as error:
        raise UsageError(str(error)) from None
    return {name: option_text(value) for name, value in chosen.items() if value is not None}


def read_clock(text: str) -> str:
    """Return a limited time control; raise UsageError."""
    control = read_time_control(text)
    seconds = control.move if control.move is not None else control.game
    if seconds is None:
        raise UsageError("a clock is needed: choose one with a limit")
    if seconds + 40 * control.increment > MOST_SECONDS:
        raise UsageError("the clock is too long: a player may need one hour at most in a game")
    return str(control)


def shown_clocks() -> dict[str, str]:
    """Return the clocks that a form offers, with their names."""
    return {clock: shown_clock(clock) for clock in CLOCKS}


def shown_options(game: Game, form: Mapping[str, Any]) -> list[dict[str, object]]:
    """Return the options of a game for a form, with the entered values."""
    return [shown_option(option, form.get(f"option-{option.name}")) for option in game.options]


def shown_games(chosen: Game) -> list[dict[str, Any]]:
    """Return all games for the choice in a form."""
    return [
        {"name": game.name, "title": game.display_name, "chosen": game == chosen}
        for game in all_games()
    ]


def read_number(text: str, what: str) -> int:
    """Return a small number; raise UsageError."""
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise UsageError(f"{what}: {text[:20]!r} is not a number")
    return int(text)
