"""Games in a file, in one call: read them, write them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePath

from outwit.core.argument import path_of
from outwit.core.excerpt import excerpt
from outwit.core.position import Position
from outwit.errors import BadFile, BadRecord, UsageError
from outwit.files import write_chunks
from outwit.records import table
from outwit.records.jsonlines import to_json
from outwit.records.record import GameRecord
from outwit.records.replay import from_position
from outwit.records.source import open_records, unreadable
from outwit.records.writer import write_record


def json_line(record: GameRecord) -> str:
    """Return a game as a line of JSON."""
    return f"{to_json(record)}\n"


# How a game is written, by the ending of the file's name; text for any other.
FORMS_OF_GAMES: dict[str, Callable[[GameRecord], str]] = {
    ".txt": write_record,
    ".json": json_line,
    ".jsonl": json_line,
    ".csv": table.to_row,
}


def read_games(
    path: str | os.PathLike[str], on_fault: Callable[[BadRecord], object] | None = None
) -> Iterator[GameRecord]:
    """Yield the games of a file, text or JSON lines; only one is in memory at a time.

    Args:
        path: The path of the file.
        on_fault: Called with the error of each faulty game, which is left out. Default: raise it.

    Raises:
        BadFile: The file cannot be read.
        UsageError: ``path`` is none.
        BadRecord: A game is faulty; the message names the line.

    >>> import os, tempfile, outwit
    >>> results = outwit.match("random", "careful", game="ataxx", games=2)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     outwit.write_games(f"{folder}/games.txt", results)
    ...     [record.players for record in outwit.read_games(f"{folder}/games.txt")]
    2
    [('random', 'careful'), ('careful', 'random')]
    """
    name = path_of("path", path)
    try:
        # A missing file is reported now, not when the first game is read.
        open(name, "rb").close()
    except (OSError, ValueError) as error:
        raise BadFile(str(unreadable(name, error))) from None
    return _read(name, on_fault)


def _read(path: str, on_fault: Callable[[BadRecord], object] | None) -> Iterator[GameRecord]:
    with open_records(path) as entries:
        for found in entries:
            if not isinstance(found, BadRecord):
                yield found.record
            elif on_fault is None:
                raise found
            else:
                on_fault(found)


def write_games(
    path: str | os.PathLike[str], games: Iterable[GameRecord | Position] | GameRecord | Position
) -> int:
    """Write games to a file; what was in it is replaced.

    The ending of the name says the form: ``.jsonl`` or ``.json`` for JSON lines, ``.csv`` for a
    table with a line per game, which has no moves; anything else is text. If a game cannot be
    written, the file stays as it was.

    Args:
        path: The path of the file.
        games: Records, or positions with the moves played in them, such as ``Results``; or one.

    Returns:
        The number of games.

    Raises:
        BadFile: The file cannot be written.
        BadRecord: A field of a record cannot be written.
        UsageError: Something is neither a record nor a position.

    >>> import tempfile, outwit
    >>> position = outwit.game("ataxx").start().after("f1").after("a2")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     outwit.write_games(f"{folder}/one.jsonl", position)
    ...     [record] = outwit.read_games(f"{folder}/one.jsonl")
    ...     [played.move for played in record.moves]
    1
    ['f1', 'a2']
    """
    if isinstance(games, GameRecord | Position):
        games = [games]
    given: object = games
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise UsageError(f"games: records or positions are expected, not {excerpt(given)}")
    name = path_of("path", path)
    form = PurePath(name).suffix.lower()
    write = FORMS_OF_GAMES.get(form, write_record)
    count = 0

    def chunks() -> Iterator[bytes]:
        nonlocal count
        if form == ".csv":
            yield table.header().encode()
        for game in games:
            yield write(record_of(game, count)).encode("utf-8", "backslashreplace")
            count += 1

    try:
        write_chunks(name, chunks())
    except OSError as error:
        raise BadFile(unwritable(path, error)) from None
    return count


def record_of(game: GameRecord | Position, number: int) -> GameRecord:
    """Return a game as a record; raise UsageError if it is none."""
    if isinstance(game, Position):
        return from_position(game.game, game)
    if not isinstance(game, GameRecord):
        raise UsageError(f"games: number {number} is {excerpt(game)}, no record and no position")
    return game


def unwritable(path: str | os.PathLike[str], error: OSError) -> str:
    """Say why a file cannot be written."""
    return f"{os.fspath(path)!r} cannot be written: {error.strerror or error}"
