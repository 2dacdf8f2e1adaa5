"""A match from Python: players of every kind, openings, forfeits, and a file to go on with."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

import outwit
from outwit.core.position import Position
from outwit.errors import BadOption, BadPosition, IllegalMove, UsageError
from tests.testing.pile import Pile, game_of

ATAXX = outwit.game("ataxx")
START = ATAXX.start()
NO_MOVE = "move '1,1' is no clone (b7), jump (a7c5) or pass (0000)"
OVER = ATAXX.position("x6/7/7/7/7/7/7 o 0 1")


def first(position: Position) -> str:
    return position.legal_moves[0]


def last(position: Position) -> str:
    return position.legal_moves[-1]


def broken(position: Position) -> str:
    raise LookupError("nothing found")


def foreign(position: Position) -> str:
    return outwit.game("push").start().legal_moves[0]


def test_each_opening_is_played_with_both_colours() -> None:
    results = outwit.match(first, last, game="ataxx", games=3)
    assert [record.players for record in results] == [("first", "last"), ("last", "first")] * 2
    starts = [record.start for record in results]
    assert starts[0] == starts[1] != starts[2] == starts[3]


def test_the_same_seed_plays_the_same_games() -> None:
    played = [
        [record.moves for record in outwit.match("random", 1, game="ataxx", games=2, seed=seed)]
        for seed in (7, 7, 8)
    ]
    assert played[0] == played[1] != played[2]


def test_openings_are_positions_texts_or_a_number_of_plies() -> None:
    after = START.after("f1")
    results = outwit.match(first, last, game=ATAXX, games=4, openings=(p for p in [START, after]))
    assert [record.start for record in results] == [START.text] * 2 + [after.text] * 2
    results = outwit.match(first, last, game=ATAXX, games=2, openings=[after.text])
    assert results.games[0].start == after.text
    results = outwit.match(first, last, game=ATAXX, games=2, openings=0, options={"blocks": ["c3"]})
    assert results.games[0].start == ATAXX.start(blocks=["c3"]).text


def test_rules_of_an_opening_hold_for_its_game() -> None:
    start = ATAXX.start(clock=100)
    [record, _] = outwit.match(first, last, game=ATAXX, games=2, openings=[start])
    assert record.options["clock"] == "100"
    with pytest.raises(UsageError, match="number 1 has other options"):
        outwit.match(first, last, game=ATAXX, openings=[start, START])


def test_a_function_at_fault_forfeits_with_the_reason() -> None:
    results = outwit.match(broken, foreign, game="ataxx", games=2)
    assert (results.wins, results.draws, results.losses) == (1, 0, 1)
    assert results.forfeits == (
        "broken forfeited 1 game by bot-crash: LookupError: nothing found",
        f"foreign forfeited 1 game by bot-illegal: {NO_MOVE}",
    )
    assert 'raise LookupError("nothing found")' in results.games[0].tags["StandardError"]


def test_a_strict_match_raises_the_error() -> None:
    with pytest.raises(LookupError, match="nothing found"):
        outwit.match(broken, first, game="ataxx", strict=True)
    with pytest.raises(IllegalMove, match="foreign: '1,1' is no legal move"):
        outwit.match(foreign, first, game="ataxx", strict=True)


def test_a_late_function_forfeits(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count()
    monkeypatch.setattr("outwit.arena.referee.perf_counter", lambda: next(ticks))
    results = outwit.match(first, last, game="ataxx", games=2, time=0.5)
    assert {record.termination for record in results} == {"bot-timeout"}


def test_engines_and_levels_play() -> None:
    with (
        outwit.Engine("jesonmor", memory=1) as engine,
        outwit.Engine("jesonmor", level=1, seed=1, memory=1) as weak,
    ):
        results = outwit.match(engine, weak, games=2, nodes=50, options={"size": 5})
        assert results.players == ("engine", "engine level 1")
        assert results.games[0].moves[0].depth is not None
        again = outwit.match(engine, weak, games=2, nodes=50, options={"size": 5})
    assert [record.moves for record in again] == [record.moves for record in results]
    with pytest.raises(UsageError, match="this engine is closed"):
        outwit.match(engine, first, games=2)


def test_limits_hold_for_an_engine_without_its_own() -> None:
    results = outwit.match("engine", "engine:depth=1", game="ataxx", games=2, depth=2)
    depths = [played.depth for played in results.games[0].moves]
    assert max(depths[::2], key=lambda depth: depth or 0) == 2
    assert {*depths[1::2]} == {1}


def test_a_game_need_not_be_installed() -> None:
    results = outwit.match(first, last, game=game_of(Pile), games=2)
    assert [record.termination for record in results] == ["taken", "taken"]


def test_a_file_keeps_the_games_and_the_match_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "match.db"
    calls = 0

    def interrupted(position: Position) -> str:
        nonlocal calls
        calls += 1
        if calls == 12:
            raise KeyboardInterrupt
        return position.legal_moves[0]

    with pytest.raises(KeyboardInterrupt):
        outwit.match(interrupted, first, game="ataxx", games=8, plies=5, save=file)
    seen: list[tuple[int, int]] = []
    results = outwit.match(
        interrupted,
        first,
        game="ataxx",
        games=8,
        plies=5,
        save=file,
        progress=lambda done, total: seen.append((done, total)),
    )
    assert len(results) == 8
    assert 0 < seen[0][0] <= seen[-1][0] == seen[-1][1] == 8
    with pytest.raises(UsageError, match="is of another contest; choose another name"):
        outwit.match(last, first, game="ataxx", games=8, plies=5, save=file)


@pytest.mark.parametrize(
    ("players", "more", "why"),
    [
        ((0, 1), {}, "player 1: level 0 is not from 1 to 10"),
        ((1, True), {}, "player 2: True is none; a player is a function"),
        (([1], 1), {}, r"player 1: \[1\] is none"),
        (("human", 1), {}, "player 1: 'human' is a person"),
        (("randm", 1), {}, "there is no bot 'randm'.*did you mean 'random'"),
        (("engine:level=12", 1), {}, "level 12 is not from 1 to 10"),
        (("ugi:./not-there", 1), {}, "player 'not-there': .* no such program"),
        ((first, 1), {"jobs": 2}, "jobs: functions and open engines play in this process"),
        ((1, 2), {"games": 0}, "games: 0 is not a whole number from 1 to"),
        ((1, 2), {"games": "4"}, "games: '4' is not a whole number from 1 to"),
        ((1, 2), {"seed": None}, "seed: None is not a whole number from 0 to"),
        ((1, 2), {"plies": 0}, "plies: 0 is not a whole number from 1 to"),
        ((1, 2), {"nodes": -1}, "nodes: -1 is not greater than 0"),
        ((1, 2), {"time": 0}, "time '0/move' is not a time control"),
        ((1, 2), {"time": [1]}, r"time: seconds or a time control is expected, not \[1\]"),
        ((1, 2), {"progress": "yes"}, "progress: a function or True is expected, not 'yes'"),
        ((1, 2), {"openings": []}, "openings: there are none"),
        ((1, 2), {"openings": START}, "openings: a list of positions"),
        ((1, 2), {"openings": 999}, "openings: 999 is not a whole number from 0 to 200"),
        ((1, 2), {"openings": [OVER]}, "openings: number 0: the game is over"),
        ((1, 2), {"openings": [7]}, "openings: number 0 is 7, no position"),
        ((1, 2), {"openings": [outwit.game("push").start()]}, "is a position of push"),
        ((1, 2), {"options": [1]}, r"options: a dictionary is expected, not \[1\]"),
        ((1, 2), {"game": None}, "game: say which game is played"),
        ((1, 2), {"game": 7}, "game: the name of a game is expected, not 7"),
    ],
)
def test_what_makes_no_sense_is_refused(
    players: tuple[outwit.Engine, outwit.Engine], more: dict[str, int], why: str
) -> None:
    with pytest.raises(UsageError, match=why):
        outwit.match(*players, **{"game": "ataxx", **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"options": {"size": 3}}, BadOption),
        ({"openings": ["x5o"]}, BadPosition),
        ({"game": "chess"}, outwit.UnknownGame),
    ],
)
def test_a_position_or_option_that_is_none_is_refused(
    more: dict[str, int], error: type[outwit.OutwitError]
) -> None:
    with pytest.raises(error):
        outwit.match(1, 2, **{"game": "ataxx", **more})  # type: ignore[arg-type]


def test_an_engine_of_another_game_is_refused() -> None:
    engine = outwit.Engine("push")
    with pytest.raises(UsageError, match="player 1: <Engine push: 16 MiB> does not play ataxx"):
        outwit.match(engine, 1, game="ataxx")
