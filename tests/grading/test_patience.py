"""A program that does not answer is given up, and nothing else is."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from outwit.grading.mark import Result
from outwit.grading.patience import MOST_SILENT, Patience
from outwit.grading.plan import Job
from outwit.grading.program import Program
from outwit.grading.text import print_text
from tests.grading.parrot import parrot_marker
from tests.grading.programs import script

IN_TIME, LATE = Result("x", False), Result("x", False, late=True)
NO_ANSWER = LATE.replace(silent=True)
PROGRAM = Program(("true",))
HEAD = '[[part]]\nname = "manners"\npoints = 4\n'
EXAM = f"seconds = 1\n{HEAD}" + "".join(
    f'[[part.case]]\nname = "case {number}"\nsays = "hello"\n' for number in range(6)
)


def run(*results: Result) -> list[bool]:
    """Tell of each case whether it was run; the last is one more than the results."""
    patience = Patience()
    coming = iter((*results, IN_TIME))
    case = Job("case", lambda _: next(coming))
    return [patience.run(case, PROGRAM).is_run for _ in range(len(results) + 1)]


@pytest.mark.parametrize(
    ("before", "goes_on"),
    [
        ((NO_ANSWER,) * 3, False),
        ((NO_ANSWER,) * 2, True),
        # It never ended in time, whatever it printed.
        ((LATE,) * 3, False),
        # It can answer: somebody who is slow is not silent.
        ((IN_TIME, *(LATE,) * 9), True),
        ((IN_TIME, *(NO_ANSWER,) * 3), False),
        # Not in a row.
        ((NO_ANSWER, NO_ANSWER, IN_TIME, NO_ANSWER, NO_ANSWER), True),
    ],
)
def test_three_cases_in_a_row_without_an_answer_are_enough(
    before: tuple[Result, ...], goes_on: bool
) -> None:
    assert run(*before) == [*(True for _ in before), goes_on]


def test_three_cases_are_begun_at_most_until_a_program_has_answered() -> None:
    patience = Patience()
    begun = Barrier(3, timeout=20)

    def hang(_: Program) -> Result:
        begun.wait()
        return NO_ANSWER

    with ThreadPoolExecutor(8) as pool:
        jobs = [pool.submit(patience.run, Job("case", hang), PROGRAM) for _ in range(20)]
    assert sum(job.result().is_run for job in jobs) == 3
    told = "given up: no answer within 60 s in 3 cases in a row; 17 cases not run"
    assert patience.told(60) == told


@pytest.mark.compiled_only
def test_a_report_says_that_a_program_was_given_up(tmp_path: Path) -> None:
    marker = parrot_marker(tmp_path, EXAM)
    marker.workers.jobs = 1
    mark = marker.mark(script(tmp_path, "import time; time.sleep(60)"))
    results = mark.parts[0].results
    assert [result.is_run for result in results] == [True] * MOST_SILENT + [False] * 3
    told = "given up: no answer within 1 s in 3 cases in a row; 3 cases not run"
    assert mark.remarks == [told]
    assert mark.why.startswith(told)
    text = print_text(mark, None)
    assert text.count("manners, case") == MOST_SILENT
    assert text.splitlines()[-3:] == [
        f"  {told}",
        "  manners        0/6    0.00 of 4",
        "  mark                  0.00 of 4",
    ]


@pytest.mark.compiled_only
def test_a_program_that_answers_and_does_not_end_is_marked_to_the_end(tmp_path: Path) -> None:
    code = "import time; print('hello', flush=True); time.sleep(60)"
    answering = EXAM.replace('says = "hello"', 'arguments = ["stay"]\nsays = "hello"')
    answering = answering.replace('["stay"]', "[]", 1)
    marker = parrot_marker(tmp_path, answering)
    marker.workers.jobs = 1
    mark = marker.mark(script(tmp_path, f"import sys\nif sys.argv[1:]:\n {code}\nprint('hello')"))
    assert mark.full
    assert mark.remarks == []
