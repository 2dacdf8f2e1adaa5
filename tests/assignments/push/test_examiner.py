"""A student's program for Push, right and with one mistake, marked by our exam."""

from __future__ import annotations

import pytest

from outwit.assignments.exam import ExamCase, Exchange, Transcript
from outwit.assignments.push import program
from tests.grading.examined import (
    case,
    examiner,
    mistakes_of_ours,
    mistakes_of_student,
    parts,
    told,
)

pytestmark = pytest.mark.compiled_only

ENDS = "last move and game over"
PEOPLE = "partial games with type 0 and H"
MISTAKES = [
    ("pushes only inside", PEOPLE, "a push onto the opposite edge", "after X plays 0 1"),
    ("pushes only one stone", PEOPLE, "a row is pushed as a whole", "at 1 3 there should be"),
    ("counts the edge", ENDS, "stones on the edge earn nothing", "O has 8 points and X has 6"),
    ("forgets the tie", ENDS, "both win", "should name O and X"),
    (
        "accepts any points",
        "errors related to loading",
        "points on the edge",
        "the exit status should be 4",
    ),
    (
        "X starts at the top",
        "first move of type 0",
        "X begins at the bottom right",
        "player X should place at 2 3: a type 0 player X takes the first empty inner cell from the",
    ),
    (
        "goes anticlockwise",
        "first move of type 1",
        "clockwise: the first of several pushes",
        "the first edge cell, clockwise",
    ),
    (
        "goes the bottom row to the right",
        "first move of type 1",
        "clockwise: the bottom row from the right",
        "player X should place at 4 3",
    ),
    (
        "takes the last of equals",
        "first move of type 1",
        "O takes the first of equal values",
        "the first of several",
    ),
    (
        "no blank after the prompt",
        "load and display",
        "the prompt to the letter",
        "one blank after the >",
    ),
    (
        "saves the wrong player",
        "save games",
        "the player who is next",
        "should say that X is next to play",
    ),
    (
        "errors on standard output",
        "errors not related to loading",
        "two arguments",
        "should be on standard error, not on standard output",
    ),
    (
        "end of input exits 0",
        "errors not related to loading",
        "end of input at the first prompt",
        "the exit status should be 5",
    ),
]
LOADING, ARGUMENTS = "errors related to loading", "errors not related to loading"
# Parts in which a mistake costs nothing.
UNTOUCHED = {
    "pushes only one stone": (LOADING, ARGUMENTS, "load and display", "first move of type 0", ENDS),
    "forgets the tie": (LOADING, ARGUMENTS, "save games", PEOPLE, "first move of type 1"),
    "accepts any points": (ARGUMENTS, "load and display", PEOPLE, "complete games"),
    "goes anticlockwise": (LOADING, ARGUMENTS, "first move of type 0", PEOPLE, ENDS),
    "no blank after the prompt": (LOADING, ARGUMENTS, "save games", PEOPLE, "complete games"),
    "saves the wrong player": (LOADING, ARGUMENTS, PEOPLE, ENDS, "complete games"),
    "errors on standard output": ("load and display", "save games", PEOPLE, "complete games"),
    "end of input exits 0": (LOADING, "load and display", "save games", PEOPLE, "complete games"),
}


@pytest.mark.parametrize("part", parts("push"))
def test_right_programs_pass_every_case(part: str) -> None:
    for each in parts("push")[part].cases:
        assert mistakes_of_student("push", "none", each) == []
        assert mistakes_of_ours("push", program.play, each) == []


@pytest.mark.parametrize("part", parts("push"))
def test_a_right_program_passes_prompt_by_prompt(part: str) -> None:
    assert told("push", "none", parts("push")[part].cases[-1]) == ""


@pytest.mark.parametrize(("mistake", "part", "name", "words"), MISTAKES)
def test_a_mistake_is_found_and_named(mistake: str, part: str, name: str, words: str) -> None:
    assert words in told("push", mistake, case("push", part, name))


@pytest.mark.parametrize(("mistake", "part"), [found[:2] for found in MISTAKES])
def test_a_mistake_costs_points_where_it_shows_and_few_elsewhere(mistake: str, part: str) -> None:
    lost = {
        name: sum(bool(mistakes_of_student("push", mistake, each)) for each in paper.cases)
        * paper.points
        / len(paper.cases)
        for name, paper in parts("push").items()
    }
    most = sum(paper.points for paper in parts("push").values())
    assert lost[part] > 0
    assert 0 < sum(lost.values()) < most / 4
    for untouched in UNTOUCHED.get(mistake, ()):
        assert lost[untouched] == 0


def judged(printed: str, of: ExamCase, status: int = 0, errors: str = "") -> str:
    """Return what is wrong with an output, all mistakes in one text."""
    transcript = Transcript((Exchange("", printed, errors),), status, "", {}, 0.0)
    return "; ".join(mistake.what for mistake in examiner("push").judge(of, transcript, {}))


def test_the_wording_counts_only_where_a_case_is_about_it() -> None:
    board, after = (
        "  0.0.0.\n0.4O2X1O0.\n0.9.1O5X0.\n 0.0.0.\n",
        "\n0.0.0.  \n0.4O2X1O0.\n0.9O1O5X0.\n0.0.0.\n",
    )
    printed = f"Welcome\n\n{board}{board}o : (R C) >{after}winner is O!\n"
    assert judged(printed, case("push", ENDS, "O wins")) == ""
    assert "letter by letter" in judged(printed, case("push", ENDS, "the winners to the letter"))


def test_what_was_found_is_quoted_as_it_was_printed() -> None:
    board = "  0.0.0.\n0.4O2X1O0.\n0.9.1O5X0.\n  0.0.0.\n"
    printed = f"{board}O:(R C)> {board.replace('9.', '9O')}The winner is: X\n"
    transcript = Transcript((Exchange("", printed, ""),), 0, "", {}, 0.0)
    (mistake,) = examiner("push").judge(case("push", ENDS, "O wins"), transcript, {})
    assert (mistake.expected, mistake.found) == ("Winners: O", "The winner is: X")


@pytest.mark.parametrize(
    ("printed", "words"),
    [
        ("", "a board is missing: after the game is loaded; the program crashed (signal 11)"),
        ("0.0.\n" * 3, "the board after the game is loaded is wrong: it has 3 rows"),
        ("O:(R C)> " * 400_000, "a board should come here"),
        ("\0\ufffd" * 2_000_000, "a board is missing"),
        ("0." * 2_000_000, "it has 1 rows, not 4"),
        ("0.\n" * 4, "row 0 should be"),
    ],
)
def test_whatever_is_printed_has_a_reason(printed: str, words: str) -> None:
    of = case("push", "load and display", "a small board")
    assert words in judged(printed, of, 139)
