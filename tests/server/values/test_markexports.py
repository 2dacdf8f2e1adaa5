"""Marks for other programs: nothing is computed by spreadsheets, nothing leaves its folder."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from datetime import UTC, datetime
from xml.etree import ElementTree as ET

import pytest

from outwit.server.values.markexports import as_csv, as_gradescope, as_junit
from outwit.server.values.marktable import TableLine
from outwit.storage.handins import HandIn
from outwit.storage.marks import StoredMark
from tests.server.school import PARTS, report_of

AT = datetime(2030, 1, 31, 18, tzinfo=UTC)
EVIL = '=HYPERLINK("x")'


def line_of(account: int, name: str, penalty: float = 0.0) -> tuple[TableLine, StoredMark]:
    """Return a line of the table, and the mark of its hand-in."""
    key = f"HANDIN{account:02}"
    handin = HandIn(
        key, "HOMEWORK", account, 2, name, account, AT, "", "ready", True, "C", None, None, "", ""
    )
    report = report_of(["a clone"], PARTS)
    mark = StoredMark(account, key, 1, False, True, 16.0, 20.0, report, AT)
    final = 16.0 * (1 - penalty)
    return (
        TableLine(account, name, 2, AT, handin, mark, None, penalty, final, 20.0, 1, 55.4, 3),
        mark,
    )


def test_no_cell_is_a_formula() -> None:
    line, mark = line_of(1, EVIL)
    report = {"extra_data": {"parts": [{"name": "@part", "score": 1.0}]}}
    text = as_csv([line], {mark.handin: mark.replace(report=report)})
    head, row = csv.reader(io.StringIO(text))
    assert row[0] == f"'{EVIL}"
    assert head[-1] == "'@part"
    assert [row[head.index(name)] for name in ("final", "most", "rating")] == ["16.0", "20.0", "55"]


def test_a_student_without_a_mark_is_in_the_table_only() -> None:
    line, _ = line_of(1, "Bea")
    line = line.replace(public=None, final=None, most=None)
    assert "Bea,2,2" in as_csv([line], {})
    assert not zipfile.ZipFile(io.BytesIO(as_gradescope([line], {}))).namelist()
    assert 'tests="0"' in as_junit("A bot", [line], {})


def test_results_are_final_and_lie_in_folders_of_their_own() -> None:
    lines, marks = zip(*(line_of(each, "../Bea/..", 0.1) for each in (1, 2)), strict=True)
    data = as_gradescope(lines, {mark.handin: mark for mark in marks})
    archive = zipfile.ZipFile(io.BytesIO(data))
    assert archive.namelist() == ["Bea-1/results.json", "Bea-2/results.json"]
    results = json.loads(archive.read("Bea-1/results.json"))
    assert results["score"] == pytest.approx(14.4)
    assert results["tests"][-1]["score"] == pytest.approx(-1.6)
    assert data == as_gradescope(lines, {mark.handin: mark for mark in marks})


def test_each_student_is_a_suite_with_the_evidence() -> None:
    line, mark = line_of(1, "Bea \x00 <b>")
    root = ET.fromstring(as_junit("A bot", [line], {mark.handin: mark}))
    (suite,) = root.findall("testsuite")
    assert (suite.get("name"), suite.get("tests"), suite.get("failures")) == ("Bea  <b>", "5", "1")
    (failure,) = suite.iter("failure")
    assert failure.get("message") == "a clone went wrong"
    assert (root.get("tests"), root.get("failures")) == ("5", "1")
