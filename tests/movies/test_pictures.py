"""Contact sheets, curves, and what is chosen for them."""

from __future__ import annotations

from io import BytesIO
from math import inf
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from outwit.core.side import FIRST, SECOND
from outwit.drawing.picture import picture_file, picture_form
from outwit.engine.score import MATE, Score
from outwit.errors import UsageError
from outwit.movies.analysis import analyse, of_search
from outwit.movies.curve import curve_of
from outwit.movies.evaluation import Evaluation, read_evaluation
from outwit.movies.film import Film
from outwit.movies.moments import captures, moments, swings
from outwit.movies.sheet import MOST, sheet_of
from outwit.movies.stage import Style
from outwit.records.entry import Entry
from outwit.records.record import PlayedMove
from tests.movies.films import HOSTILE, film, record

pytestmark = pytest.mark.compiled_only

SVG = "{http://www.w3.org/2000/svg}"


def scored(*scores: str) -> Film:
    """Return a film with these scores, each by the player who moved."""
    played = record(moves=len(scores))
    moves = [
        PlayedMove(move.move, score=score) for move, score in zip(played.moves, scores, strict=True)
    ]
    return Film(Entry(played.replace(moves=tuple(moves)), 1, {}, []))


def test_scores_are_turned_to_the_first_side() -> None:
    shown = scored("+1.00", "+1.00", "", "#2", "what?")
    assert [found and found.score for found in shown.evaluations] == [None, 1, -1, -1, -inf, -inf]
    texts = [found.text for found in shown.evaluations if found]
    assert texts == ["+1.00", "−1.00", "−1.00", "#−2", "#−2"]


@pytest.mark.parametrize(
    ("text", "side", "score", "shown"),
    [
        ("#-3", FIRST, -inf, "#−3"),
        ("#-3", SECOND, inf, "#3"),
        ("0", SECOND, 0.0, "+0.00"),
        ("12345.6", FIRST, 12345.6, "+999.99"),
        ("#" + "9" * 200, FIRST, inf, "#9999999"),
    ],
)
def test_a_score_is_read(text: str, side: type, score: float, shown: str) -> None:
    found = read_evaluation(text, side)  # type: ignore[arg-type]
    assert found == Evaluation(score, shown)
    assert 0 <= found.share <= 1


@pytest.mark.parametrize("text", ["", "win", "1e5", "+", "#", "1" * 400, "nan"])
def test_what_is_no_score_is_left_out(text: str) -> None:
    assert read_evaluation(text, FIRST) is None


def test_a_proven_end_counts_for_the_side_that_moves() -> None:
    assert of_search(Score(MATE - 3), first_moves=True) == Evaluation(inf, "#2")
    assert of_search(Score(MATE - 3), first_moves=False) == Evaluation(-inf, "#−2")
    assert of_search(Score(3 - MATE), first_moves=False).score == inf


def test_swings_are_the_largest_changes_in_the_order_of_the_game() -> None:
    shown = scored("+0.10", "+3.00", "+3.00", "+2.90", "-3.10")
    assert [(swing.number, swing.reason) for swing in swings(shown, 2)] == [
        (3, "−3.00 → +3.00"),
        (4, "+3.00 → −2.90"),
    ]
    assert swings(scored("+0.10", "-0.10"), 3) == []


def test_without_scores_captures_are_chosen_and_else_equal_steps() -> None:
    shown = film(moves=30, told=False)
    assert swings(shown, 9) == []
    assert captures(shown, 9)
    numbers = [moment.number for moment in moments(shown, 9)]
    assert numbers == sorted(set(numbers))
    assert numbers[0] == 0
    assert numbers[-1] == 30
    assert len(numbers) == 9
    still = film("santorini", 12, told=False)
    assert captures(still, 9) == []
    assert [moment.number for moment in moments(still, 5)] == [0, 3, 6, 9, 12]


@pytest.mark.parametrize("moves", [0, 1, 2, 30])
def test_a_sheet_has_a_board_for_every_moment(moves: int) -> None:
    shown = film(moves=moves)
    root = ET.fromstring(sheet_of(shown, Style(theme="dark")))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    boards = {str(name).split("-")[0] for name in ids}
    assert len(boards) == len(moments(shown, MOST)) == min(moves + 1, MOST)


def test_a_curve_has_a_point_for_every_position_and_marks_swings() -> None:
    shown = scored("+0.10", "+3.00", "+3.00", "+2.90")
    root = ET.fromstring(curve_of(shown, Style()))
    lines = [str(path.get("d")) for path in root.iter(f"{SVG}path")]
    assert lines[-1].count("L") == 4
    marks = [str(mark[0].text) for mark in root.iter(f"{SVG}circle")]
    assert len(marks) == len(swings(shown, 5)) > 0
    assert marks[0].startswith("Move 2:")


def test_a_curve_needs_scores_and_the_engine_can_make_them() -> None:
    shown = film("santorini", 6, told=False)
    with pytest.raises(UsageError, match="--analyse"):
        curve_of(shown, Style())
    steps: list[int] = []
    analyse(shown, 200, lambda: steps.append(1))
    assert len(steps) == len(shown.evaluations) == 7
    assert None not in shown.evaluations
    ET.fromstring(curve_of(shown, Style()))


def test_a_finished_game_can_be_analysed() -> None:
    shown = film("santorini", 500, told=False)
    assert shown.result != "*"
    analyse(shown, 50, lambda: None)
    assert shown.evaluations[-1] in (Evaluation(inf, "1–0"), Evaluation(-inf, "0–1"))


@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_stays_harmless(name: str) -> None:
    shown = film(moves=4, players=(name, name))
    for draw in (sheet_of, curve_of):
        svg = draw(shown, Style())
        tags = {element.tag.removeprefix(SVG) for element in ET.fromstring(svg).iter()}
        assert "script" not in tags
        svg.encode()
        assert len(svg) < 500_000


def test_a_picture_is_an_svg_or_a_png() -> None:
    svg = curve_of(film(moves=4), Style())
    assert picture_file(svg, picture_form("a.SVG")) == svg.encode()
    with Image.open(BytesIO(picture_file(svg, picture_form("a.png")))) as image:
        assert image.size == (960, 420)
    with pytest.raises(UsageError, match=r"\.svg or \.png"):
        picture_form("a.jpg")
