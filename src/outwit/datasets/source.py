"""Where the games of a data set come from: a tournament's file, or a file of records."""

from __future__ import annotations

import os
from collections.abc import Iterator

from outwit.arena.store import Store, open_store
from outwit.core.value import Value
from outwit.errors import BadFile, BadRecord
from outwit.records.reader import read_records
from outwit.records.record import GameRecord
from outwit.records.source import open_records, unreadable

# How every SQLite database begins.
DATABASE = b"SQLite format 3\0"


class SourceGame(Value):
    """A game of a source: its number there, and its record, or why it cannot be read."""

    number: int
    record: GameRecord | BadRecord


def is_tournament(path: str) -> bool:
    """Tell whether a file is that of a tournament; raise BadFile if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read(len(DATABASE)) == DATABASE
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None


def stamp(path: str) -> str:
    """Return a text that changes when a file changes; raise BadFile if there is none."""
    try:
        found = os.stat(path)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    return f"{found.st_size} bytes, {found.st_mtime_ns}"


def copy_tournament(path: str, target: str) -> None:
    """Copy the games that a tournament has now, completely or not at all."""
    store = open_store(path, to_read=True)
    try:
        store.copy(f"{target}.part")
    finally:
        store.close()
    os.replace(f"{target}.part", target)


def stored_games(store: Store, begin: int) -> Iterator[SourceGame]:
    """Yield the games of a tournament in order, without the first ``begin``."""
    for place, game in enumerate(store.finished()):
        if place >= begin:
            record: GameRecord | BadRecord
            try:
                record = next(read_records(game.record.split("\n")))
            except BadRecord as error:
                record = error
            except StopIteration:
                record = BadRecord(f"game {game.pairing.number + 1} has no record")
            yield SourceGame(game.pairing.number, record)


def recorded_games(path: str, begin: int) -> Iterator[SourceGame]:
    """Yield the games of a file of records in order, without the first ``begin``."""
    with open_records(path) as entries:
        for number, entry in enumerate(entries):
            if number >= begin:
                yield SourceGame(number, entry if isinstance(entry, BadRecord) else entry.record)


def check_source(path: str) -> None:
    """Raise BadFile if a source cannot be read twice, which going on takes."""
    if not os.path.isfile(path):
        raise BadFile(f"{path!r} is not a file")
