"""Short random ids for addresses."""

from __future__ import annotations

import secrets

from outwit.errors import NotFound
from outwit.storage.tables import ID_LENGTH

# Without letters and digits that are easily mistaken for each other.
LETTERS = "23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"


def new_id() -> str:
    """Return an id that cannot be guessed: one of 8e13."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def is_id(text: str) -> bool:
    """Tell whether a text may be an id; databases do not take every text."""
    return len(text) == ID_LENGTH and set(text) <= set(LETTERS)


def no_game(text: str) -> NotFound:
    """Make the error for an id that is no game's."""
    return NotFound(f"there is no game {text[:40]!r}")
