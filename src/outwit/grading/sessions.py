"""Sessions of a program: its arguments, input and files, and its right output, files and status.

A file of sessions has the sessions, and the lines that match any line. Bytes are written as texts,
one character a byte (Latin-1). Where ``replay`` is true, the computer chooses some moves; then the
output of our program, given the same choices, is right.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outwit import games
from outwit.core.value import Value
from outwit.errors import BadFile, UsageError
from outwit.files import parse_json, read_bytes, write_bytes
from outwit.process.singlerun import Run, run_once

if TYPE_CHECKING:
    from types import ModuleType

LARGEST_FILE = 1 << 26
# Our own programs are given plenty of time.
PLENTY = 60.0


class RecordedSession(Value):
    """One run of a program."""

    name: str
    arguments: tuple[str, ...] = ()
    files: dict[str, bytes | None] = {}  # noqa: RUF012
    stdin: bytes = b""
    replay: bool = False
    stdout: bytes = b""
    # None where the wording is free.
    stderr: bytes | None = b""
    status: int = 0
    # Files that were made or changed; a folder is None.
    written: dict[str, bytes | None] = {}  # noqa: RUF012


class Suite(Value):
    """The sessions of a game."""

    sessions: tuple[RecordedSession, ...]
    free: tuple[bytes, ...] = ()


def find_suite(place: Path, game: str) -> Path:
    """Return the file of sessions at a place; raise UsageError if there is none."""
    files = [place, place / f"{game}.json", place / "sessions.json"]
    found = next((file for file in files if file.is_file()), None)
    if found is None:
        if not place.exists():
            raise UsageError(f"there is no file or folder {str(place)!r}")
        raise UsageError(f"{str(place)!r} holds no sessions: no file {game}.json or sessions.json")
    return found


def read_suite(path: Path) -> Suite:
    """Read a file of sessions; raise BadFile, naming the session, if it is none."""
    text = read_bytes(str(path), LARGEST_FILE).decode("utf-8", "replace")
    where = path.name
    try:
        data = parse_json(text)
        sessions = []
        for number, fields in enumerate(data["sessions"], 1):
            where = f"{path.name}, session {number}"
            sessions.append(read_session(fields))
        return Suite(tuple(sessions), tuple(map(packed, data["free"])))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadFile(f"{where}: {type(error).__name__}: {error}") from None


def read_session(fields: dict[str, Any]) -> RecordedSession:
    """Read a session."""
    stderr = fields.get("stderr", "")
    return RecordedSession(
        str(fields["name"]),
        tuple(map(str, fields.get("arguments", ()))),
        {name: maybe_packed(data) for name, data in fields.get("files", {}).items()},
        packed(fields.get("stdin", "")),
        bool(fields.get("replay", False)),
        packed(fields.get("stdout", "")),
        None if stderr is None else packed(stderr),
        int(fields.get("status", 0)),
        {name: maybe_packed(data) for name, data in fields.get("written", {}).items()},
    )


def write_suite(path: Path, suite: Suite) -> None:
    """Write a file of sessions, without fields that have their default."""
    data = {
        "free": [unpacked(line) for line in suite.free],
        "sessions": [
            {
                name: spelt(getattr(session, name))
                for name in RecordedSession.fields
                if name == "name" or getattr(session, name) != getattr(RecordedSession, name)
            }
            for session in suite.sessions
        ],
    }
    write_bytes(str(path), f"{json.dumps(data, indent=1)}\n".encode())


def packed(text: str) -> bytes:
    """Return the bytes of a text."""
    return text.encode("latin-1")


def maybe_packed(text: str | None) -> bytes | None:
    """Return the bytes of a file, None for a folder."""
    return None if text is None else packed(text)


def unpacked(data: bytes) -> str:
    """Return bytes as a text."""
    return data.decode("latin-1")


def spelt(value: object) -> object:
    """Return a field as JSON has it."""
    if isinstance(value, bytes):
        return unpacked(value)
    if isinstance(value, dict):
        return {name: spelt(part) for name, part in value.items()}
    return value


def words_of(session: RecordedSession) -> list[str | bytes]:
    """Return the arguments as bytes, as they are written."""
    return [packed(word) for word in session.arguments]


def changes(before: dict[str, bytes | None], run: Run) -> dict[str, bytes | None]:
    """Return the files that a run has made or changed."""
    folders = {os.path.dirname(name) for name in before}
    return {
        name: data
        for name, data in run.files.items()
        if (name not in before or before[name] != data) and name not in folders
    }


def renew(session: RecordedSession, program: ModuleType) -> RecordedSession:
    """Return the session with the output of our program as it is now."""
    if session.replay:
        return session.replace(stdout=b"", stderr=b"", status=0, written={})
    command = [sys.executable, "-c", f"from {program.__name__} import main; main()"]
    run = run_once(
        command,
        words_of(session),
        session.stdin,
        session.files,
        PLENTY,
        environment=games.environment(),
        enclosed=False,
    )
    return session.replace(
        stdout=run.stdout,
        stderr=None if session.stderr is None else run.stderr,
        status=run.status,
        written=changes(session.files, run),
    )
