"""The options of a game's start position."""

from __future__ import annotations

from outwit.core.value import Value
from outwit.errors import BadOption, GameFault
from outwit.geometry.squares import plain_number


class Option(Value):
    """A choice a game offers; subclasses know what can be chosen.

    A ``rule`` holds for the whole game and must be given again with a position's text; any other
    option only shapes the start position, and the text shows it.
    """

    name: str
    summary: str
    default: object
    rule: bool = False
    # What forms call it, if its name is not clear there.
    label: str = ""

    @property
    def title(self) -> str:
        """Return what forms call the option.

        >>> Option("first_move", "who begins", None).title
        'First move'
        """
        return self.label or self.name.replace("_", " ").capitalize()

    def read(self, value: object) -> object:
        """Return a value, or its text, as the game wants it; raise BadOption if it is none."""
        raise GameFault(f"option {self.name} does not say which values it takes")

    def offer(self) -> Option:
        """Return the option as people are offered it: within what a page can show."""
        return self

    def refuse(self, value: object, wanted: str) -> BadOption:
        """Make the error for a value that does not do."""
        return BadOption(f"option {self.name}: {str(value)[:40]!r} is not {wanted}")


class Number(Option):
    """A whole number within bounds; with a default of None it may be left out.

    ``offered`` is the largest value that people are offered, where that is less than ``high``;
    they are offered ``low`` and every ``step`` above it.
    """

    low: int = 0
    high: int = 999_999_999
    offered: int | None = None
    step: int = 1

    def read(self, value: object) -> int | None:
        """Accept an int or its digits."""
        if value is None and self.default is None:
            return None
        wanted = f"a number from {self.low} to {self.high}"
        if isinstance(value, str) and plain_number(value) and len(value) < 12:
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.refuse(value, wanted)
        if not self.low <= value <= self.high:
            raise self.refuse(value, wanted)
        return value

    def offer(self) -> Number:
        """Return the number with the bounds that people are offered."""
        return self if self.offered is None else self.replace(high=self.offered)


class Choice(Option):
    """One of a few words or numbers; booleans do for yes and no."""

    choices: tuple[str, ...] = ()

    def read(self, value: object) -> str:
        """Accept a choice."""
        if isinstance(value, bool):
            value = "yes" if value else "no"
        if str(value) not in self.choices:
            raise self.refuse(value, f"one of {', '.join(self.choices)}")
        return str(value)


class Words(Option):
    """A list of short texts, such as squares; in one text, commas stand between them."""

    def read(self, value: object) -> tuple[str, ...]:
        """Accept a list or its text."""
        if isinstance(value, str):
            return tuple(value.split(",")) if value else ()
        if isinstance(value, (list, tuple)) and all(isinstance(word, str) for word in value):
            return tuple(value)
        raise self.refuse(value, "a list of words")


class Text(Option):
    """Any text; with a default of None it may be left out."""

    def read(self, value: object) -> str | None:
        """Accept a text."""
        if value is None or isinstance(value, str):
            return value
        raise self.refuse(value, "a text")
