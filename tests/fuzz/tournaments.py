"""Files about tournaments.

The first line says which: ``bots`` (TOML), ``openings GAME name=value …``, ``time`` (a time
control). Bytes that begin as a database are a tournament's file as it is. Everything else is a
tournament's file by its content: the manifest on the first line, then a JSON list for each game.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing, suppress
from itertools import islice

from outwit.arena.manifest import read_manifest
from outwit.arena.openings import read_book
from outwit.arena.store import COLUMNS, FORMAT, IN_MEMORY, SCHEMA, Store, open_store
from outwit.arena.timecontrol import read_time_control
from outwit.arena.tournament import Tournament
from outwit.cli.tournament import text_report
from outwit.errors import (
    BadFile,
    BadOption,
    BadPosition,
    BadRecord,
    StorageFault,
    UsageError,
)
from outwit.players.roster import read_roster
from outwit.reports.export import as_csv, as_json
from outwit.reports.page import as_html
from outwit.reports.summary import summary_of
from tests.fuzz.heads import check_refusal, game_named, options_in, read_head
from tests.fuzz.scratch import scratch_file

DATABASE = b"SQLite format 3\0"
# Games of a schedule that are looked at, and bots whose ratings do not take long.
MOST_PAIRINGS, MOST_RATED = 60, 12


def target(data: bytes) -> None:
    if data.startswith(DATABASE):
        check_file(data)
        return
    words, rest = read_head(data)
    match words[:1]:
        case ["bots"]:
            check_bots(rest)
        case ["openings"]:
            check_openings(words[1:], rest)
        case ["time"]:
            check_time(rest)
        case _:
            check_content(data)


def check_bots(data: bytes) -> None:
    """A file of bots is read, or refused with the field."""
    with scratch_file(data) as path:
        try:
            bots = read_roster(path)
        except UsageError as error:
            check_refusal(error)
            return
    assert len({bot.name for bot in bots}) == len(bots)


def check_openings(words: list[str], data: bytes) -> None:
    """A file of openings holds positions in which the game goes on."""
    game = game_named(words[0] if words else "")
    options = tuple((name, str(value)) for name, value in options_in(words[1:]).items())
    with scratch_file(data) as path:
        try:
            texts = read_book(path, game, options)
        except (BadPosition, BadOption, UsageError) as error:
            check_refusal(error)
            return
    for text in texts:
        assert game.position(text, **dict(options)).text == text


def check_time(data: bytes) -> None:
    """A time control is written and read again."""
    try:
        control = read_time_control(data.decode("utf-8", "surrogateescape"))
    except UsageError as error:
        check_refusal(error)
        return
    assert str(read_time_control(str(control))) == str(control)


def check_file(data: bytes) -> None:
    """A database is a tournament, or it is refused."""
    with scratch_file(data) as path:
        try:
            store = open_store(path)
        except (BadFile, StorageFault) as error:
            check_refusal(error)
            return
        with closing(store):
            check_store(store)


def check_content(data: bytes) -> None:
    """A manifest is written and read again, and games that cannot be are refused."""
    first, *lines = data.decode("utf-8", "replace").split("\n")
    try:
        manifest = read_manifest(first)
    except BadFile as error:
        check_refusal(error)
        return
    assert read_manifest(manifest.to_json()) == manifest
    connection = sqlite3.connect(IN_MEMORY)
    with closing(connection):
        connection.executescript(SCHEMA)
        connection.executemany(
            "insert into meta values (?, ?)", [("format", FORMAT), ("manifest", first)]
        )
        for row in rows_in(lines):
            # What the database itself refuses is in no file.
            with suppress(sqlite3.Error, OverflowError, UnicodeEncodeError):
                connection.execute(
                    f"insert into games ({COLUMNS}, record) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    row,
                )
        check_store(Store(connection, IN_MEMORY))


def rows_in(lines: Iterable[str]) -> Iterable[list[object]]:
    for line in lines:
        with suppress(ValueError, RecursionError):
            row = json.loads(line)
            if isinstance(row, list) and len(row) == 10:
                yield [each if not isinstance(each, list | dict) else str(each) for each in row]


def check_store(store: Store) -> None:
    """A tournament's file can be reported on and gone on with, or is refused as damaged."""
    try:
        # Not always as many as are counted: SQLite counts a damaged table in another way.
        list(store.finished())
        assert store.count() >= 0
        list(islice(Tournament(store).unplayed(), MOST_PAIRINGS))
        assert (store.manifest.schedule.games or 0) >= 0
        if len(store.manifest.bots) <= MOST_RATED:
            check_reports(store)
    except (BadFile, BadRecord, StorageFault, UsageError) as error:
        check_refusal(error)


def check_reports(store: Store) -> None:
    """Every report can be written as UTF-8."""
    summary = summary_of(store)
    for report in (text_report(store), as_csv(summary), as_json(summary), as_html(summary)):
        assert report.encode()
