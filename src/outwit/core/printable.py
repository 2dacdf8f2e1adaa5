"""Makes names and other texts from strangers safe to print."""

from __future__ import annotations

from unicodedata import combining, east_asian_width

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def printable(text: str, most: int = 200, lines: bool = False) -> str:
    """Return a text with control characters and direction marks replaced.

    Cut it to ``most`` characters. With ``lines``, keep line ends and tabs.
    """
    kept = "\n\t" if lines else ""
    shown = "".join(
        char if char.isprintable() or char in kept else REPLACEMENT for char in text[: most + 1]
    )
    return shown if len(shown) <= most else shown[: most - 1] + "…"


def width(text: str) -> int:
    """Return the number of terminal columns of a printable text."""
    wide = sum(east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(1 for char in text if combining(char))


def fit(text: str, columns: int) -> str:
    r"""Return a text made printable, cut or padded to a number of columns.

    >>> fit("hex", 5), fit("a\x1b[31mlong", 6)
    ('hex  ', 'a�[31…')
    """
    shown = printable(text, 4 * columns)
    if width(shown) > columns:
        while width(shown) > columns - 1:
            shown = shown[:-1]
        shown += "…"
    return shown + " " * (columns - width(shown))
