"""The users that programs started by root become: nobody else is one of them."""

from __future__ import annotations

import itertools
import os

# Each program gets the next, so that their processes are counted apart.
FIRST_USER, USERS = 64_000, 1_000
_users = itertools.count()


def next_user() -> int | None:
    """Return a user for a program, None if we cannot give it another than ours."""
    if os.getuid():
        return None
    return FIRST_USER + (os.getpid() * 31 + next(_users)) % USERS


def is_program_user(user: int) -> bool:
    """Tell whether a user is one of those."""
    return FIRST_USER <= user < FIRST_USER + USERS
