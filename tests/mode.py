"""How much the tests do: less when interpreted, more when they are to be thorough."""

from __future__ import annotations

import os
from importlib.machinery import EXTENSION_SUFFIXES

from outwit.core import position

COMPILED = str(position.__file__).endswith(tuple(EXTENSION_SUFFIXES))
# How often random tests repeat what they do in ``make test``; ``make thorough`` sets it.
TIMES = int(os.environ.get("OUTWIT_TEST_TIMES", "1"))


def amount(compiled: int, interpreted: int) -> int:
    """Choose how much to do."""
    return compiled if COMPILED else interpreted


def sample(whole: int, usual: int) -> int:
    """Choose how many of all to try: all of them in thorough tests."""
    return whole if TIMES > 1 else usual


def many(compiled: int, interpreted: int | None = None) -> int:
    """Choose how often to try something random; thorough tests try more."""
    return TIMES * amount(compiled, compiled if interpreted is None else interpreted)
