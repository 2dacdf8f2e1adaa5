"""Results as comma-separated values, a row per game."""

from __future__ import annotations

import csv
from io import StringIO

from outwit.records.record import GameRecord

TAGS = ("Date", "Round", "Opening")
COLUMNS = ("game", "first", "second", "result", "termination", "moves", *map(str.lower, TAGS))


def header() -> str:
    """Return the row of column names."""
    return row(COLUMNS)


def to_row(record: GameRecord) -> str:
    """Return the row of a game, with the number of its moves."""
    tags = (record.tags.get(tag, "") for tag in TAGS)
    how = (record.result, record.termination, str(len(record.moves)))
    return row((record.game, *record.players, *how, *tags))


def row(values: tuple[str, ...]) -> str:
    r"""Write a row with its line end.

    >>> row(("a", "b,c"))
    'a,"b,c"\n'
    """
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerow(values)
    return text.getvalue()
