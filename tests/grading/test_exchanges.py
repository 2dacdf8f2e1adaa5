"""Cases of an exam: how they are run, and what a report tells of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from outwit.grading.mark import Mark
from outwit.grading.text import write_text
from tests.grading.parrot import EXAM, GOOD, HALF, parrot_marker
from tests.grading.programs import script

pytestmark = pytest.mark.compiled_only


def mark(folder: Path, code: str, **settings: float) -> Mark:
    return parrot_marker(folder, EXAM, **settings).mark(script(folder, code))


def test_who_does_what_is_asked_gets_all_points(tmp_path: Path) -> None:
    marked = mark(tmp_path, GOOD)
    assert (marked.score, marked.most, marked.full, marked.why) == (10, 10, True, "")


def test_a_part_that_needs_another_counts_only_if_that_is_full(tmp_path: Path) -> None:
    marked = mark(tmp_path, HALF)
    assert [(part.score, part.passed) for part in marked.parts] == [(2, 1), (0, 1)]
    assert marked.parts[1].locked == "manners must be full first"


def test_a_failure_shows_what_was_given_expected_found_and_who_asks(tmp_path: Path) -> None:
    text = write_text(mark(tmp_path, HALF))
    assert "manners: 1 of 2 failed (asked: page 1)" in text
    assert "manners, repeats what is typed (asked: page 2):\n  it does not say two\n" in text
    assert "  expected   found\n  two\n" in text
    assert "  typed:\n    | one\n    | two\n" in text
    assert "  file 'note':\n    | a file\n" in text
    assert "it ended with exit status 0" in text


def test_all_failures_are_listed_but_not_what_is_hidden(tmp_path: Path) -> None:
    text = write_text(mark(tmp_path, "print('nothing')"))
    assert "manners, says hello:" in text
    assert "manners, repeats what is typed" in text
    assert "more, a secret:\n  this case is hidden\n" in text
    assert "does not say secret" not in text
    assert "more: 1 of 1 failed (ours: the assignment does not ask for it)" in text


def test_what_was_printed_before_a_timeout_is_shown(tmp_path: Path) -> None:
    code = "import time\nprint('so far')\ntime.sleep(60)"
    evidence = mark(tmp_path, code, seconds=2).parts[0].results[0].evidence
    assert "| so far" in evidence
    assert "it did not end within 2 s" in evidence
    assert "flush" not in evidence


def test_who_prints_nothing_before_a_timeout_is_told_of_buffers(tmp_path: Path) -> None:
    reads = "import sys, time\nsys.stdin.readline()\nsys.stdin.readline()\ntime.sleep(60)"
    evidence = mark(tmp_path, reads, seconds=3).parts[0].results[1].evidence
    assert "it must flush its output before it reads input" in evidence
    evidence = mark(tmp_path, "import time\ntime.sleep(60)", seconds=0.6).parts[0].results[1].told
    assert "flush" not in evidence


def test_long_errors_show_their_head_and_tail(tmp_path: Path) -> None:
    code = "import sys\nsys.exit('first\\n' + 'x\\n' * 9999 + 'last')"
    evidence = mark(tmp_path, code).parts[0].results[0].evidence
    assert "! first" in evidence
    assert "! last" in evidence
    assert "characters left out" in evidence
    assert len(evidence) < 9_000


def test_output_that_a_program_holds_back_comes_line_by_line(tmp_path: Path) -> None:
    """As C does: its output is kept until much has gathered, unless it goes to a terminal."""
    code = (
        "import os, sys\n"
        "out = os.fdopen(os.dup(1), 'w', 1 if os.isatty(1) else 8192)\n"
        "for line in sys.stdin: out.write('heard ' + line)\n"
    )
    case = parrot_marker(tmp_path)
    _, result = case.run_case("repeats what is typed", script(tmp_path, code))
    assert "> one\n  | heard one\n  > two\n  | heard two\n  > (the end of the input)" in (
        result.evidence
    )


def test_one_case_is_run_alone_and_tells_all(tmp_path: Path) -> None:
    command = script(tmp_path, f"{GOOD}open('made', 'w').write('left behind')")
    part, result = parrot_marker(tmp_path).run_case("manners: repeats what is typed", command)
    assert (part, result.passed) == ("manners", True)
    assert "> one\n  | you said one" in result.evidence
    assert "file 'made' afterwards:\n  | left behind" in result.evidence
