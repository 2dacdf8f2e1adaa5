"""Marks for other programs: CSV for spreadsheets, results for Gradescope, JUnit XML."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any, Literal
from xml.etree import ElementTree as ET

from outwit.reports.export import FORMULA
from outwit.server.values.marksview import PASSED, parts_of
from outwit.server.values.marktable import TableLine
from outwit.storage.marks import StoredMark

COLUMNS = (
    *("name", "hand_ins", "active", "handed_in", "late_percent", "language", "state"),
    *("public", "whole", "final", "most", "rank", "rating", "forfeits", "last_hand_in"),
)
# What XML 1.0 cannot hold, however it is escaped.
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
LONGEST_NAME = 60
# The date of files in archives, so that the same marks are the same bytes.
DATE = (1980, 1, 1, 0, 0, 0)

# The mark that counts of each active hand-in, by hand-in.
Marks = Mapping[str, StoredMark]
# The forms of an export.
Form = Literal["csv", "gradescope", "junit"]


def export(form: Form, title: str, lines: Sequence[TableLine], marks: Marks) -> bytes:
    """Return the marks of an assignment in one of the forms."""
    if form == "csv":
        return as_csv(lines, marks).encode()
    if form == "gradescope":
        return as_gradescope(lines, marks)
    return as_junit(title, lines, marks).encode()


def as_csv(lines: Sequence[TableLine], marks: Marks) -> str:
    """Return the table with a line for each student, and the points of each part."""
    points = {
        line.account: parts_of(found)
        for line in lines
        if (found := mark_of(line, marks)) is not None
    }
    titles = list(dict.fromkeys(name for parts in points.values() for name in parts))
    text = io.StringIO()
    write = csv.writer(text, lineterminator="\n").writerow
    write([harmless(cell) for cell in (*COLUMNS, *titles)])
    for line in lines:
        own = points.get(line.account, {})
        cells = [*cells_of(line), *(rounded(own.get(title)) for title in titles)]
        write([harmless(cell) for cell in cells])
    return text.getvalue()


def cells_of(line: TableLine) -> list[object]:
    """Return the cells of a line."""
    active = line.active
    return [
        line.name,
        line.handins,
        active.number if active else "",
        active.at.isoformat(timespec="seconds") if active else "",
        round(100 * line.penalty),
        active.language if active else "",
        active.state if active else "",
        rounded(line.public.score if line.public else None),
        rounded(line.whole.score if line.whole else None),
        rounded(line.final),
        rounded(line.most),
        line.rank or "",
        "" if line.rating is None else round(line.rating),
        line.forfeits,
        line.last.isoformat(timespec="seconds") if line.last else "",
    ]


def rounded(points: float | None) -> object:
    """Return points with two digits, empty for none."""
    return "" if points is None else round(points, 2)


def harmless(cell: object) -> object:
    """Return a cell that no spreadsheet computes."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell


def as_gradescope(lines: Sequence[TableLine], marks: Marks) -> bytes:
    """Return a zip with a results.json for each student who has a mark.

    The score is the final one; the penalty for being late is a line of its own.
    """
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for line in lines:
            found = mark_of(line, marks)
            if found is not None and line.final is not None:
                name = f"{file_name(line.name)}-{line.account}/results.json"
                info = zipfile.ZipInfo(name, DATE)
                archive.writestr(info, f"{json.dumps(results_of(line, found), indent=1)}\n")
    return target.getvalue()


def results_of(line: TableLine, mark: StoredMark) -> dict[str, Any]:
    """Return a report with the final score."""
    assert line.final is not None
    results = {**mark.report, "score": round(line.final, 4)}
    if line.penalty:
        lost = {
            "name": "late",
            "score": round(line.final - mark.score, 4),
            "max_score": 0.0,
            "output": f"{100 * line.penalty:.0f} % of the points for handing in late",
            "visibility": "visible",
        }
        results["tests"] = [*results.get("tests", []), lost]
    return results


def file_name(name: str) -> str:
    """Return a name of a folder for the name of a student.

    >>> file_name("Bea Ünal & ../x")
    'Bea-Ünal-x'
    """
    return "-".join(re.findall(r"\w+", name))[:LONGEST_NAME] or "student"


def as_junit(title: str, lines: Sequence[TableLine], marks: Marks) -> str:
    """Return a suite for each student who has a mark, with a test for each case."""
    root = ET.Element("testsuites", name=clean(title))
    total = failed = 0
    for line in lines:
        found = mark_of(line, marks)
        if found is None:
            continue
        tests = found.report.get("tests", [])
        wrong = sum(test.get("status") != PASSED for test in tests)
        suite = ET.SubElement(
            root,
            "testsuite",
            name=clean(line.name),
            tests=str(len(tests)),
            failures=str(wrong),
            errors="0",
        )
        properties = ET.SubElement(suite, "properties")
        points = f"{rounded(line.final)} of {rounded(line.most)}"
        ET.SubElement(properties, "property", name="points", value=points)
        for test in tests:
            case = ET.SubElement(
                suite,
                "testcase",
                name=clean(str(test.get("name", ""))),
                classname=clean(line.name),
            )
            if test.get("status") != PASSED:
                evidence = clean(str(test.get("output", "")))
                message = evidence.partition("\n")[0][:200]
                ET.SubElement(case, "failure", message=message).text = evidence
        total += len(tests)
        failed += wrong
    root.set("tests", str(total))
    root.set("failures", str(failed))
    root.set("errors", "0")
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def clean(text: str) -> str:
    """Return a text that XML can hold."""
    return FORBIDDEN.sub("", text)


def mark_of(line: TableLine, marks: Marks) -> StoredMark | None:
    """Return the mark that counts of a student's active hand-in."""
    return None if line.active is None else marks.get(line.active.id)
