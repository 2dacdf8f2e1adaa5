"""Writes the files of a contest: page, tables, records."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from outwit.arena.store import Store
from outwit.cli.target import STANDARD_OUTPUT, check_other_file, write_target
from outwit.errors import BadFile
from outwit.reports.album import album_of
from outwit.reports.export import as_csv, as_json
from outwit.reports.page import as_html
from outwit.reports.rendering import templates
from outwit.reports.summary import summary_of


def write_outputs(
    store: Store,
    *,
    html: str | None = None,
    csv: str | None = None,
    json: str | None = None,
    records: str | None = None,
) -> list[str]:
    """Write the files whose paths are given; return their paths. Raise BadFile if one fails.

    ``-`` is standard output, and no file. The tournament's own file, and a page without Jinja2, are
    refused before anything is written.
    """
    for path in (html, csv, json, records):
        check_other_file(path, store.path)
    if html:
        templates()
    written = []
    if html or csv or json:
        summary = summary_of(store)
        if html:
            write_target(html, as_html(summary, album_of(store, summary)).encode())
        for path, write in ((csv, as_csv), (json, as_json)):
            if path:
                write_target(path, write(summary).encode())
        written += [path for path in (html, csv, json) if path]
    if records:
        _write_records(store, records)
        written.append(records)
    return [path for path in written if path != STANDARD_OUTPUT]


def _write_records(store: Store, path: str) -> None:
    """Write the games one at a time; they may not fit into memory together."""
    texts = (f"{game.record.rstrip()}\n\n" for game in store.finished())
    if path == STANDARD_OUTPUT:
        sys.stdout.writelines(texts)
        return
    part = f"{path}.part"
    try:
        with open(part, "w", encoding="utf-8") as file:
            file.writelines(texts)
        os.replace(part, path)
    except OSError as error:
        Path(part).unlink(missing_ok=True)
        raise BadFile(f"{path!r} cannot be written: {error.strerror or error}") from None
