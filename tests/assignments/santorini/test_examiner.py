"""A student's program for Santorini, right and with one mistake, marked by our exam."""

from __future__ import annotations

from random import Random

import pytest

from outwit.assignments.exam import ExamCase, Exchange, Transcript
from outwit.assignments.santorini import program
from outwit.assignments.santorini.screen import board_of
from outwit.assignments.santorini.weights import Weights
from outwit.errors import BadFile
from outwit.games.santorini import bots
from outwit.games.santorini.rules import WORKERS, Santorini
from tests.grading.examined import (
    case,
    examiner,
    mistakes_of_ours,
    mistakes_of_student,
    parts,
    told,
)

pytestmark = pytest.mark.compiled_only

PEOPLE = "two human players"
ENDS = "end of the game"
HEURISTIC = "heuristic player"
MISTAKES = [
    ("steps onto workers", PEOPLE, "no step onto a worker", "as worker A stands there; but"),
    ("climbs two levels", PEOPLE, "two levels up are not", "cannot climb to level 2"),
    (
        "cannot build where it stood",
        PEOPLE,
        "the place just left can be built on",
        "the program says 'Cannot build ne', but it should show the board after white plays B",
    ),
    ("builds on domes", PEOPLE, "a dome cannot be built on", "as there is a dome; but"),
    ("moves anybody's workers", PEOPLE, "not your worker", "as white has no worker Y"),
    ("forgets blocked players", ENDS, "blue cannot move", "no worker of blue can move and build"),
    ("measures as a rook walks", HEURISTIC, "distance_score", "the distance_score of"),
    ("forgets the center", HEURISTIC, "chooses by the scores", "weights"),
    ("does not take the win", HEURISTIC, "wins when it can", "could step to level 3 and win"),
    (
        "computers are silent",
        HEURISTIC,
        "heuristic prints its moves",
        "should print the move it took",
    ),
    ("random is not random", "random player", "chooses at random", "plays the same move each"),
    (
        "keeps what could be redone",
        "undo and redo",
        "a new turn drops what could be redone",
        "redo at turn 2 does nothing there",
    ),
]
RANDOM, UNDO = "random player", "undo and redo"
# Parts in which a mistake costs nothing.
UNTOUCHED = {
    "cannot build where it stood": ("board", UNDO),
    "climbs two levels": ("board", UNDO),
    "moves anybody's workers": ("board", ENDS, RANDOM, HEURISTIC, UNDO),
    "forgets blocked players": ("board", PEOPLE, UNDO),
    "measures as a rook walks": ("board", PEOPLE, ENDS, RANDOM, UNDO),
    "forgets the center": ("board", PEOPLE, ENDS, RANDOM, UNDO),
    "does not take the win": ("board", PEOPLE, ENDS, RANDOM, UNDO),
    "computers are silent": ("board", PEOPLE, ENDS, UNDO),
    "random is not random": ("board", PEOPLE, ENDS, UNDO),
    "keeps what could be redone": ("board", PEOPLE, ENDS, RANDOM, HEURISTIC),
}


@pytest.mark.parametrize("part", parts("santorini"))
def test_right_programs_pass_every_case(part: str) -> None:
    for each in parts("santorini")[part].cases:
        assert mistakes_of_student("santorini", "none", each) == []
        assert mistakes_of_ours("santorini", program.play, each) == []


@pytest.mark.parametrize("part", parts("santorini"))
def test_a_right_program_passes_prompt_by_prompt(part: str) -> None:
    assert told("santorini", "none", parts("santorini")[part].cases[-1]) == ""


@pytest.mark.parametrize(("mistake", "part", "name", "words"), MISTAKES)
def test_a_mistake_is_found_and_named(mistake: str, part: str, name: str, words: str) -> None:
    assert words in told("santorini", mistake, case("santorini", part, name))


@pytest.mark.parametrize(("mistake", "part"), [found[:2] for found in MISTAKES])
def test_a_mistake_costs_points_where_it_shows_and_few_elsewhere(mistake: str, part: str) -> None:
    lost = {
        name: sum(bool(mistakes_of_student("santorini", mistake, each)) for each in paper.cases)
        * paper.points
        / len(paper.cases)
        for name, paper in parts("santorini").items()
    }
    most = sum(paper.points for paper in parts("santorini").values())
    assert lost[part] > 0
    assert 0 < sum(lost.values()) < most / 4
    for untouched in UNTOUCHED.get(mistake, ()):
        assert lost[untouched] == 0


