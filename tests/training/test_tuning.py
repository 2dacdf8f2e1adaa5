"""The search is tuned by self-play: dials move towards what wins, and a tuning is gone on with."""

from __future__ import annotations

import json
import math
from multiprocessing import Pipe
from pathlib import Path
from random import Random

import pytest

import outwit
from outwit.arena.openings import draw_opening
from outwit.engine.tuning import Tuning
from outwit.errors import BadFile, OutwitError, UsageError
from outwit.games import game as find_game
from tests.training.program import python
from training.tuning.__main__ import main
from training.tuning.dials import RANGES, Dial, dials_of
from training.tuning.pairs import Terms, play_pair
from training.tuning.spsa import Schedule, settled
from training.tuning.tuner import Plan, compare, tune
from training.tuning.workers import Task, answer, give

pytestmark = pytest.mark.compiled_only

TERMS = Terms("santorini", nodes=40, plies=4)
PLAN = Plan(("futility", "reduction", "late"), pairs=6)


def follow(optimum: tuple[float, ...], pairs: int, seed: int = 1) -> tuple[float, ...]:
    """Tune two dials in games whose winner is the player nearer to an optimum, with some luck."""
    dials = (Dial("futility", 100.0, 0, 400, 20.0), Dial("late", 5.0, 0, 60, 1.0))
    schedule = Schedule(dials, pairs, 0.05, seed)
    rng = Random(seed)
    values = tuple(dial.start for dial in dials)
    course = [values]
    for number in range(pairs):
        costs = [
            sum(
                ((player[dial.name] - best) / dial.step) ** 2
                for dial, best in zip(dials, optimum, strict=True)
            )
            for player in schedule.players(values, number)
        ]
        chance = 1 / (1 + math.exp(0.1 * (costs[0] - costs[1])))
        points = sum(rng.random() < chance for _ in range(2))
        values = schedule.moved(values, number, 2 * points - 2)
        course.append(values)
    return settled(course)


@pytest.mark.parametrize("optimum", [(100.0, 5.0), (180.0, 2.0), (40.0, 9.0)])
def test_dials_move_to_where_games_are_won(optimum: tuple[float, float]) -> None:
    futility, late = follow(optimum, 3_000)
    assert futility == pytest.approx(optimum[0], abs=20)
    assert late == pytest.approx(optimum[1], abs=1)


def test_both_players_are_a_step_apart_from_the_values_and_whole() -> None:
    dials = (Dial("futility", 80.0, 10, 800, 12.0), Dial("late", 6.0, 1, 60, 1.0))
    schedule = Schedule(dials, 500, 0.01, 1)
    values = (80.25, 6.5)
    pairs = [schedule.players(values, number) for number in range(500)]
    for number, (first, second) in enumerate(pairs):
        for dial, sign in zip(dials, schedule.signs(number), strict=True):
            apart = first[dial.name] - second[dial.name]
            assert abs(apart - 2 * sign * schedule.step(dial, number)) < 1 + 1e-9
    for dial, value in zip(dials, values, strict=True):
        mean = sum(first[dial.name] + second[dial.name] for first, second in pairs) / 1_000
        assert mean == pytest.approx(value, abs=0.06)


def test_steps_shrink_to_the_dials_own_and_moves_with_them() -> None:
    (dial,) = dials_of(Tuning(futility=100), ["futility"])
    schedule = Schedule((dial,), 1_000, 0.01, 1)
    steps = [schedule.step(dial, number) for number in (100, 500, 999)]
    assert steps == sorted(steps, reverse=True)
    assert steps[-1] == dial.step
    moves = [abs(schedule.moved((100.0,), number, 1)[0] - 100) for number in (100, 500, 999)]
    assert moves == sorted(moves, reverse=True)
    assert moves[-1] == pytest.approx(0.01 * dial.step)


def test_no_dial_leaves_its_range() -> None:
    dial = Dial("late", 1.0, 1, 3, 2.0)
    schedule = Schedule((dial,), 20, 1.0, 1)
    for number in range(20):
        for value in (1.0, 2.0, 3.0):
            assert all(1 <= player["late"] <= 3 for player in schedule.players((value,), number))
            for lead in (-2, 2):
                assert 1 <= schedule.moved((value,), number, lead)[0] <= 3


