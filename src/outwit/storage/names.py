"""Names of accounts, and titles that people give to tournaments and classes."""

from __future__ import annotations

import re
import unicodedata

from outwit.errors import UsageError
from outwit.storage.lookalikes import loose
from outwit.storage.tables import NAME_LENGTH

# Characters of a title.
SHORTEST_TITLE, LONGEST_TITLE = 3, 60
NAME = re.compile(r"[A-Za-z0-9_-]{3,20}")
# Names reserved for the portal and the players that it seats itself.
RESERVED = (
    *("admin", "administrator", "anonymous", "api", "bot", "everyone", "help", "host", "human"),
    *("me", "moderator", "nobody", "none", "null", "official", "outwit", "owner", "person", "root"),
    *("security", "server", "staff", "support", "system", "undefined", "webmaster"),
)
# Names reserved with a number after them; zero and one look like letters.
NUMBERED = ("guest", "level")
LIKE_RESERVED = re.compile(
    f"[-_]*({'|'.join(loose(each) for each in RESERVED)}|"
    f"({'|'.join(loose(each) for each in NUMBERED)})[-_]*[0-9ol]*)[-_]*"
)


def read_name(text: str) -> str:
    """Return a name in its stored form; raise UsageError, with the reason, for an invalid one.

    Variants of an ASCII letter, such as full-width ones, become that letter; other letters are
    refused. Case does not matter: see ``key_of``. An account also stores the name's
    ``skeleton``, so that no two names look the same.

    >>> read_name("Ｇrace")
    'Grace'
    """
    name = unicodedata.normalize("NFKC", text).strip()
    if not NAME.fullmatch(name):
        raise UsageError("a name is 3 to 20 letters a-z, digits, - and _")
    if not re.search("[A-Za-z]", name):
        raise UsageError("a name has at least one letter")
    if LIKE_RESERVED.fullmatch(loose(name)):
        raise UsageError(f"the name {name!r} is reserved")
    return name


def key_of(text: str) -> str:
    """Return the key that equal names share, empty for a text that cannot be a name."""
    name = unicodedata.normalize("NFKC", text).strip()
    is_possible = len(name) <= NAME_LENGTH and name.isascii() and name.isprintable()
    return name.casefold() if is_possible else ""


def read_title(text: str) -> str:
    """Return a title in its stored form; raise UsageError, with the reason, for an invalid one.

    All visible characters are allowed, because every page escapes them.

    >>> read_title("  Friday   <b>blitz</b> ")
    'Friday <b>blitz</b>'
    """
    title = " ".join(unicodedata.normalize("NFC", text).split())
    if not SHORTEST_TITLE <= len(title) <= LONGEST_TITLE:
        raise UsageError(f"a name has {SHORTEST_TITLE} to {LONGEST_TITLE} characters")
    if not title.isprintable():
        raise UsageError("a name has no signs that cannot be seen")
    return title
