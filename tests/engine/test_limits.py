from __future__ import annotations

import pytest

from outwit.engine.limits import Limits
from outwit.engine.score import MATE, Score
from outwit.engine.searcher import Searcher
from outwit.engine.timemanagement import budget
from outwit.engine.tuning import Tuning
from outwit.errors import UsageError


@pytest.mark.parametrize("name", ["time", "clock", "depth", "nodes"])
@pytest.mark.parametrize("value", [0, -1])
def test_a_limit_below_one_is_refused_by_name(name: str, value: int) -> None:
    with pytest.raises(UsageError, match=name):
        Limits().replace(**{name: value}).check()


@pytest.mark.parametrize("name", ["time", "clock", "depth", "nodes"])
@pytest.mark.parametrize("value", [float("inf"), float("nan"), 1e300, 10**30, "4", True])
def test_a_limit_beyond_counting_or_no_number_is_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(UsageError, match=name):
        Limits().replace(**{name: value}).check()


@pytest.mark.parametrize("threads", [0, -1, 257, 10**6])
def test_a_number_of_threads_no_machine_has_is_refused(threads: int) -> None:
    with pytest.raises(UsageError, match="threads"):
        Searcher(Tuning(), threads=threads)


def test_without_any_limit_a_second_is_spent() -> None:
    assert budget(Limits())[1] == 1.0


def test_a_depth_alone_is_not_hurried() -> None:
    assert budget(Limits(depth=3)) == (None, None)


@pytest.mark.parametrize("clock", [0.01, 0.5, 60.0])
@pytest.mark.parametrize("increment", [0.0, 5.0])
def test_a_clock_is_never_spent_at_once(clock: float, increment: float) -> None:
    soft, hard = budget(Limits(clock=clock, increment=increment))
    assert soft is not None
    assert hard is not None
    assert 0 < soft <= hard < clock


def test_scores_near_the_end_count_moves() -> None:
    assert str(Score(MATE - 1)) == "#1"
    assert str(Score(MATE - 3)) == "#2"
    assert str(Score(4 - MATE)) == "#-2"
    assert str(Score(-125)) == "-1.25"
