"""Which of the two ways the tests run, for tests that must do less when interpreted."""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES

from outwit.core import position

COMPILED = str(position.__file__).endswith(tuple(EXTENSION_SUFFIXES))


def amount(compiled: int, interpreted: int) -> int:
    """Choose how much to do."""
    return compiled if COMPILED else interpreted
