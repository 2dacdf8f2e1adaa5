"""Marks a folder of submissions; a broken one does not affect the others."""

from __future__ import annotations

import csv
import io
import json
import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

from outwit.errors import BadFile, OutwitError, UsageError
from outwit.files import parse_json, parse_toml, read_bytes, write_bytes
from outwit.grading.evidence import shown
from outwit.grading.gradescope import facts
from outwit.grading.mark import Mark
from outwit.grading.marker import Marker
from outwit.grading.reports import write_report
from outwit.grading.runner import read_regular

RUN, DESCRIPTION = "run", "bot.toml"
REPORTS = "reports"
LARGEST_REPORT = 1 << 28
# A spreadsheet would take a cell that begins so for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def submissions(folder: Path) -> list[Path]:
    """List the submissions, by name; raise UsageError if there are none."""
    if not folder.is_dir():
        raise UsageError(f"there is no folder {str(folder)!r}")
    found = [
        path for path in folder.iterdir() if path.is_dir() and not path.name.startswith((".", "_"))
    ]
    if not found:
        raise UsageError(f"{str(folder)!r} holds no submissions: no sub-folder is in it")
    return sorted(found)


def command_of(folder: Path) -> tuple[str, ...]:
    """Return a submission's command; raise BadFile if it names none.

    ``run`` is the program, if it may be executed; otherwise it holds the command line. In
    ``bot.toml`` it is the field ``command`` of the file or of its first table ``[[bot]]``.
    """
    run = folder / RUN
    if run.is_file() and os.access(run, os.X_OK):
        return (f"./{RUN}",)
    if (text := read_regular(str(run))) is not None:
        return split_command(text.decode("utf-8", "replace"), RUN)
    if (text := read_regular(str(folder / DESCRIPTION))) is None:
        raise BadFile(f"there is no file {RUN} and no {DESCRIPTION}")
    try:
        data = parse_toml(text)
    except BadFile as error:
        raise BadFile(f"{DESCRIPTION}: {error}") from None
    tables = data.get("bot")
    first = tables[0] if isinstance(tables, list) and tables else tables
    command = (first if isinstance(first, dict) else data).get("command")
    if isinstance(command, str):
        return split_command(command, DESCRIPTION)
    if isinstance(command, list) and command and all(isinstance(word, str) for word in command):
        return tuple(command)
    raise BadFile(f"{DESCRIPTION}: no command")


def split_command(text: str, where: str) -> tuple[str, ...]:
    """Split a command line as a shell does."""
    try:
        words = tuple(shlex.split(text, comments=True))
    except ValueError as error:
        raise BadFile(f"{where}: {error}") from None
    if not words:
        raise BadFile(f"{where}: no command")
    return words


def mark_all(
    marker: Marker, folder: Path, output: Path, *, again: bool, say: Callable[[str], None]
) -> list[dict[str, Any]]:
    """Mark every submission, write its reports and a summary, and return the summary's rows.

    Submissions that have a report are not marked again, unless ``again``; so an interrupted run can
    be continued.
    """
    reports = output / REPORTS
    reports.mkdir(parents=True, exist_ok=True)
    rows = []
    for place in submissions(folder):
        report = reports / f"{place.name}.json"
        known = None if again else read_facts(report, marker.game.name)
        if known is None:
            mark = mark_one(marker, place)
            try:
                # The report that says it is done comes last.
                write_report(report.with_name(f"{place.name}.txt"), mark)
                write_report(report, mark)
            except OSError as error:
                mark = mark.replace(error=f"the report cannot be written: {error.strerror}")
            known = facts(mark)
        row = {"name": shown(place.name), **known}
        told = known["error"] or f"{known['score']:.2f} of {known['most']:g}"
        say(shown(f"{place.name}: {told}"))
        rows.append(row)
        write_summary(output, rows)
    return rows


def mark_one(marker: Marker, place: Path) -> Mark:
    """Mark a submission; if it cannot be marked, the mark says why."""
    try:
        return marker.mark(command_of(place), place)
    except (OutwitError, OSError) as error:
        return Mark(marker.game.name, place.name, (), f"{error}")


def read_facts(report: Path, game: str) -> dict[str, Any] | None:
    """Return what a finished report for a game says; None if there is none."""
    try:
        known = parse_json(read_bytes(str(report), LARGEST_REPORT))["extra_data"]
        parts = [(part["name"], part["passed"], part["score"]) for part in known["parts"]]
        complete = (
            known["game"] == game
            and isinstance(known["error"], str)
            and known["most"] >= known["score"] >= 0
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return known if complete and (parts or known["error"]) else None


def write_summary(output: Path, rows: list[dict[str, Any]]) -> None:
    """Write summary.csv and summary.json, whole or not at all."""
    titles = list(dict.fromkeys(part["name"] for row in rows for part in row["parts"]))
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["name", "score", "most", "full", *titles, "error"])
    for row in rows:
        passed = {part["name"]: f"{part['passed']} of {part['total']}" for part in row["parts"]}
        full = "yes" if row["full"] else "no"
        cells = [row["name"], row["score"], row["most"], full]
        cells += [passed.get(title, "") for title in titles]
        table.writerow([harmless(cell) for cell in [*cells, row["error"]]])
    write_bytes(str(output / "summary.csv"), text.getvalue().encode("utf-8", "backslashreplace"))
    write_bytes(str(output / "summary.json"), f"{json.dumps(rows, indent=1)}\n".encode())


def harmless(cell: object) -> object:
    """Return a cell that no spreadsheet computes."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
