"""Suggests a known word in the error about an unknown one."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# Most characters of a word that is compared.
LONGEST = 40
# The least share of two words that agrees, as difflib counts it.
CLOSE = 0.7


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return a question that names the known word closest to ``word``; empty if none is close.

    >>> suggestion("colums", ["rows", "columns"]), suggestion("x", ["rows"])
    (": did you mean 'columns'?", '')
    """
    if len(word) > LONGEST:
        return ""
    # It is slow to load, and only errors need it.
    from difflib import get_close_matches

    close = get_close_matches(word.lower(), [*known], n=1, cutoff=CLOSE)
    return f": did you mean {close[0]!r}?" if close else ""


def hint(word: str, known: Iterable[str], others: str) -> str:
    """Return the suggestion for a word, or else all known words after ``others``.

    >>> hint("colour", ["size", "legs"], "it has")
    '; it has size, legs'
    """
    words = [*known]
    return suggestion(word, words) or f"; {others} {', '.join(words)}"
