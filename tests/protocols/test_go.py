from __future__ import annotations

import pytest

from outwit.engine.limits import DEEPEST, Limits
from outwit.players.dialect import DIALECTS, UAI, UCI, UGI, Dialect
from outwit.protocols.go import OVERHEAD, read_go


@pytest.mark.parametrize(
    ("dialect", "side", "clock", "increment"),
    [(UCI, 0, 3, 0.1), (UCI, 1, 5, 0.2), (UAI, 0, 5, 0.2), (UAI, 1, 3, 0.1)],
)
def test_black_is_the_first_player_in_uai_and_the_second_in_uci(
    dialect: Dialect, side: int, clock: float, increment: float
) -> None:
    words = ["btime", "5000", "wtime", "3000", "binc", "200", "winc", "100"]
    go = read_go(words, dialect, side)
    assert go.limits == Limits(clock=clock, increment=increment)
    assert go.remarks == ()


def test_ugi_counts_its_players() -> None:
    words = ["p1time", "5000", "p2time", "3000", "p1inc", "200", "p2inc", "100"]
    assert read_go(words, UGI, 0).limits == Limits(clock=5, increment=0.2)
    assert read_go(words, UGI, 1).limits == Limits(clock=3, increment=0.1)


def test_some_of_a_moves_time_is_kept_for_the_way() -> None:
    assert read_go(["movetime", "1000"], UGI, 0).limits == Limits(time=1 - OVERHEAD)
    assert read_go(["movetime", "10"], UGI, 0).limits == Limits(time=0.0025)


@pytest.mark.parametrize("milliseconds", ["0", "-500"])
def test_a_clock_that_has_run_out_leaves_a_moment(milliseconds: str) -> None:
    go = read_go(["p1time", milliseconds, "p1inc", "-5", "movetime", milliseconds], UGI, 0)
    assert go.limits == Limits(time=0.00025, clock=0.001)
    assert go.limits.check()


def test_depth_and_nodes_are_kept_within_reason() -> None:
    assert read_go(["depth", "0", "nodes", "-1"], UGI, 0).limits == Limits(depth=1, nodes=1)
    assert read_go(["depth", "5000"], UGI, 0).limits.depth == DEEPEST


def test_infinite_forgets_the_other_limits() -> None:
    go = read_go(["movetime", "5", "infinite", "searchmoves", "a1", "b2"], UGI, 0)
    assert go.infinite
    assert go.limits == Limits(depth=DEEPEST, moves=("a1", "b2"))


def test_moves_to_search_end_at_the_next_word_of_the_command() -> None:
    go = read_go(["searchmoves", "a1", "b2", "depth", "3"], UGI, 0)
    assert go.limits == Limits(depth=3, moves=("a1", "b2"))


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("depth x", "go depth: 'x'"),
        ("depth", "go depth: nothing"),
        ("nodes 9999999999999999999999", "go nodes: '9999"),
        ("nodes ²", "go nodes"),
        ("mate 3", "'mate'"),
        ("movetime --1", "movetime"),
    ],
)
def test_what_is_not_understood_is_named_and_left_out(words: str, named: str) -> None:
    go = read_go(words.split(), UGI, 0)
    assert go.limits.is_open
    assert named in go.remarks[0]


def test_moves_to_go_are_read_and_not_used() -> None:
    go = read_go(["wtime", "100", "btime", "100", "movestogo", "3"], UCI, 0)
    assert (go.limits, go.remarks) == (Limits(clock=0.1), ())


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)
def test_nothing_limits_an_empty_command(dialect: Dialect) -> None:
    assert read_go([], dialect, 0).limits.is_open
