"""Whatever a program prints, its examiner lists mistakes."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import outwit
from outwit.assignments.assignment import assignment_of
from outwit.assignments.exam import ExamCase, Examiner, Exchange, Transcript
from outwit.assignments.paper import find_examiner, read_exam

GAMES = ("ataxx", "jesonmor")
PIECES = (
    "7 r - - - - - b\n6 - - - - - - -\n5 - - x - x - -\n",
    "3|K K K|3\n2|. x .|2\n1|K K K|1\n",
    "      5|K A K A K|5\n      4|. . . . .|4\n      3|. \x1b[32mK\x1b[0m x . .|3\n",
    "Red> ",
    "Blue> ",
    "* Red wins!\n",
    "Winner: White\n",
    "White score: 3\nBlack score: -99999999999999999999\n",
    "score 1 2 3\n",
    "Total Moves: 5\n",
    "a b c d e\n",
    "\x00\xff\u0660\u2028\x1b[",
    "0" * 3000,
    "- - - - - - -\n" * 7,
    ". . .\n. . .\n. . .\n",
    "A A A\nA A A\nA A A\n",
)


def exam_of(name: str) -> tuple[Examiner, list[ExamCase]]:
    exam = assignment_of(outwit.game(name)).exam
    assert exam is not None
    return find_examiner(exam), [
        case for part in read_exam(Path(exam.path)).parts for case in part.cases
    ]


def talk(examiner: Examiner, case: ExamCase, prints: list[str]) -> Transcript:
    """Let the typist of a case talk with a program that prints these texts."""
    typist = examiner.typist(case)
    typed: str | None = ""
    exchanges, printed = [], ""
    for text in prints:
        exchanges.append(Exchange(typed, text, ""))
        if typed is None:
            break
        printed += text
        typed = typist(printed)
    return Transcript(tuple(exchanges), 1, "", {}, 0.1)


@pytest.mark.parametrize("name", GAMES)
def test_random_text_is_marked(name: str) -> None:
    examiner, cases = exam_of(name)
    rng = Random(4)
    for case in cases:
        prints = ["".join(rng.choices(PIECES, k=rng.randrange(6))) for _ in range(30)]
        for mistake in examiner.judge(case, talk(examiner, case, prints), {}):
            assert mistake.what


@pytest.mark.parametrize("name", GAMES)
def test_no_output_is_a_mistake_in_every_case_that_asks_for_some(name: str) -> None:
    examiner, cases = exam_of(name)
    for case in cases:
        found = examiner.judge(case, talk(examiner, case, [""]), {})
        assert bool(found) == ("refusal" not in case.asks), case.name


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("text", ["3|K K K|3\n", "Red wins, score 1\n", "\x1b[1m"])
def test_a_megabyte_is_marked(name: str, text: str) -> None:
    # It is, in seconds, if everything is read once; else this does not end.
    examiner, cases = exam_of(name)
    flood = text * ((1 << 20) // len(text))
    assert examiner.judge(cases[0], talk(examiner, cases[0], [flood, flood[:100]]), {})
