"""A student's program for Jeson Mor, right and with one mistake, marked by our exam."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import pytest

import outwit
from outwit.assignments.assignment import assignment_of
from outwit.assignments.exam import ExamCase
from outwit.assignments.paper import find_examiner, read_exam
from outwit.grading.exchanges import judge
from outwit.grading.program import Program
from tests.grading.examined import Known
from tests.players.bots import our_program

pytestmark = pytest.mark.compiled_only

STUDENT = str(Path(__file__).parents[2] / "grading" / "students" / "jesonmor.py")
# A case about another thing: who makes one mistake passes it.
OTHER = "moves of both are counted"


@cache
def cases() -> dict[str, ExamCase]:
    exam = assignment_of(outwit.game("jesonmor")).exam
    assert exam is not None
    return {
        case.name: case
        for part in read_exam(Path(exam.path)).parts
        for case in part.cases
        if not part.bonus
    }


def told(mistake: str, name: str, kind: type[Program] = Program) -> str:
    """Return what the report says of a case, nothing if it is passed."""
    exam = assignment_of(outwit.game("jesonmor")).exam
    assert exam is not None
    program = kind((sys.executable, STUDENT, "--mistake", mistake))
    result = judge(program, find_examiner(exam), cases()[name])
    return "" if result.passed else result.evidence


# Not all: they take a second each, on a machine that has other things to do.
@pytest.mark.parametrize("name", list(cases())[::5])
def test_our_own_program_passes(name: str) -> None:
    exam = assignment_of(outwit.game("jesonmor")).exam
    assert exam is not None
    result = judge(Program(our_program("jesonmor")), find_examiner(exam), cases()[name])
    assert result.passed, result.evidence


@pytest.mark.parametrize("name", cases())
def test_a_right_program_passes_every_case(name: str) -> None:
    assert told("none", name, Known) == ""


def test_archers_are_missed_only_where_they_earn_more() -> None:
    exam = assignment_of(outwit.game("jesonmor")).exam
    assert exam is not None
    [part] = [part for part in read_exam(Path(exam.path)).parts if part.name == "archers"]
    result = judge(Program((sys.executable, STUDENT)), find_examiner(exam), part.cases[0])
    assert part.bonus
    assert "there are no archers" in result.evidence


@pytest.mark.parametrize(
    ("mistake", "name", "words"),
    [
        ("row 1 on top", "columns have letters, rows numbers, the centre an x", "row 1 is at the"),
        ("even boards", "a board of 4 is refused", "a game begins"),
        ("no blocking", "a blocked knight does not move", "'a1->c2' is obeyed, although another"),
        ("captures own pieces", "a player's own piece is not captured", "own piece stands there"),
        ("computer first", "the user moves first", "the computer moves before the user"),
        ("ends on words", "words", "the program ends when 'hello' is typed"),
        ("wrong input loses the turn", "half a move", "'a1->' is obeyed"),
        ("moves the computer's pieces", "a piece of the computer's", "'a5->b3' is obeyed"),
        ("always the first move", "it chooses at random", "not choose its moves at random"),
        ("score counts moves", "a move counts", "the score of the user is wrong"),
        ("captures under protection", "no capture within the first 5 moves", "may not"),
        (
            "wins under protection",
            "leaving it with the last protected move does not win",
            "but the game goes on",
        ),
        (
            "centre forgotten",
            "a knight that leaves the centre wins on a board of 7",
            "after d4->",
        ),
        (
            "stuck player loses",
            "no move and protection: the scores decide",
            "the user has won, not the computer",
        ),
    ],
)
def test_a_mistake_is_named_and_costs_its_case(mistake: str, name: str, words: str) -> None:
    assert words in told(mistake, name)
    assert told(mistake, OTHER) == ""
