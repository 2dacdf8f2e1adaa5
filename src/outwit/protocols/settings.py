"""Options that a manager may set: the engine's and the game's."""

from __future__ import annotations

from outwit.core.option import Choice, Number
from outwit.engine.limits import MOST_THREADS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.option import Option

HASH = Number("Hash", "mebibytes of the transposition table", 16, low=1, high=16_384)
THREADS = Number("Threads", "threads to search with", 1, low=1, high=MOST_THREADS)
LINES = Number("MultiPV", "best lines to report", 1, low=1, high=256)
SWITCH = ("false", "true")
BOOK = Choice("OwnBook", "whether to play from the opening book", "false", choices=SWITCH)

EMPTY = "<empty>"


def option_line(option: Option, value: object) -> str:
    """Return the line that announces an option with its current value."""
    if isinstance(option, Choice) and option.choices == SWITCH:
        kind = f"check default {value}"
    elif isinstance(option, Choice):
        kind = f"combo default {value}" + "".join(f" var {choice}" for choice in option.choices)
    elif isinstance(option, Number) and value is not None:
        kind = f"spin default {value} min {option.low} max {option.high}"
    else:
        # The protocol has no type for a number that may be empty.
        kind = f"string default {value_text(value)}"
    return f"option name {option.name} type {kind}"


def value_text(value: object) -> str:
    """Write the value of an option, ``<empty>`` for none."""
    return (",".join(value) if isinstance(value, tuple) else str(value or "")) or EMPTY


def read_value(option: Option, text: str) -> object:
    """Read the value of an option; raise BadOption if it is not valid."""
    if text == EMPTY:
        return option.read(None if option.default is None else "")
    return option.read(text)


def split_setting(words: list[str]) -> tuple[str, str]:
    """Return name and value of ``name N value V``; both may be of several words."""
    if words[:1] == ["name"]:
        words = words[1:]
    at = words.index("value") if "value" in words else len(words)
    return " ".join(words[:at]), " ".join(words[at + 1 :])
