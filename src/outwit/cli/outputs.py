"""Writes the files of a contest: page, tables, records."""

from __future__ import annotations

import os
from pathlib import Path

from outwit.arena.store import Store
from outwit.errors import BadFile
from outwit.files import write_bytes
from outwit.reports.export import as_csv, as_json
from outwit.reports.page import as_html
from outwit.reports.summary import summary_of


def write_outputs(
    store: Store,
    *,
    html: str | None = None,
    csv: str | None = None,
    json: str | None = None,
    records: str | None = None,
) -> list[str]:
    """Write the files whose paths are given; return the paths. Raise BadFile if one fails."""
    forms = ((html, as_html), (csv, as_csv), (json, as_json))
    written = []
    summary = summary_of(store) if any(path for path, _ in forms) else None
    for path, write in forms:
        if path and summary is not None:
            write_output(path, write(summary).encode())
            written.append(path)
    if records:
        _write_records(store, records)
        written.append(records)
    return written


def check_writable(path: str) -> None:
    """Raise BadFile if a file cannot be written, before games are played for it."""
    folder = Path(path).parent
    if Path(path).is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        raise BadFile(f"{path!r} cannot be written: there is no such folder to write to")


def write_output(path: str, data: bytes) -> None:
    """Write a file completely or not at all; raise BadFile if that fails."""
    try:
        write_bytes(path, data)
    except OSError as error:
        raise BadFile(f"{path!r} cannot be written: {error.strerror or error}") from None


def _write_records(store: Store, path: str) -> None:
    """Write the games one at a time; they may not fit into memory together."""
    part = f"{path}.part"
    try:
        with open(part, "w", encoding="utf-8") as file:
            file.writelines(f"{game.record.rstrip()}\n\n" for game in store.finished())
        os.replace(part, path)
    except OSError as error:
        Path(part).unlink(missing_ok=True)
        raise BadFile(f"{path!r} cannot be written: {error.strerror or error}") from None
