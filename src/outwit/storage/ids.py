"""Short random ids for addresses."""

from __future__ import annotations

import secrets

from outwit.errors import NotFound
from outwit.storage.tables import ID_LENGTH

# Letters and digits without those that look alike.
LETTERS = "23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"


def new_id() -> str:
    """Return an id that cannot be guessed: one of 8e13."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def is_id(text: str) -> bool:
    """Tell whether a text has the form of an id; databases refuse some texts."""
    return len(text) == ID_LENGTH and set(text) <= set(LETTERS)


def no_game(text: str) -> NotFound:
    """Return the error for an unknown game id."""
    return NotFound(f"there is no game {text[:40]!r}")
