"""Titles that people give to tournaments and classes."""

from __future__ import annotations

import unicodedata

from outwit.errors import UsageError

SHORTEST, LONGEST = 3, 60


def read_title(text: str) -> str:
    """Return a title as it is kept; raise UsageError, saying what is wrong, if it cannot be one.

    It may hold any letters and signs, as whoever shows it escapes it, but nothing unseen.

    >>> read_title("  Friday   <b>blitz</b> ")
    'Friday <b>blitz</b>'
    """
    title = " ".join(unicodedata.normalize("NFC", text).split())
    if not SHORTEST <= len(title) <= LONGEST:
        raise UsageError(f"a name has {SHORTEST} to {LONGEST} characters")
    if not title.isprintable():
        raise UsageError("a name has no signs that cannot be seen")
    return title
