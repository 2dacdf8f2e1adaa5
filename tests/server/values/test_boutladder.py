"""Ladders of assignments: who is in them, by which games, and how strong."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from outwit.server.values.boutladder import (
    MOST_POINTS,
    OURS,
    STAFF,
    BoutLadder,
    bout_ladder,
    by_opponent,
    performance,
    rating_points,
    shown_bout_ladder,
)
from outwit.storage.bouts import Bout, BoutTally
from outwit.storage.handins import READY, WAITING, HandIn

NOW = datetime(2026, 3, 1, tzinfo=UTC)
NAMES = {1: "Bea", 2: "Cid"}


def handin(key: str, account: int | None, number: int = 1, **more: object) -> HandIn:
    fields = (key, "work", account, number, "Rock", 9, NOW, "", READY, True, "", None, None, "", "")
    return HandIn(*fields).replace(**more)


def tally(first: str | None, second: str | None, result: str, count: int = 1) -> BoutTally:
    names = [f"old name of {key}" if key else "level 1" for key in (first, second)]
    return BoutTally(first, names[0], second, names[1], result, None, count)


def names_of(ladder: BoutLadder) -> list[str]:
    return [line.player.name for line in ladder.lines]


def test_who_wins_more_is_above_and_levels_are_the_zero() -> None:
    handins = [handin("a", 1), handin("b", 2), handin("s", None)]
    games = [tally("a", None, "1-0", 4), tally(None, "b", "1-0", 4), tally("s", "b", "1/2-1/2", 2)]
    ladder = bout_ladder(handins, NAMES, games)
    assert names_of(ladder)[:2] == ["Bea", "level 1"]
    assert [line.rank for line in ladder.lines] == [1, 2, 3, 4]
    assert ladder.anchor == "level 1"
    level = next(line for line in ladder.lines if line.player.kind == OURS)
    assert level.rating is not None
    assert level.rating.elo == pytest.approx(0)
    assert next(line for line in ladder.lines if line.player.name == "Rock").player.kind == STAFF
    bea = ladder.of_handin("a")
    assert bea is not None
    assert (bea.tally.wins, bea.tally.games) == (4, 4)
    assert ladder.of_account(1) == bea


@pytest.mark.parametrize("fields", [{"active": False}, {"state": WAITING}])
def test_only_active_hand_ins_that_are_built_play(fields: dict[str, object]) -> None:
    handins = [handin("a", 1), handin("b", 2), handin("old", 1, 2, **fields)]
    games = [tally("a", "b", "1-0"), tally("old", "b", "0-1", 50)]
    ladder = bout_ladder(handins, NAMES, games)
    assert names_of(ladder) == ["Bea", "Cid"]
    assert ladder.lines[0].tally.games == 1


def test_a_hand_in_without_games_is_last_and_unrated() -> None:
    ladder = bout_ladder([handin("a", 1), handin("b", 2)], NAMES, [tally("b", None, "0-1")])
    assert names_of(ladder)[-1] == "Bea"
    shown = shown_bout_ladder(ladder, 1)[-1]
    assert (shown["elo"], shown["whisker"], shown["is_own"]) == ("–", None, True)


def test_forfeits_are_counted_for_the_side_at_fault() -> None:
    game = tally("a", "b", "0-1", 3).replace(fault_of=0)
    ladder = bout_ladder([handin("a", 1), handin("b", 2)], NAMES, [game])
    assert {line.player.name: line.forfeits for line in ladder.lines} == {"Bea": 3, "Cid": 0}


def test_games_without_result_and_against_oneself_do_not_count() -> None:
    games = [tally("a", None, "*"), tally("a", "a", "1-0")]
    assert all(not line.tally.games for line in bout_ladder([handin("a", 1)], NAMES, games).lines)


def test_performance_rises_with_points_and_opponents() -> None:
    even, _ = performance([(100.0, 1.0), (100.0, 0.0)])
    better, _ = performance([(100.0, 1.0), (100.0, 1.0)])
    stronger, _ = performance([(300.0, 1.0), (300.0, 0.0)])
    assert even == pytest.approx(100)
    assert better > even
    assert stronger == pytest.approx(300)
    assert performance([(0.0, 1.0)] * 50)[1] < performance([(0.0, 1.0)])[1]


def bouts(count: int) -> list[Bout]:
    """Return games of a hand-in that wins every second one, with both sides."""
    found = []
    for number in range(count):
        own, other = ("a", "Bea #1"), (None, "level 1")
        first, second = (other, own) if number % 2 else (own, other)
        fields: dict[str, Any] = {
            "homework": "work",
            "night": None,
            "fault_of": None,
            "plies": 9,
            "record": "",
        }
        fields |= {"result": "1-0", "termination": "", "errors": ("", ""), "seconds": (0.0, 0.0)}
        fields |= {"first": first[0], "first_name": first[1]}
        fields |= {"second": second[0], "second_name": second[1]}
        game = Bout(**fields, at=NOW + timedelta(minutes=number))
        found.append(game.replace(id=f"{number}"))
    return found


def test_a_curve_ends_with_the_last_game_and_has_not_too_many_points() -> None:
    points = rating_points("a", bouts(250)[::-1], {"level 1": 40.0})
    assert len(points) <= MOST_POINTS
    assert points[-1].game_id == "249"
    assert points[-1].rating == pytest.approx(40, abs=1)
    assert [each.at for each in points] == sorted(each.at for each in points)
    assert points[0].deviation > points[-1].deviation


def test_results_are_counted_by_opponent_from_ones_own_side() -> None:
    (line,) = by_opponent("a", bouts(5))
    assert (line["name"], line["wins"], line["draws"], line["losses"]) == ("level 1", 3, 0, 2)
