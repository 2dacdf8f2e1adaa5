"""A tournament's file: an SQLite database with the manifest and every finished game.

Games are added in transactions that are on the disk before they count, so a tournament can go on
after it was killed, and after the power failed.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from outwit.arena.manifest import Manifest, read_manifest
from outwit.arena.schedule import Pairing
from outwit.core.printable import printable
from outwit.core.value import Value
from outwit.errors import BadFile, StorageFault, UsageError
from outwit.files import obstacle
from outwit.records.record import DRAWN, FIRST_WON, SECOND_WON

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
# The columns of a game without its record.
COLUMNS = "number, round, first, second, opening, result, termination, plies, fault_of"
POINTS = {FIRST_WON: 1.0, SECOND_WON: 0.0, DRAWN: 0.5}
IN_MEMORY = ":memory:"
# More games than anybody will play, and still an SQL integer.
NO_LIMIT = 1 << 62
BUSY_SECONDS = 30.0
PAGE = 1_000
# The errors of a file that is not, or no longer, a database of ours; all others are the machine's.
DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


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
        return POINTS[self.result]


class Store:
    """The open file of a tournament.

    Whatever SQLite complains about is a BadFile if the file is damaged, else a StorageFault: a full
    disk, a file that cannot be written, one that others keep busy.
    """

    def __init__(self, connection: sqlite3.Connection, path: str) -> None:
        self.connection = connection
        self.path = path
        self._lock = -1
        if (form := self._value("format")) != FORMAT:
            shown = printable(form, 20)
            raise BadFile(f"{path!r} is of format {shown}; this version reads format {FORMAT}")
        self.manifest = read_manifest(self._value("manifest"))

    def _value(self, key: str) -> str:
        found = self.query("select value from meta where key = ?", (key,))
        if not found:
            raise BadFile(f"{self.path!r} has no {key}")
        return str(found[0][0])

    def query(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        with own_errors(self.path):
            return self.connection.execute(sql, parameters).fetchall()

    def lock(self) -> None:
        """Keep others from playing or changing the tournament; raise UsageError if they do.

        The lock goes when this process ends, however it ends.
        """
        if self.path == IN_MEMORY or self._lock >= 0:
            return
        try:
            self._lock = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._unlock()
            raise UsageError(
                f"{self.path!r} is being played by another process; one at a time"
            ) from None
        except OSError as error:
            self._unlock()
            raise StorageFault(f"{self.path!r} cannot be locked: {error.strerror}") from None

    def _unlock(self) -> None:
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def replace_manifest(self, manifest: Manifest) -> None:
        """Write another manifest, such as one with more bots."""
        with own_errors(self.path), self.connection:
            text = manifest.to_json()
            self.connection.execute("update meta set value = ? where key = 'manifest'", (text,))
        self.manifest = manifest

    def add(self, games: Iterable[FinishedGame]) -> None:
        """Write finished games, all or none of them; they are on the disk then."""
        with own_errors(self.path), self.connection:
            self.connection.executemany(
                f"insert into games ({COLUMNS}, record) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
        for number, _, first, second, _, result, *_ in self.rows(below):
            yield number, first, second, POINTS[result]

    def rows(self, below: int = NO_LIMIT) -> Iterator[tuple[Any, ...]]:
        """Yield the columns of the games below a number, in order, without their records."""
        sql = f"select {COLUMNS} from games where number < ? order by number"
        with own_errors(self.path):
            for row in self.connection.execute(sql, (below,)):
                yield self._checked(row)

    def finished(self) -> Iterator[FinishedGame]:
        """Yield all games in order, also those added meanwhile."""
        last = -1
        sql = f"select {COLUMNS}, record from games where number > ? order by number limit ?"
        while rows := self.query(sql, (last, PAGE)):
            for row in rows:
                before = last
                last, round_number, first, second, opening, *rest = self._checked(row)
                self._check_order(before, last)
                yield FinishedGame(Pairing(last, round_number, first, second, opening), *rest)

    def record(self, number: int) -> str:
        """Return the record of a finished game as text."""
        found = self.query("select record from games where number = ?", (number,))
        if not found or not isinstance(found[0][0], str):
            raise BadFile(f"{self.path!r} is damaged: game {number + 1} has no record")
        return found[0][0]

    def pairs(self) -> Iterator[tuple[int, int, int]]:
        """Yield number, first and second of finished games, also of games added meanwhile."""
        last = -1
        sql = "select number, first, second from games where number > ? order by number limit ?"
        while rows := self.query(sql, (last, PAGE)):
            for row in rows:
                self._check_order(last, row[0])
                last = row[0]
                yield row[0], row[1], row[2]

    def count(self) -> int:
        """Return how many games are finished."""
        return int(self.query("select count(*) from games")[0][0])

    def rounds_begun(self) -> int:
        """Return how many rounds have finished games."""
        return int(self.query("select coalesce(max(round) + 1, 0) from games")[0][0])

    def forfeits(self) -> dict[tuple[int, str], int]:
        """Count forfeited games by player and kind of fault."""
        rows = self.query(
            "select fault_of, termination, count(*) from games where fault_of is not null"
            " group by fault_of, termination order by 1, 2"
        )
        return {(player, kind): count for player, kind, count in rows}

    def copy(self, path: str) -> None:
        """Write the tournament to another file; raise StorageFault or BadFile if that fails."""
        with own_errors(path), closing(sqlite3.connect(path)) as target:
            self.connection.backup(target)

    def close(self) -> None:
        """Close the file, and let others play."""
        self.connection.close()
        self._unlock()

    def _check_order(self, last: int, number: int) -> None:
        """Raise BadFile unless a number is above the last; otherwise a page might come again."""
        if number <= last:
            raise BadFile(f"{self.path!r} is damaged: its games are not in order")

    def _checked(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        (
            number,
            round_number,
            first,
            second,
            opening,
            result,
            termination,
            plies,
            fault_of,
            *rest,
        ) = row
        most = len(self.manifest.bots)
        if (
            not (type(number) is type(round_number) is type(first) is type(second) is int)
            or not (type(opening) is type(plies) is int)
            or not (type(result) is type(termination) is str)
            or not (0 <= first < most and 0 <= second < most and first != second)
            or min(number, round_number, plies) < 0
            or result not in POINTS
            or fault_of not in (None, first, second)
            or any(type(record) is not str for record in rest)
        ):
            raise BadFile(f"{self.path!r} is damaged: game {str(number)[:20]} cannot be read")
        return row


@contextmanager
def own_errors(path: str) -> Iterator[None]:
    """Turn the errors of SQLite into ours."""
    try:
        yield
    except UnicodeDecodeError as error:  # of an error that repeats what is in the file
        why = printable(error.object.decode("utf-8", "replace"))
        raise BadFile(f"{path!r} is not a tournament, or damaged: {why}") from None
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        # SQLite repeats what is in the file.
        why = printable(str(error))
        if code in DAMAGE:
            raise BadFile(f"{path!r} is not a tournament, or damaged: {why}") from None
        raise StorageFault(f"{path!r} cannot be read or written: {why}") from None


def create_store(path: str, manifest: Manifest) -> Store:
    """Create a tournament's file, in memory for ``:memory:``.

    Raise UsageError if the file exists, StorageFault if it cannot be written.
    """
    if path != IN_MEMORY and Path(path).exists():
        raise UsageError(f"{path!r} exists already; resume it, or choose another name")
    if path != IN_MEMORY and (reason := obstacle(path)):
        raise StorageFault(f"{path!r} cannot be written: {reason}")
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
        if path != IN_MEMORY:
            # What is left of it would stand in the way of the next try.
            for part in (path, f"{path}-wal", f"{path}-shm"):
                Path(part).unlink(missing_ok=True)
        raise StorageFault(f"{path!r} cannot be written: {error}") from None
    return Store(connection, path)


def open_store(path: str, *, to_read: bool = False) -> Store:
    """Open a tournament's file; raise BadFile if it is not one, StorageFault if it is not ours.

    With ``to_read`` it need not be a file that we may write, and nothing is left beside it.
    """
    if Path(path).is_dir():
        raise BadFile(f"{path!r} is a folder, not a tournament")
    if not Path(path).is_file():
        raise BadFile(f"there is no tournament {path!r}")
    if not os.access(path, os.R_OK):
        raise StorageFault(f"{path!r} cannot be read: you are not permitted to")
    reason = obstacle(path)
    if reason and not to_read:
        raise StorageFault(f"{path!r} cannot be written: {reason}")
    connection = _connect(path, is_read_only=bool(reason))
    try:
        return Store(connection, path)
    except BaseException:
        connection.close()
        raise


def _connect(path: str, *, is_read_only: bool = False) -> sqlite3.Connection:
    name = path
    if is_read_only:
        # SQLite makes files beside a database that it reads, and cannot remove them if it may not
        # write. Without the log of somebody who plays, nobody changes the file, so it needs none.
        log = Path(f"{path}-wal")
        way = "mode=ro" if log.exists() and log.stat().st_size else "immutable=1"
        name = f"{Path(path).absolute().as_uri()}?{way}"
    if "\0" in path:
        raise BadFile(f"{path!r} cannot be opened: there is a NUL in its name")
    with own_errors(path):
        connection = sqlite3.connect(name, timeout=BUSY_SECONDS, uri=is_read_only)
        # What is acknowledged is on the disk, also after a power failure.
        connection.execute("pragma synchronous = full")
        # And in the file itself, not only in SQLite's log beside it: who copies the file while
        # games are played has all that counted.
        connection.execute("pragma wal_autocheckpoint = 1")
    return connection
