"""A tournament's file: an SQLite database with the manifest and every finished game.

Games are added in transactions, so that a tournament killed at any time can be resumed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

from outwit.arena.manifest import Manifest, read_manifest
from outwit.arena.schedule import Pairing
from outwit.core.value import Value
from outwit.errors import BadFile, UsageError

SCHEMA = """
create table meta (key text primary key, value text not null) without rowid;
create table games (
    number integer primary key,
    round integer not null,
    first integer not null,
    second integer not null,
    opening integer not null,
    result text not null,
    termination text not null,
    plies integer not null,
    fault_of integer,
    record text not null
);
create index games_by_fault on games (fault_of) where fault_of is not null;
"""
FORMAT = "1"
# More games than anybody will play, and still an SQL integer.
NO_LIMIT = 1 << 62
BUSY_SECONDS = 30.0
PAGE = 1_000


class FinishedGame(Value):
    """A finished game: its pairing, how it ended, and its record as text."""

    pairing: Pairing
    result: str
    termination: str
    plies: int
    fault_of: int | None
    record: str

    @property
    def points(self) -> float:
        """Return the points of the first player."""
        return {"1-0": 1.0, "0-1": 0.0}.get(self.result, 0.5)


class Store:
    """The open file of a tournament."""

    def __init__(self, connection: sqlite3.Connection, path: str) -> None:
        self.connection = connection
        self.path = path
        if (form := self._value("format")) != FORMAT:
            raise BadFile(f"{path!r} is of format {form}; this version reads format {FORMAT}")
        self.manifest = read_manifest(self._value("manifest"))

    def _value(self, key: str) -> str:
        row = self.connection.execute("select value from meta where key = ?", (key,)).fetchone()
        if row is None:
            raise BadFile(f"{self.path!r} has no {key}")
        return str(row[0])

    def add(self, games: Iterable[FinishedGame]) -> None:
        """Write finished games, all or none of them."""
        with self.connection:
            self.connection.executemany(
                "insert into games values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    (
                        game.pairing.number,
                        game.pairing.round,
                        game.pairing.first,
                        game.pairing.second,
                        game.pairing.opening,
                        game.result,
                        game.termination,
                        game.plies,
                        game.fault_of,
                        game.record,
                    )
                    for game in games
                ),
            )

    def results(self, below: int = NO_LIMIT) -> Iterator[tuple[int, int, int, float]]:
        """Yield number, first, second and the first's points of games below a number, in order."""
        rows = self.connection.execute(
            "select number, first, second, result from games where number < ? order by number",
            (below,),
        )
        for number, first, second, result in rows:
            yield number, first, second, {"1-0": 1.0, "0-1": 0.0}.get(result, 0.5)

    def finished(self) -> Iterator[FinishedGame]:
        """Yield all games in order."""
        for row in self.connection.execute("select * from games order by number"):
            number, round_number, first, second, opening, *rest = row
            yield FinishedGame(Pairing(number, round_number, first, second, opening), *rest)

    def numbers(self) -> Iterator[int]:
        """Yield the numbers of finished games in order, including games added meanwhile."""
        last = -1
        while rows := self.connection.execute(
            "select number from games where number > ? order by number limit ?", (last, PAGE)
        ).fetchall():
            for (last,) in rows:
                yield last

    def count(self) -> int:
        """Return how many games are finished."""
        return int(self.connection.execute("select count(*) from games").fetchone()[0])

    def close(self) -> None:
        """Close the file."""
        self.connection.close()


def create_store(path: str, manifest: Manifest) -> Store:
    """Create a tournament's file, in memory for ``:memory:``.

    Raise UsageError if the file exists, BadFile if it cannot be written.
    """
    if path != ":memory:" and Path(path).exists():
        raise UsageError(f"{path!r} exists already; resume it, or choose another name")
    connection = _connect(path)
    try:
        connection.execute("pragma journal_mode = wal")
        with connection:
            connection.executescript(SCHEMA)
            connection.executemany(
                "insert into meta values (?, ?)",
                [("format", FORMAT), ("manifest", manifest.to_json())],
            )
    except sqlite3.Error as error:
        connection.close()
        raise BadFile(f"{path!r} cannot be written: {error}") from None
    return Store(connection, path)


def open_store(path: str) -> Store:
    """Open a tournament's file; raise BadFile if it is not one."""
    if not Path(path).is_file():
        raise BadFile(f"there is no tournament {path!r}")
    connection = _connect(path)
    try:
        return Store(connection, path)
    except sqlite3.Error as error:
        connection.close()
        raise BadFile(f"{path!r} is not a tournament: {error}") from None
    except BadFile:
        connection.close()
        raise


def _connect(path: str) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS)
        connection.execute("pragma synchronous = normal")
    except sqlite3.Error as error:
        raise BadFile(f"{path!r} cannot be opened: {error}") from None
    return connection