def judged(printed: str, of: ExamCase, declared: object = None) -> str:
    """Return what is wrong with an output, nothing if it is right."""
    transcript = Transcript((Exchange("", printed, ""),), 0, "", {}, 0.0)
    mistakes = examiner("santorini").judge(of, transcript, {"weights": declared})
    return "; ".join(mistake.what for mistake in mistakes)


START = board_of(Santorini.begin()).drawn


@pytest.mark.parametrize(
    ("printed", "words"),
    [
        ("", "the board at the start is missing"),
        ("|0 |0 |0 |0 |0 |\n" * 5, "is wrong: row 2, column 2 should be '0Y', not '0'"),
        ("|0|0|0|\n|0 |0Y|0 |0B|0 |\nhello\n", "not one of five rows of five cells"),
        ("\0|\ufffd" * 1_000_000, "the board at the start is missing"),
        ("white has won\n" * 200_000, "the game is not over at the start"),
        (START.replace("Z", "Q"), "not one of five rows"),
    ],
)
def test_whatever_is_printed_has_a_reason(printed: str, words: str) -> None:
    assert words in judged(printed, case("santorini", "board", "at the beginning"))


def test_boards_are_read_however_wide_they_are() -> None:
    wide = START.replace("+--", "+----").replace("|0", "|  0").replace(" |", "  |")
    assert judged(f"Hello\n{wide}\n", case("santorini", "board", "at the beginning")) == ""


@pytest.mark.parametrize(
    "declared", [{"weights": "heavy"}, {"weights": [1, 2]}, {"weights": [1, 2, 0]}, {"weight": 1}]
)
def test_wrong_declarations_are_refused(declared: dict[str, object]) -> None:
    examiner("santorini").check_declared({"weights": [3, 2, 1]})
    with pytest.raises(BadFile, match="weights"):
        examiner("santorini").check_declared(declared)


def heuristic_game(weights: tuple[int, int, int], seed: int) -> str:
    """Print a game of two heuristic players with weights of their own."""
    position, rng = Santorini.begin(), Random(seed)
    text = f"{position}\n"
    while position.outcome is None:
        rated = {}
        for move in map(str, position.legal_moves):
            us = position.turn
            position.play(move)
            wins = position.height(WORKERS.index(move[0])) == 3
            scores = bots.score(position, us)
            rated[move] = 1e9 if wins else sum(map(int.__mul__, weights, scores))
            position.undo()
        best = max(rated.values())
        position.play(rng.choice([move for move, rate in rated.items() if rate == best]))
        text += f"{position}\n"
    winner = position.outcome.winner
    return f"{text}{('white', 'blue')[int(winner or 0)]} has won\n"


@pytest.mark.parametrize("weights", [(3, 2, 1), (1, 1, 1), (1, 5, 3), (10, 1, 100)])
def test_choices_by_any_weights_are_right(weights: tuple[int, int, int]) -> None:
    of = case("santorini", HEURISTIC, "chooses by the scores")
    printed = heuristic_game(weights, 1)
    assert judged(printed, of) == ""
    assert judged(printed, of, list(weights)) == ""


def test_choices_by_other_weights_than_the_declared_are_wrong() -> None:
    of = case("santorini", HEURISTIC, "chooses by the scores")
    assert "declared weights" in judged(heuristic_game((1, 5, 3), 1), of, [10, 1, 1])
    # What is declared is not followed if it makes no sense.
    assert judged(heuristic_game((1, 5, 3), 1), of, ["many", None, 1]) == ""


def test_choices_by_a_score_that_is_left_out_are_wrong() -> None:
    of = case("santorini", HEURISTIC, "chooses by the scores")
    assert "weights" in judged(heuristic_game((3, 0, 1), 1), of)


def test_weights_are_narrowed_down_exactly() -> None:
    weights = Weights()
    assert weights.choose((1, 0, 0), [(0, 2, 0)])  # c1 >= 2 c2
    assert weights.choose((0, 0, 0), [(1, -3, 0)])  # c1 <= 3 c2
    assert weights.choose((0, 2, 1), [(1, 0, 0)])  # c1 <= 2 c2 + c3
    assert not weights.choose((0, 3, 0), [(2, 0, 0)])  # c1 <= 1.5 c2
