"""The engine that users open: what it answers, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from threading import Timer

import pytest

import outwit
from outwit.core.position import Position
from outwit.engine.score import MATE
from outwit.errors import UnknownGame, UsageError

ATAXX = outwit.game("ataxx")
START = ATAXX.start()
# Blue has nothing left; and Red's only piece is beside Blue's last.
LOST = ATAXX.position("x6/7/7/7/7/7/7 o 0 1")
FORCED = ATAXX.position("xo5/7/7/7/7/7/7 x 0 1")


@pytest.fixture
def engine() -> outwit.Engine:
    return outwit.Engine(ATAXX, memory=1)


def some_positions(game: outwit.Game, plies: int = 40) -> list[Position]:
    rng, position = Random(3), game.start()
    found = [position.copy()]
    while not position.is_over and position.ply < plies:
        position.play_number(rng.choice(position.legal_numbers))
        found.append(position.copy())
    return found


def test_limits_come_as_limits_or_one_by_one(engine: outwit.Engine) -> None:
    first = engine.best(START, outwit.Limits(nodes=500))
    engine.clear()
    assert engine.best(START, nodes=500).replace(time=0) == first.replace(time=0)
    assert first.move.label.startswith("Red ")  # type: ignore[attr-defined]


def test_lines_and_first_moves_can_be_chosen(engine: outwit.Engine) -> None:
    *_, last = engine.analyse(START, depth=2, lines=2, moves=["f1", "a6", "b7"])
    assert {line.move for line in last} < {"f1", "a6", "b7"}
    assert engine.best(START, nodes=100, moves="b7").move == "b7"


def test_an_analysis_goes_on_when_its_position_is_played_on(engine: outwit.Engine) -> None:
    position = START.copy()
    search = engine.analyse(position, depth=3)
    next(search)
    position.play("f1")
    assert all(line.move in START.legal_moves for lines in search for line in lines)


def test_a_closed_engine_says_so() -> None:
    with outwit.Engine(ATAXX, memory=1) as engine:
        assert repr(engine) == "<Engine ataxx: 1 MiB>"
    assert repr(engine) == "<Engine ataxx: closed>"
    engine.close()
    engine.stop()
    asked: list[Callable[[], object]] = [
        lambda: engine.best(START),
        lambda: engine.analyse(START),
        lambda: engine.evaluate([]),
        engine.clear,
        engine.__enter__,
    ]
    for ask in asked:
        with pytest.raises(UsageError, match=r"^this engine is closed$"):
            ask()


def test_closing_ends_a_search_that_is_running(engine: outwit.Engine) -> None:
    closing = Timer(0.05, engine.close)
    closing.start()
    assert engine.best(START, time=200).move in START.legal_moves
    closing.join()


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        (lambda e: e.best("ataxx"), "a position is expected, not 'ataxx'"),
        (lambda e: e.best(outwit.game("push").start()), "plays ataxx, .* one of push"),
        (lambda e: e.best(LOST), "the game is over"),
        (lambda e: e.best(START, 1000), r"limits: Limits\(nodes=10_000\) is expected, not 1000"),
        (lambda e: e.best(START, outwit.Limits(), depth=2), "not both"),
        (lambda e: e.best(START, nodes=0), "nodes: 0 is not greater than 0"),
        (lambda e: e.best(START, nodes="many"), "nodes: 'many' is not a number"),
        (lambda e: e.best(START, nodes=9, moves=["d4"]), "none of the moves d4 is legal"),
        (lambda e: e.analyse(START, lines=0), "lines: 0 is not a whole number from 1"),
        (lambda e: e.evaluate(START), r"evaluate\(\[position\]\)"),
        (lambda e: e.evaluate(7), "positions: 7 is no list"),
        (lambda e: e.evaluate([START, "f1"]), "positions: number 1 is 'f1', no position"),
        (lambda e: e.evaluate([outwit.game("push").start()]), "plays ataxx, .* one of push"),
        (lambda e: outwit.Engine(ATAXX, level=11), "level: 11 is not a whole number from 1 to 10"),
        (
            lambda e: outwit.Engine(ATAXX, level=True),
            "level: True is not a whole number",
        ),
        (
            lambda e: outwit.Engine(ATAXX, memory=0),
            "memory: 0 is not a whole number from 1",
        ),
        (
            lambda e: outwit.Engine(ATAXX, threads=0),
            "threads: 0 is not a whole number from 1",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(
    engine: outwit.Engine, ask: Callable[[outwit.Engine], object], why: str
) -> None:
    with pytest.raises(UsageError, match=why):
        ask(engine)


def test_a_game_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownGame):
        outwit.Engine("chess")


def test_a_level_overlooks_the_same_for_the_same_seed() -> None:
    with outwit.Engine(ATAXX, level=1, seed=5, memory=1) as engine:
        assert repr(engine) == "<Engine ataxx: level 1, 1 MiB>"
        first = [engine.best(START).move for _ in range(6)]
        engine.clear()
        assert [engine.best(START).move for _ in range(6)] == first
        assert len({*first}) > 1
        assert engine.best(START).nodes <= 20


def test_a_level_searches_only_moves_that_are_asked_for() -> None:
    with outwit.Engine(ATAXX, level=1, seed=1, memory=1) as engine:
        assert {engine.best(START, moves=["b7"]).move for _ in range(9)} == {"b7"}


@pytest.mark.parametrize("game", outwit.all_games(), ids=lambda game: game.name)
def test_scores_are_those_of_the_evaluation(game: outwit.Game) -> None:
    positions = some_positions(game)
    with outwit.Engine(game, memory=1) as engine:
        assert engine._searcher is not None
        network = engine._searcher.network
        scores = engine.evaluate(iter(positions))
        assert scores.itemsize == 4
        backwards = engine.evaluate(positions[::-1])
    assert list(backwards) == list(scores)[::-1]
    for position, score in [*zip(positions, scores, strict=True)][::8]:
        if not position.is_over:
            is_learned = network is not None and 2 * network.slots == len(position.slot_states)
            assert score == (network.score(position) if is_learned else position.evaluation)  # type: ignore[union-attr]


def test_scores_are_the_same_after_many_positions(engine: outwit.Engine) -> None:
    positions = some_positions(ATAXX, 90)
    one_by_one = [engine.evaluate([position])[0] for position in positions]
    assert list(engine.evaluate(positions)) == one_by_one


def test_a_finished_game_is_scored_by_its_result(engine: outwit.Engine) -> None:
    won = FORCED.after(FORCED.legal_moves[0])
    assert won.is_over
    assert list(engine.evaluate([LOST, won])) == [-MATE, -MATE]
    assert engine.evaluate([]).tolist() == []