@pytest.mark.parametrize("game", outwit.all_games(), ids=lambda game: game.name)
def test_what_a_search_does_not_use_is_not_tuned(game: outwit.Game) -> None:
    tuning = Tuning(**game.parts.tuning)
    names = [dial.name for dial in dials_of(tuning)]
    assert "reduction" in names
    assert "futility" in names
    assert ("singular_margin" in names) == bool(tuning.singular_depth)
    assert ("late" in names) == bool(tuning.late_depth)
    assert set(names) <= set(RANGES) <= set(Tuning.fields)


def test_a_search_against_itself_shares_every_opening() -> None:
    assert play_pair(TERMS, {}, {}, 3) == 1
    assert play_pair(TERMS, {"futility": 90}, {"futility": 90}, 4) == 1


def test_a_comparison_is_of_the_pairs_from_an_opening_on() -> None:
    terms = TERMS.replace(nodes=200)
    changed = {"guess": -32, "late": 1, "late_depth": 12}
    points = [play_pair(terms, changed, {}, number) for number in range(2, 6)]
    mirrored = [play_pair(terms, {}, changed, number) for number in range(2, 6)]
    assert mirrored == [2 - point for point in points]
    assert set(points) != {1}, "other numbers, another search"
    result = compare(terms, changed, pairs=4, first_opening=2)
    assert result.counts == tuple(points.count(half / 2) for half in range(5))


def test_a_tuning_is_gone_on_with_as_if_it_had_never_stopped(tmp_path: Path) -> None:
    whole, cut = str(tmp_path / "whole.jsonl"), tmp_path / "cut.jsonl"
    expected = tune(TERMS, PLAN, whole)
    text = Path(whole).read_text()
    lines = text.splitlines(keepends=True)
    assert len(lines) == 7
    # The last line is half written.
    cut.write_text("".join(lines[:3]) + lines[3][:20])
    assert tune(TERMS, PLAN, str(cut)) == expected
    assert cut.read_text() == text
    assert tune(TERMS, PLAN, whole) == expected, "nothing is left to play"
    assert Path(whole).read_text() == text


