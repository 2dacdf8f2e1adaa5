"""The summary of a class: ``summary.csv`` for spreadsheets, ``summary.json`` for programs."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

from outwit.files import write_bytes

# A spreadsheet would take a cell that begins so for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")

# The reason of a submission that has an error, which has a column of its own.
NOT_MARKED = "not marked: see error"


def write_summary(output: Path, rows: list[dict[str, Any]]) -> None:
    """Write both files, whole or not at all."""
    titles = list(dict.fromkeys(part["name"] for row in rows for part in row["parts"]))
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["name", "score", "most", "full", *titles, "why", "error"])
    for row in rows:
        passed = {part["name"]: f"{part['passed']} of {part['total']}" for part in row["parts"]}
        full = "yes" if row["full"] else "no"
        score = "" if row["unmarked"] else row["score"]
        cells = [row["name"], score, row["most"], full]
        cells += [passed.get(title, "") for title in titles]
        why = NOT_MARKED if row["error"] else row["why"]
        table.writerow([harmless(cell) for cell in [*cells, why, row["error"]]])
    write_bytes(str(output / "summary.csv"), text.getvalue().encode("utf-8", "backslashreplace"))
    write_bytes(str(output / "summary.json"), f"{json.dumps(rows, indent=1)}\n".encode())


def harmless(cell: object) -> object:
    """Return a cell that no spreadsheet computes."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
