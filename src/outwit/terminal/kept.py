"""Storage of terminal games: one file for each game, written after every move."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple
from weakref import WeakKeyDictionary

from outwit.arena.livegame import LiveGame
from outwit.arena.seat import program_text
from outwit.errors import BadFile, BadRecord
from outwit.files import write_bytes
from outwit.home import home
from outwit.records.record import UNFINISHED, GameRecord
from outwit.records.source import open_records
from outwit.records.writer import write_record

SUFFIX = ".txt"


def games_folder() -> Path:
    """Return the folder of stored games."""
    return home() / "games"


class Kept(NamedTuple):
    """A stored game: its file, its record, and when it was last written."""

    path: Path
    record: GameRecord
    date: datetime


class Keeper:
    """Stores games in a folder; passes errors to ``report``, one line each."""

    def __init__(
        self, folder: Path | None = None, report: Callable[[str], object] | None = None
    ) -> None:
        self.folder = games_folder() if folder is None else folder
        self.report = report
        self.paths: WeakKeyDictionary[LiveGame, Path] = WeakKeyDictionary()
        self._is_told = False

    def keep(self, live: LiveGame) -> Path | None:
        """Write a game to its file, and return the path; None if it is not stored.

        A game without moves is not stored. A failure to write is reported once.
        """
        path = self.paths.get(live)
        if path is None and not live.moves:
            return None
        try:
            path = path or self._new_path(live)
            write_bytes(str(path), write_record(live.record()).encode())
        except (OSError, BadRecord) as error:
            if not self._is_told:
                self._is_told = True
                reason = error.strerror if isinstance(error, OSError) else None
                self._tell(f"games are not kept in {str(self.folder)!r}: {reason or error}")
            return None
        self.paths[live] = path
        return path

    def go_on(self, live: LiveGame, path: Path) -> None:
        """Keep writing a loaded game to its file, if the file is in this folder."""
        if path.resolve().parent == self.folder.resolve():
            self.paths[live] = path

    def last_words(self, live: LiveGame) -> str:
        """Return where a game is stored, or how to continue it; empty if it is not stored."""
        path = self.paths.get(live)
        if path is None:
            return ""
        if live.result != UNFINISHED:
            return f"The game is kept in {path}"
        words = ["outwit", "play", "--load", str(path)]
        # Loading a file never starts a program, so the command must name it.
        programs = [seat.bot for seat in live.seats if seat.bot and seat.bot.is_program]
        words += ["--against", program_text(programs[0])] if programs else []
        return f"To go on: {shlex.join(words)}"

    def list(self) -> list[Kept]:
        """Return the stored games, the newest first; report files that cannot be read."""
        found: list[Kept] = []
        try:
            paths = [path for path in self.folder.iterdir() if path.suffix == SUFFIX]
        except FileNotFoundError:
            return found
        except OSError as error:
            self._tell(f"{str(self.folder)!r} cannot be read: {error.strerror}")
            return found
        for path in paths:
            try:
                found.append(Kept(path, read_game(path), changed(path)))
            except (BadFile, BadRecord, OSError) as error:
                self._tell(f"{path.name}: {error}")
        return sorted(found, key=lambda kept: (kept.date, kept.path.name), reverse=True)

    def _new_path(self, live: LiveGame) -> Path:
        self.folder.mkdir(parents=True, exist_ok=True)
        minute = datetime.now().strftime("%Y-%m-%d-%H%M")
        while True:
            path = self.folder / f"{minute}-{live.game.name}-{token_hex(2)}{SUFFIX}"
            if not path.exists():
                return path

    def _tell(self, line: str) -> None:
        if self.report is not None:
            self.report(line)


def read_game(path: Path | str) -> GameRecord:
    """Return the first game of a file; raise BadFile or BadRecord if there is none."""
    with open_records(str(path)) as found:
        for entry in found:
            if isinstance(entry, BadRecord):
                raise entry
            return entry.record
    raise BadRecord(f"there is no game in {str(path)!r}")


def changed(path: Path) -> datetime:
    """Return when a file was last written."""
    return datetime.fromtimestamp(path.stat().st_mtime)
