"""How a visitor wants the pages: theme, boards, size of the text and language."""

from __future__ import annotations

from collections.abc import Mapping

from outwit.core.value import Value
from outwit.drawing.boardstyle import CLASSIC, STYLES
from outwit.drawing.palette import AUTO
from outwit.errors import UsageError
from outwit.server.wording.languages import LANGUAGES

# The theme that follows the visitor's system.
SYSTEM = "system"
THEMES = {SYSTEM: "As the system", "light": "Light", "dark": "Dark"}
# Sizes of the text in percent of the browser's own.
SIZES = {"100": "Normal", "115": "Larger", "130": "Largest"}
BOARDS = {name: style.title for name, style in STYLES.items()}
# The language that the browser asks for.
WISHED = "browser"
TONGUES = {WISHED: "As the browser", **LANGUAGES}
FIELDS: Mapping[str, Mapping[str, str]] = {
    "theme": THEMES,
    "board": BOARDS,
    "size": SIZES,
    "language": TONGUES,
}
# Most characters of an appearance as text.
LONGEST = 40


class Appearance(Value):
    """How the pages look; each field is a key of the table that ``FIELDS`` has for it."""

    theme: str = SYSTEM
    board: str = CLASSIC
    size: str = "100"
    language: str = WISHED

    @property
    def picture(self) -> tuple[str, str]:
        """Return the theme and the style of a separate picture."""
        return AUTO if self.theme == SYSTEM else self.theme, self.board

    def __str__(self) -> str:
        """Return the text that ``read_appearance`` reads, as in a cookie: ``dark.paper.115.de``."""
        return ".".join(getattr(self, name) for name in FIELDS)


def read_appearance(text: str) -> Appearance | None:
    """Return the appearance of a text, None if it is not one.

    >>> read_appearance("dark.paper.115.de")
    Appearance(theme='dark', board='paper', size='115', language='de')
    """
    words = text.split(".")
    if len(words) == len(FIELDS) - 1:
        # Stored before there was a choice of languages.
        words.append(WISHED)
    if len(words) != len(FIELDS):
        return None
    try:
        return chosen_appearance(dict(zip(FIELDS, words, strict=True)))
    except UsageError:
        return None


def chosen_appearance(values: Mapping[str, str]) -> Appearance:
    """Return the appearance of a form; raise UsageError for a choice that does not exist."""
    for name, choices in FIELDS.items():
        if values[name] not in choices:
            raise UsageError(f"{name}: {values[name][:40]!r} is not one of {', '.join(choices)}")
    return Appearance(**values)
