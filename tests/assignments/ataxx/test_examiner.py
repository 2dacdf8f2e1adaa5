"""A student's program for Ataxx, right and with one mistake, marked by our exam."""

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

STUDENT = str(Path(__file__).parents[2] / "grading" / "students" / "ataxx.py")
# A case about another thing: who makes one mistake passes it.
OTHER = ("board", "after board_on every move shows the board")


@cache
def cases() -> dict[tuple[str, str], ExamCase]:
    exam = assignment_of(outwit.game("ataxx")).exam
    assert exam is not None
    return {
        (part.name, case.name): case
        for part in read_exam(Path(exam.path)).parts
        for case in part.cases
    }


def told(mistake: str, part: str, name: str, kind: type[Program] = Program) -> str:
    """Return what the report says of a case, nothing if it is passed."""
    exam = assignment_of(outwit.game("ataxx")).exam
    assert exam is not None
    program = kind((sys.executable, STUDENT, "--mistake", mistake), seconds=30)
    result = judge(program, find_examiner(exam), cases()[part, name])
    return "" if result.passed else result.evidence


# Not all: they take a second each, on a machine that has other things to do.
@pytest.mark.parametrize(("part", "name"), list(cases())[::5])
def test_our_own_program_passes(part: str, name: str) -> None:
    exam = assignment_of(outwit.game("ataxx")).exam
    assert exam is not None
    result = judge(
        Program(our_program("ataxx"), seconds=30), find_examiner(exam), cases()[part, name]
    )
    assert result.passed, result.evidence


@pytest.mark.parametrize(("part", "name"), cases())
def test_a_right_program_passes_every_case(part: str, name: str) -> None:
    assert told("none", part, name, Known) == ""


@pytest.mark.parametrize(
    ("mistake", "part", "name", "words"),
    [
        ("new keeps the blocks", "commands", "new removes blocks", "after new is wrong: c5 should"),
        ("jumps leave the piece", "moves", "jumps", "a7 should be empty and is red"),
        ("jumps three squares", "moves", "not three squares far", "a7-d7, which is not legal"),
        ("moves the other's pieces", "moves", "not a piece of the other's", "a1-b1, which is not"),
        ("moves onto blocks", "moves", "not to a block", "b7 should be a block and is red"),
        ("forgets the diagonals", "changing colour", "also aslant", "e5 should be red and is blue"),
        ("no reflections", "blocks", "four squares", "c5 should be a block and is empty"),
        ("blocks on pieces", "blocks", "not on the corners", "after block a1, which is not"),
        ("blocks after moves", "blocks", "not after a move", "block c3, which is not allowed"),
        ("passes at will", "pass", "nobody passes who can move", "it is not Blue's turn"),
        ("who is stuck ends the game", "pass", "Red must pass", "the game is not over after"),
        ("30 jumps", "end of the game", "25 jumps: a draw", "is over (nobody has cloned for too"),
        ("forgets the draw", "end of the game", "nobody can move: a draw", "* Draw!"),
        ("random AI", "AI", "Red wins in two moves, once", "Red can win within four moves"),
    ],
)
def test_a_mistake_is_named_and_costs_its_case(
    mistake: str, part: str, name: str, words: str
) -> None:
    assert words in told(mistake, part, name)
    assert told(mistake, *OTHER) == ""
