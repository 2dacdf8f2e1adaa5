"""Games by text: reported, and worth what the exam says."""

from __future__ import annotations

from pathlib import Path

import pytest

from outwit.assignments.assignment import assignment_of
from outwit.assignments.exam import Exam
from outwit.errors import MarkerFault
from outwit.games import game
from outwit.grading.marker import Marker
from outwit.grading.plan import Settings
from outwit.grading.workers import Workers
from tests.grading.programs import installed, script

pytestmark = pytest.mark.compiled_only

GAMES = "seconds = 20\n[[part]]\nname = 'games'\npoints = {points}\ngames = 2\n{more}"


def marker(folder: Path, points: float, more: str = "") -> Marker:
    path = folder / "exam.toml"
    path.write_text(GAMES.format(points=points, more=more))
    push = game("push")
    assignment = assignment_of(push).replace(exam=Exam(str(path)))
    parts = push.parts.replace(assignment=lambda: assignment)
    return Marker(push.replace(parts=parts), Settings(), Workers(2))


def test_games_are_played_and_reported(tmp_path: Path) -> None:
    mark = marker(tmp_path, 0).mark(installed("push2310"))
    [part] = mark.parts
    assert part.tally["forfeited"] == 0
    assert [result.name for result in part.results] == ["game 1 as O", "game 2 as X"]
    assert (mark.score, mark.most, mark.full) == (0, 0, True)


def test_who_does_not_play_forfeits(tmp_path: Path) -> None:
    mark = marker(tmp_path, 10, "side = 1").mark(script(tmp_path, "print('no')"))
    [part] = mark.parts
    assert part.tally["forfeited"] == 2
    assert (mark.score, mark.full) == (0, False)
    assert part.results[1].name == "game 2 as X"
    assert part.results[0].evidence.startswith("forfeited at move 2: ")


def test_settings_that_the_text_player_does_not_know_are_no_fault_of_the_program(
    tmp_path: Path,
) -> None:
    with pytest.raises(MarkerFault, match="games: "):
        marker(tmp_path, 10, "settings = {size = 9}").mark(installed("push2310"))
