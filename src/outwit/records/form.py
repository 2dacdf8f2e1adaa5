"""The text form of records, as far as reader and writer must agree on it; see docs/records.md."""

from __future__ import annotations

import re

# Bounds that no sensible game comes near; they keep hostile files out of memory.
LONGEST_LINE = 1 << 20
LONGEST_GAME = 1 << 24

# Tags with a field of their own in a record; TAG holds one whose name is no plain word.
GAME, FIRST, SECOND, START = "Game", "First", "Second", "Start"
OPTION, RESULT, TERMINATION, TAG = "Option", "Result", "Termination", "Tag"
OWN_TAGS = frozenset((GAME, FIRST, SECOND, START, OPTION, RESULT, TERMINATION, TAG))
CONTINUED = "+"

NAME = r"[A-Za-z][A-Za-z0-9_-]*"
# What stands between quotes, escapes and all.
INSIDE = r'[^"\\]*(?:\\.[^"\\]*)*'
MOVE = r"[A-Za-z0-9*][A-Za-z0-9,*/=+#@:^'_-]*"
NUMBER = r"-?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?"
SCORE = r"[+-]?[0-9]+(?:\.[0-9]+)?|#-?[0-9]+"

PLAIN_NAME = re.compile(NAME)
PLAIN_SCORE = re.compile(SCORE)
