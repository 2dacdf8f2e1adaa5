"""The syntax of records as text, shared by reader and writer; see docs/python/records.md."""

from __future__ import annotations

import re

# No real game comes near these bounds. They keep hostile files from filling the memory.
LONGEST_LINE = 1 << 20
LONGEST_GAME = 1 << 24

# Tags with a field of their own in a record. TAG holds a tag whose name is not a plain word.
GAME, FIRST, SECOND, START = "Game", "First", "Second", "Start"
OPTION, RESULT, TERMINATION, TAG = "Option", "Result", "Termination", "Tag"
FIELD_TAGS = frozenset((GAME, FIRST, SECOND, START, OPTION, RESULT, TERMINATION, TAG))
CONTINUED = "+"

NAME = r"[A-Za-z][A-Za-z0-9_-]*"
# The text between quotes, escapes included.
INSIDE = r'[^"\\]*(?:\\.[^"\\]*)*'
MOVE = r"[A-Za-z0-9*][A-Za-z0-9,*/=+#@:^'_-]*"
NUMBER = r"-?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?"
SCORE = r"[+-]?[0-9]+(?:\.[0-9]+)?|#-?[0-9]+"

PLAIN_NAME = re.compile(NAME)
PLAIN_SCORE = re.compile(SCORE)
# What braces hold about a move: score, depth, time, clock. Anything else in braces is a comment.
ANNOTATION = re.compile(
    rf"(?:({SCORE})|\"({INSIDE})\")?(?:/(-?[0-9]+))?"
    rf"(?:(?:^| )({NUMBER})s)?(?:(?:^| )clock ({NUMBER})s)?"
)
