from __future__ import annotations

from random import Random

import pytest

import outwit
from outwit.core.position import Position
from outwit.engine.solver import Solution, Solver
from outwit.errors import UsageError
from outwit.games.jesonmor import placement
from outwit.testing.wins import wins_within
from tests.engine.perfect import perfect_result
from tests.engine.small import SMALL
from tests.mode import COMPILED, amount, many, sample

RESULTS = ("win", "draw", "loss")
# Where the key leaves out the number of moves made, it takes the text to know what may come.
NAMES = {"advance": lambda position: position.text}


def by_key(position: Position) -> object:
    return position.key


def check_line(position: Position, found: Solution) -> None:
    """Play the line, and see that it ends as promised."""
    end = position.copy()
    for move in found.line:
        end.play(move)
    if found.result == "draw":
        assert end.outcome is None or end.outcome.winner is None
        return
    assert end.outcome is not None
    assert end.outcome.winner == (position.turn if found.result == "win" else position.turn.other)
    assert found.plies == len(found.line)


def test_every_game_has_small_positions() -> None:
    assert sorted(SMALL) == [game.name for game in outwit.all_games()]


@pytest.mark.parametrize("name", SMALL)
def test_the_solver_agrees_with_looking_at_every_position(name: str) -> None:
    rng = Random(name)
    seen = dict.fromkeys(RESULTS, 0)
    wanted = many(sample(8, 5) if name == "advance" else sample(25, 15), 3)
    for _ in range(100 * wanted):
        position = SMALL[name](rng)
        expected = perfect_result(position, amount(800, 200), NAMES.get(name, by_key))
        if expected is None:
            continue
        found = Solver(1).solve(position, nodes=1_000_000)
        assert found.result == expected, position.text
        check_line(position, found)
        seen[expected] += 1
        complete = not COMPILED or all(seen.values()) or (name == "santorini" and seen["win"])
        if sum(seen.values()) >= wanted and complete:
            break
    assert sum(seen.values()) >= wanted
    if COMPILED:
        assert seen["win"]
        assert seen["loss"]
        assert seen["draw"] or name == "santorini"


@pytest.mark.parametrize("name", SMALL)
def test_a_win_said_to_be_the_shortest_is(name: str) -> None:
    rng = Random(name)
    compared = 0
    for _ in range(many(15, 3)):
        position = SMALL[name](rng)
        if position.outcome is not None:
            continue
        found = Solver(1).solve(position, nodes=amount(100_000, 500))
        if found.result == "win" and found.shortest and found.plies is not None:
            depth = min(found.plies, 3)
            expected = found.plies if found.plies <= 3 else None
            assert wins_within(position, depth) == expected, position.text
            compared += 1
    assert compared or not COMPILED


def test_a_game_without_end_is_drawn() -> None:
    # White's knight and Black's may go to and fro for ever.
    found = Solver(1).solve(outwit.game("jesonmor").start(size=3, archers="no"))
    assert found.result == "draw"
    assert found.plies is None


@pytest.mark.parametrize("protection", range(amount(4, 1)))
def test_scores_that_only_matter_at_the_end_do_not_keep_a_draw_from_being_seen(
    protection: int,
) -> None:
    # Archers move by any distance, so the difference of the scores may grow for ever.
    start = outwit.game("jesonmor").start(size=3, protection=protection)
    assert Solver(1).solve(start, nodes=100_000).result == "draw"


def test_presuming_more_or_less_changes_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random("presume")
    seen: set[str] = set()
    for _ in range(many(25, 3)):
        position = SMALL["jesonmor"](rng)
        results = {perfect_result(position, 200, by_key) or "unknown"}
        for reach in (0, 1, 4, 24):
            monkeypatch.setattr(placement, "REACHES", {3: reach})
            found = Solver(1).solve(position, nodes=amount(20_000, 500))
            results.add(found.result)
        results.discard("unknown")
        assert len(results) <= 1, position.text
        seen |= results
    assert seen == set(RESULTS) or not COMPILED


def test_a_finished_game_needs_no_search() -> None:
    found = Solver(1).solve(outwit.game("ataxx").position("xx5/7/7/7/7/7/7 o 0 1"))
    assert (found.result, found.plies, found.line, found.nodes) == ("loss", 0, (), 0)


@pytest.mark.parametrize("game", outwit.all_games(), ids=lambda game: game.name)
def test_out_of_nodes_or_time_nothing_is_claimed(game: outwit.Game) -> None:
    position = game.start() if game.name != "push" else game.start(rows=8, columns=8)
    few = Solver(1).solve(position, nodes=amount(20_000, 200))
    assert few.result == "unknown"
    assert few.nodes <= amount(20_000, 200) + 2 * 500
    assert (few.plies, few.line) == (None, ())
    if COMPILED:
        short = Solver(1).solve(position, time=0.1)
        assert short.result == "unknown"


def test_the_same_limit_gives_the_same_answer() -> None:
    position = outwit.game("push").start(rows=4, columns=5, seed=1)
    first, second = (Solver(1).solve(position, nodes=amount(50_000, 500)) for _ in range(2))
    assert first.replace(time=0.0) == second.replace(time=0.0)


def test_the_position_is_left_as_it_was() -> None:
    position = outwit.game("push").start(rows=4, columns=4, seed=1)
    before = position.text
    Solver(1).solve(position)
    assert (position.text, position.played) == (before, ())


@pytest.mark.compiled_only
def test_progress_is_told_and_may_end_the_search() -> None:
    told: list[Solution] = []

    def enough(so_far: Solution) -> None:
        told.append(so_far)
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Solver(1).solve(outwit.game("ataxx").start(), progress=enough)
    assert [so_far.result for so_far in told] == ["unknown"] * 3
    assert told[0].nodes < told[1].nodes < told[2].nodes


@pytest.mark.compiled_only
def test_a_small_table_changes_no_result() -> None:
    position = outwit.game("push").start(rows=4, columns=6, seed=1)
    small, large = Solver(1).solve(position), Solver(32).solve(position)
    assert small.result == large.result
    check_line(position, small)


def test_a_limit_that_makes_no_sense_is_named() -> None:
    position = outwit.game("push").start()
    for seconds in (0, -1.0, float("nan")):
        with pytest.raises(UsageError, match="time"):
            Solver(1).solve(position, time=seconds)
    for nodes in (0, -1):
        with pytest.raises(UsageError, match="nodes"):
            Solver(1).solve(position, nodes=nodes)


@pytest.mark.parametrize("mebibytes", [0, -1, 1 << 40])
def test_a_table_that_makes_no_sense_is_refused(mebibytes: int) -> None:
    with pytest.raises(UsageError, match="mebibytes"):
        Solver(mebibytes)
