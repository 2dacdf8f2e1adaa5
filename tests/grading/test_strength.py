"""Strength as a mark: the points that bots win against opponents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from outwit.arena.timecontrol import read_time_control
from outwit.games import game
from outwit.grading.gradescope import write_gradescope
from outwit.grading.mark import Result
from outwit.grading.matches import DRAWN, FORFEITED, LOST, OUTCOMES, WON
from outwit.grading.strength import LEVELS, Rival, StrengthMarker, StrengthPart, usual_rivals
from outwit.grading.submissions import mark_all
from outwit.grading.workers import Workers
from outwit.players.roster import read_spec

pytestmark = pytest.mark.compiled_only

SANTORINI = game("santorini")
GREEDY = Path(__file__).parents[2] / "examples/bots/greedy.py"
RANDOM, GOOD = read_spec("random"), read_spec("good=engine:nodes=300")


def marker(*rivals: Rival) -> StrengthMarker:
    return StrengthMarker(SANTORINI, Workers(1), rivals, read_time_control("unlimited"))


def part(*outcomes: str) -> StrengthPart:
    results = tuple(Result("game", each == WON, outcome=each) for each in outcomes)
    return StrengthPart("level 1", 20.0, results, outcomes=OUTCOMES, games=4)


@pytest.mark.parametrize(
    ("outcomes", "points"),
    [
        ((WON, WON, WON, WON), 20),
        ((WON, DRAWN, LOST, FORFEITED), 7.5),
        ((LOST, LOST, FORFEITED, FORFEITED), 0),
        ((), 0),
    ],
)
def test_a_win_earns_a_share_of_the_points_and_a_draw_half_of_it(
    outcomes: tuple[str, ...], points: float
) -> None:
    assert part(*outcomes).earned == points


def test_all_games_won_earn_all_points() -> None:
    mark = marker(Rival(RANDOM, 60, 2), Rival(RANDOM, 40, 2)).mark(GOOD, "good")
    assert (mark.score, mark.most, mark.full, mark.error) == (100, 100, True, "")
    assert [each.name for each in mark.parts[0].results] == [
        "game 1 as White",
        "game 2 as Blue",
    ]


def test_who_wins_no_point_meets_nobody_stronger() -> None:
    mark = marker(Rival(GOOD, 60, 2), Rival(RANDOM, 40, 2)).mark(RANDOM, "random")
    assert [len(each.results) for each in mark.parts] == [2, 0]
    assert mark.parts[1].locked == "no point was won against good"
    assert (mark.score, mark.most) == (0, 100)
    assert mark.parts[0].results[0].evidence.startswith("lost after ")


def test_a_program_that_cannot_play_is_refused_with_the_reason() -> None:
    mark = marker(Rival(RANDOM, 60, 2)).mark(read_spec("ugi:/nowhere/bot"), "bot")
    assert "/nowhere/bot" in mark.error
    assert (mark.score, mark.most) == (0, 60)


def test_the_usual_rivals_are_worth_100_points_the_weakest_first() -> None:
    rivals = usual_rivals()
    assert sum(LEVELS.values()) == 100
    assert [each.bot.name for each in rivals] == [f"level {level}" for level in sorted(LEVELS)]


def test_submissions_are_marked_by_strength_and_not_again(tmp_path: Path) -> None:
    class_ = tmp_path / "class"
    for name, code in (("ann", GREEDY.read_text()), ("bob", "raise SystemExit(1)")):
        (class_ / name).mkdir(parents=True)
        (class_ / name / "main.py").write_text(code)
        (class_ / name / "bot.toml").write_text('kind = "uai"\ncommand = "python3 main.py"\n')
    said: list[str] = []
    strong = StrengthMarker(
        game("ataxx"), Workers(1), (Rival(RANDOM, 10, 1),), read_time_control("60")
    )
    rows = mark_all(strong, class_, tmp_path / "marks", again=False, say=said.append)
    assert [row["name"] for row in rows] == ["ann", "bob"]
    assert rows[0]["error"] == ""
    assert "bot-crash" in rows[1]["error"]
    report = json.loads((tmp_path / "marks" / "reports" / "ann.json").read_text())
    assert sum(report["extra_data"]["parts"][0]["outcomes"].values()) == 1
    times = [path.stat().st_mtime_ns for path in (tmp_path / "marks" / "reports").iterdir()]
    assert mark_all(strong, class_, tmp_path / "marks", again=False, say=said.append) == rows
    again = [path.stat().st_mtime_ns for path in (tmp_path / "marks" / "reports").iterdir()]
    assert times == again


def test_a_mark_of_strength_is_a_result_of_gradescope() -> None:
    mark = marker(Rival(RANDOM, 60, 2)).mark(GOOD, "good")
    found = json.loads(write_gradescope(mark))
    assert (found["score"], found["tests"][0]["status"]) == (60, "passed")
    assert found["leaderboard"][1] == {"name": "Wins", "value": 2}