def test_the_history_tells_settings_and_every_pair(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    found = tune(TERMS, PLAN.replace(start=(("futility", 120),)), str(path))
    head, *pairs = map(json.loads, path.read_text().splitlines())
    assert (head["game"], head["nodes"], head["pairs"]) == ("santorini", 40, 6)
    assert head["search"]["futility"] == 120
    assert found.before["futility"] == 120
    assert [pair["pair"] for pair in pairs] == list(range(6))
    assert {pair["points"] for pair in pairs} <= {0, 0.5, 1, 1.5, 2}
    assert pairs[-1]["values"] == {name: round(value, 3) for name, value in found.last.items()}


@pytest.mark.parametrize("game", outwit.all_games(), ids=lambda game: game.name)
def test_every_game_is_tuned_with_a_network_or_without(game: outwit.Game, tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    assert tune(Terms(game.name, nodes=10), Plan(("reduction",), pairs=1), str(path)).pairs == 1
    head = json.loads(path.read_text().splitlines()[0])
    features = game.parts.features
    has_network = features is not None and Path(features.network).exists()
    assert bool(head["network"]) == has_network


def test_varied_openings_are_those_of_games_to_learn_from(tmp_path: Path) -> None:
    game = find_game("ataxx")
    terms = Terms("ataxx", nodes=10)

    def share_open(*, varied: bool) -> float:
        texts = [draw_opening(game, terms.book, 1, n, varied=varied).text for n in range(80)]
        return sum("-" not in text for text in texts) / len(texts)

    assert share_open(varied=False) < 0.3
    assert share_open(varied=True) > 0.6
    plan = Plan(("reduction",), pairs=1)
    usual, varied = (tmp_path / name for name in ("usual", "varied"))
    tune(terms, plan, str(usual))
    tune(terms.replace(varied=True), plan, str(varied))
    heads = [json.loads(path.read_text().splitlines()[0]) for path in (usual, varied)]
    assert heads[1] == {**heads[0], "varied": True}, "histories of the usual openings stay valid"
    with pytest.raises(UsageError, match="varied is True there"):
        tune(terms, plan, str(varied))


def test_several_processes_play_every_pair_once(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    code = "from training.tuning.tuner import *; print(tune({!r}, {!r}, {!r}, processes=2))"
    told = python("-c", code.format(TERMS, PLAN, str(path)))
    numbers = [json.loads(line)["pair"] for line in path.read_text().splitlines()[1:]]
    assert sorted(numbers) == list(range(6))
    # In whatever order pairs end, each has the result that its players have.
    assert told == f"{tune(TERMS, PLAN, str(path))}\n"


def test_after_its_time_no_pair_begins(tmp_path: Path) -> None:
    path = str(tmp_path / "history.jsonl")
    assert tune(TERMS, PLAN, path, seconds=1e-9).pairs == 0


def test_other_settings_are_refused_and_damage_is_told(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    tune(TERMS, PLAN, str(path))
    with pytest.raises(UsageError, match="of other settings: nodes is 40 there, not 41"):
        tune(TERMS.replace(nodes=41), PLAN, str(path))
    with pytest.raises(UsageError, match="of other settings: rate"):
        tune(TERMS, PLAN.replace(rate=0.5), str(path))
    lines = path.read_text().splitlines(keepends=True)
    for wrong in ('{"pair": 1}\n', "[]\n", '{"pair": 1, "points": 3}\n', "{\n", '{"pair": "x"}\n'):
        path.write_text("".join([*lines[:2], wrong, *lines[3:]]))
        with pytest.raises(BadFile, match="damaged in line 3"):
            tune(TERMS, PLAN, str(path))
    path.write_text("no history")
    with pytest.raises(BadFile, match="no history of a tuning"):
        tune(TERMS, PLAN, str(path))
    assert path.read_text() == "no history", "what is no history is left alone"


def test_what_a_process_cannot_do_is_told() -> None:
    # No opening of so many plies exists.
    terms = TERMS.replace(plies=199, nodes=1)
    code = """
from training.tuning.workers import *
tasks = iter([Task(0, {}, {}), None, None])
try:
    list(play_tasks(%r, 2, lambda: next(tasks)))
except OutwitError as error:
    print(type(error).__name__, error)
"""
    told = python("-c", code % (terms,))
    assert told.startswith("UsageError no opening of santorini found")


def test_a_process_that_is_gone_is_not_waited_for() -> None:
    ours, theirs = Pipe()
    theirs.close()
    with pytest.raises(OutwitError, match="has ended"):
        answer(ours)
    with pytest.raises(OutwitError, match="has ended"):
        give(ours, Task(0, {}, {}))


def test_the_command_tunes_and_tests(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["santorini", "--nodes", "30", "--pairs", "2", "--processes", "1", "--test", "1"]
    words += ["--history", str(tmp_path / "h.jsonl"), "--numbers", "futility", "late"]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("2 pairs played")
    own = find_game("santorini").parts.tuning
    assert lines[1].split()[:2] == ["futility", str(own["futility"])]
    assert lines[-2].startswith("tuned: futility=")
    assert lines[-1].startswith("tested: ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("nogame", "nogame"),
        ("santorini --nodes 0", "nodes: 0 is less than 1"),
        ("santorini --pairs -1", "from 0 on"),
        ("santorini --rate 0", "rate: 0 is not above 0"),
        ("santorini --rate nan", "rate: nan is not above 0"),
        ("santorini --numbers depth", "'depth' is not tuned; there are window"),
        ("santorini --numbers razor", "razor has no effect while razor_depth is 0"),
        ("santorini --start futility", "is not KEY=VALUE"),
        ("santorini --start nothing=1", "the search has no number 'nothing'"),
        ("santorini --start futility=5000", "futility: 5000 is not from 10 to 800"),
        ("santorini --processes 0", "processes: 0 is not from 1"),
        ("santorini --seconds 0", "seconds: 0 is not above 0"),
        ("santorini --network {none}", "there is no file"),
        ("push --network {none}", "has no features"),
        ("santorini --history {none}/h", "there is no folder"),
    ],
)
def test_a_wrong_word_is_told_in_a_line(
    words: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    none = str(tmp_path / "none")
    given = [word.format(none=none) for word in words.split()]
    # Little is played where nothing is told.
    for option, value in (("--pairs", "1"), ("--nodes", "10")):
        given += [] if option in given else [option, value]
    if "--history" not in given:
        given += ["--history", str(tmp_path / "h.jsonl")]
    assert main(given) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
