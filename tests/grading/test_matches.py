from __future__ import annotations

from pathlib import Path

import pytest

from outwit.assignments.advance.marking import MARKING
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.games import game
from outwit.grading.mark import Part, Result
from outwit.grading.matches import OUTCOMES, play_game
from tests.grading import programs
from tests.grading.programs import program

pytestmark = pytest.mark.compiled_only

ADVANCE = game("advance")
BOT = "level7"


class Late(Game):
    """Advance with little left to play: two Miners against a General."""

    def start(self, **options: object) -> Position:
        return self.position("8g/9/9/9/9/9/9/M8/1M5G1 w 190")


LATE = Late(**{name: getattr(ADVANCE, name) for name in Game.fields})


def test_white_wins_by_material_at_the_limit_and_black_loses_by_it(tmp_path: Path) -> None:
    bot = program(tmp_path, programs.LEVEL_6)
    won, lost = (play_game(bot, LATE, MARKING, BOT, number, 1) for number in (0, 1))
    assert (won.outcome, won.passed, won.name) == ("won", True, "game 1 as white")
    assert (lost.outcome, lost.passed, lost.name) == ("lost", False, "game 2 as black")
    assert "White wins" in lost.evidence


def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    bot = program(tmp_path, programs.RANDOM)
    first, again = (play_game(bot, LATE, MARKING, BOT, 1, 5) for _ in range(2))
    assert first.evidence == again.evidence


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (programs.CRASHES, "exit status 1"),
        (programs.STAYS, "no legal move leads to the board that was written"),
        (programs.GARBAGE, "no legal move"),
        ("pass", "it wrote no board"),
    ],
)
def test_a_wrong_move_forfeits_the_game(tmp_path: Path, code: str, reason: str) -> None:
    result = play_game(program(tmp_path, code), ADVANCE, MARKING, BOT, 0, 1)
    assert (result.outcome, result.passed) == ("forfeited", False)
    assert result.evidence.startswith("forfeited at move 1: ")
    assert reason in result.evidence
    assert result.evidence.replace("\n", "").isprintable()


def test_time_runs_out(tmp_path: Path) -> None:
    result = play_game(program(tmp_path, programs.HANGS, 0.3), ADVANCE, MARKING, BOT, 1, 1)
    assert "forfeited at move 2: no answer within 0.3 s" in result.evidence


@pytest.mark.parametrize(
    ("wins", "games", "score"),
    [(0, 100, 0), (30, 100, 0), (31, 100, 0.5), (60, 100, 15), (9, 10, 15)],
)
def test_wins_beyond_thirty_of_a_hundred_earn_half_a_point_each(
    wins: int, games: int, score: float
) -> None:
    results = [
        Result(str(i), i < wins, outcome="won" if i < wins else "drawn") for i in range(games)
    ]
    part = Part("games", 15.0, tuple(results), outcomes=OUTCOMES, games=100, beyond=30.0, each=0.5)
    assert part.score == pytest.approx(score)
    assert part.full == (score == 15)
    assert part.tally["won"] == wins
    [test] = part.tests()
    assert (test.passed, test.score) == (part.full, part.score)
