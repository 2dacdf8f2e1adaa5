"""A tournament from Python."""

from __future__ import annotations

import pytest

import outwit
from outwit.contests.entrants import free_name
from outwit.core.position import Position
from outwit.errors import UsageError


def first(position: Position) -> str:
    return position.legal_moves[0]


class Player:
    """Something callable that has no name of its own."""

    def __call__(self, position: Position) -> str:
        return position.legal_moves[-1]


def test_everybody_meets_everybody() -> None:
    results = outwit.tournament([first, "random", Player()], game="ataxx", games=2)
    assert results.players == ("first", "random", "Player")
    assert len({frozenset(record.players) for record in results}) == 3
    assert len(results) == 6


def test_players_have_names_of_their_own() -> None:
    players = [lambda position: position.legal_moves[0], 1, 1, lambda position: "d4"]
    results = outwit.tournament(iter(players), game="ataxx", schedule="gauntlet", plies=6)  # type: ignore[arg-type]
    assert results.players == ("lambda", "level 1", "level 1 2", "lambda 2")
    results = outwit.tournament({"Ann": 1, "Bo": first}, game="ataxx", plies=6)
    assert results.players == ("Ann", "Bo")
    assert free_name("a", {"b"}) == "a"


@pytest.mark.parametrize(
    ("schedule", "rounds", "games"),
    [("round-robin", 2, 12), ("gauntlet", 1, 4), ("swiss", 2, 4), ("knock-out", 1, 4)],
)
def test_schedules_are_those_of_the_arena(schedule: str, rounds: int, games: int) -> None:
    results = outwit.tournament(
        ["random", first, Player()], game="ataxx", schedule=schedule, rounds=rounds, plies=20
    )
    assert len(results) == games


def test_games_are_the_same_in_several_processes() -> None:
    players = ["random", "careful"]
    one, several = (outwit.tournament(players, game="ataxx", plies=6, jobs=jobs) for jobs in (1, 2))
    assert one.games == several.games


@pytest.mark.parametrize(
    ("players", "more", "why"),
    [
        ([1], {}, "players: at least two are needed"),
        ("random", {}, "players: at least two are needed"),
        (None, {}, "players: at least two are needed"),
        ({"": 1, "b": 2}, {}, "the name of a bot is empty"),
        ([1, 2], {"schedule": "liga"}, "schedule: 'liga' is none of round-robin, gauntlet"),
        ([1, 2], {"rounds": 0}, "rounds: 0 is not a whole number from 1 to"),
    ],
)
def test_what_makes_no_sense_is_refused(players: list[int], more: dict[str, int], why: str) -> None:
    with pytest.raises(UsageError, match=why):
        outwit.tournament(players, game="ataxx", **more)  # type: ignore[arg-type]
