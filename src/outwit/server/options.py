"""The options of a game in a form: what is asked, and what was chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from outwit.core.game import Game
from outwit.core.option import Choice, Number, Option, Text
from outwit.records.replay import option_text

# No field takes more; a board as a text is the longest.
LONGEST = 20_000


def read_options(game: Game, form: Mapping[str, Any]) -> dict[str, str]:
    """Return the options of a game that were chosen and are not what the form proposed."""
    given = {}
    for option in game.options:
        text = str(form.get(f"option-{option.name}", ""))[:LONGEST].replace("\r\n", "\n")
        if text.strip() and text != default_of(option):
            given[option.name] = text
    return given


def shown_option(option: Option, given: str | None) -> dict[str, object]:
    """Return what the form shows of an option."""
    number = option if isinstance(option, Number) else None
    return {
        "name": option.name,
        "label": option.name.replace("_", " ").capitalize(),
        "summary": option.summary,
        "kind": "text" if isinstance(option, Text) else "number" if number else "line",
        "choices": option.choices if isinstance(option, Choice) else (),
        "value": default_of(option) if given is None else given,
        "low": None if number is None else number.low,
        "high": None if number is None or number.high == Number.high else number.high,
    }


def default_of(option: Option) -> str:
    """Return the text of an option's default."""
    return "" if option.default is None else option_text(option.default)
