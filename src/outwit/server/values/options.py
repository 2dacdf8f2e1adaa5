"""The options of a game in a form: its fields, and the chosen values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from outwit.core.game import Game
from outwit.core.option import Choice, Number, Option, Text
from outwit.core.position import Position
from outwit.errors import UsageError
from outwit.records.replay import option_text

# Most characters of a field; the longest is a board as text.
LONGEST = 20_000
# Most squares of a board on a page.
MOST_SQUARES = 400


def read_options(game: Game, form: Mapping[str, Any]) -> dict[str, str]:
    """Return the chosen options of a game that differ from the defaults."""
    given = {}
    for option in game.options:
        text = str(form.get(f"option-{option.name}", ""))[:LONGEST].replace("\r\n", "\n")
        if text.strip() and text != default_of(option):
            given[option.name] = text
    return given


def check_options(game: Game, given: Mapping[str, str]) -> None:
    """Raise BadOption unless options are within the offered bounds."""
    for option in game.options:
        if option.name in given:
            option.offer().read(given[option.name])


def check_size(position: Position) -> None:
    """Raise UsageError for a board that is too large for a page."""
    squares = len(position.board)
    if squares > MOST_SQUARES:
        raise UsageError(f"a board here has at most {MOST_SQUARES} squares, not {squares:,}")


def chosen_start(game: Game, given: Mapping[str, str]) -> Position:
    """Return the start position for some options; raise BadOption, BadText or UsageError."""
    check_options(game, given)
    position = game.start(**given)
    check_size(position)
    return position


def shown_option(option: Option, given: str | None) -> dict[str, object]:
    """Return the data of an option for the form."""
    offered = option.offer()
    number = offered if isinstance(offered, Number) else None
    return {
        "name": option.name,
        "label": option.title,
        "summary": option.summary,
        "kind": "text" if isinstance(option, Text) else "number" if number else "line",
        "choices": option.choices if isinstance(option, Choice) else (),
        "value": default_of(option) if given is None else given,
        "low": None if number is None else number.low,
        "high": None if number is None else number.high,
        "step": None if number is None else number.step,
    }


def default_of(option: Option) -> str:
    """Return the text of an option's default."""
    return "" if option.default is None else option_text(option.default)
