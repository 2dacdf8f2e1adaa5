"""The fields of a position's text, read strictly so that every text has one spelling."""

from __future__ import annotations

from outwit.errors import BadPosition
from outwit.geometry.squares import plain_number

MOST = 999_999_999


def split(text: str, names: tuple[str, ...]) -> list[str]:
    """Cut a text at single blanks into as many fields as there are names."""
    fields = text.split(" ")
    if len(fields) != len(names):
        raise BadPosition(
            f"{len(names)} fields expected ({', '.join(names)}), {len(fields)} found"
            if text
            else f"the text is empty; {len(names)} fields expected ({', '.join(names)})"
        )
    return fields


def number(text: str, field: str, low: int = 0, high: int = MOST) -> int:
    """Read a whole number within bounds."""
    if not plain_number(text) or len(text) > len(str(high)) or not low <= int(text) <= high:
        raise BadPosition(f"{field}: {text[:20]!r} is no number from {low} to {high}")
    return int(text)


def side(text: str, letters: str) -> int:
    """Read who is to move: 0 for the first letter, 1 for the second."""
    if len(text) != 1 or text not in letters:
        raise BadPosition(f"side: {text[:20]!r} is neither {letters[0]!r} nor {letters[1]!r}")
    return letters.index(text)
