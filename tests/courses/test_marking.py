from __future__ import annotations

from typing import Any

import pytest

from outwit.courses.entrant import Entrant
from outwit.courses.marking import ALL_HIDDEN, MarkTask, mark
from outwit.errors import BadFile
from outwit.storage.homework import FILE, OWN
from tests.courses.programs import packed

# Right about one of the public cases, and about the hidden one.
PROGRAM = """\
import sys
if len(sys.argv) != 4:
    sys.stderr.write("Usage: push2310 typeO typeX fname\\n")
    sys.exit(1)
sys.exit(0)
"""
SHOWN = """
[[part]]
name = "arguments"
points = 6
[[part.case]]
name = "no arguments"
asks = "error"
code = 1
[[part.case]]
name = "a wrong type"
arguments = ["0", "2", "board"]
asks = "error"
code = 2
[[part.case]]
name = "too many"
arguments = ["0", "1", "board", "more"]
asks = "error"
code = 1
hidden = true
"""
HIDDEN = """
[[part]]
name = "secret"
points = 4
hidden = true
[[part.case]]
name = "one argument"
arguments = ["0"]
asks = "error"
code = 1
"""


def bot(kind: str = "text") -> dict[str, Any]:
    return {"kind": kind, "command": ["python3", "main.py"], "settings": [], "declared": {}}


def marked(paper: str, *, whole: bool, kind: str = "text") -> dict[str, Any]:
    entrant = Entrant("ada #1", bot(kind), packed({"main.py": PROGRAM}))
    exam = FILE if paper else OWN
    return mark(MarkTask("push", entrant, exam, paper and f"seconds = 5\n{paper}", whole, jobs=2))


def test_the_public_mark_knows_nothing_of_hidden_cases() -> None:
    report = marked(SHOWN + HIDDEN, whole=False)
    facts = report["extra_data"]
    assert (facts["score"], facts["most"]) == (2.0, 4.0)
    assert [test["name"] for test in report["tests"]] == [
        "arguments: no arguments",
        "arguments: a wrong type",
    ]
    assert "secret" not in str(report)
    assert "too many" not in str(report)


def test_the_whole_mark_has_them_by_name() -> None:
    report = marked(SHOWN + HIDDEN, whole=True)
    facts = report["extra_data"]
    assert (facts["score"], facts["most"]) == (8.0, 10.0)
    assert [test["status"] for test in report["tests"]] == ["passed", "failed", "passed", "passed"]


def test_an_exam_that_is_hidden_as_a_whole_says_so_before_the_end() -> None:
    facts = marked(HIDDEN, whole=False)["extra_data"]
    assert (facts["score"], facts["most"], facts["error"]) == (0.0, 0.0, ALL_HIDDEN)


def test_a_bot_for_tournaments_is_told_that_it_is_none_for_the_exam() -> None:
    facts = marked("", whole=False, kind="ugi")["extra_data"]
    assert facts["score"] == 0.0
    assert facts["most"] > 0
    assert facts["error"].startswith("this is a bot that speaks ugi, but ")


def test_an_exam_that_cannot_be_read_is_the_fault_of_the_exam() -> None:
    with pytest.raises(BadFile, match=r"exam\.toml, part 1: "):
        marked("[[part]]\n", whole=True)
