"""One question to the engine: the same answer every time, from an engine that is kept."""

from __future__ import annotations

from threading import Thread

import pytest

import outwit
from outwit.errors import UsageError
from outwit.players import asking

START = outwit.game("ataxx").start()


def test_the_same_question_has_the_same_answer() -> None:
    answers = [outwit.best(START, nodes=3_000).replace(time=0) for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]


def test_what_another_question_found_is_forgotten() -> None:
    before = outwit.best(START, depth=4).nodes
    outwit.best(START, depth=5)
    outwit.best(START.after("f1"), nodes=2_000)
    assert outwit.best(START, depth=4).nodes == before


def test_an_engine_is_kept_and_not_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "IDLE", [])
    outwit.best(START, nodes=50)
    [kept] = asking.IDLE
    outwit.best(START, nodes=50)
    assert [kept] == asking.IDLE
    for name in ("push", "jesonmor", "advance", "santorini"):
        outwit.best(name, depth=1)
    assert len(asking.IDLE) == asking.MOST_IDLE
    assert kept not in asking.IDLE


def test_engines_are_not_shared_by_questions_at_the_same_time() -> None:
    open_search = outwit.analyse(START, depth=4)
    next(open_search)
    found: list[int] = []
    asks = [Thread(target=lambda: found.append(outwit.best(START, depth=4).nodes)) for _ in "ab"]
    for ask in asks:
        ask.start()
    for ask in asks:
        ask.join()
    *_, last = open_search
    assert {*found} == {last[0].nodes}


def test_an_analysis_that_is_dropped_gives_its_engine_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asking, "IDLE", [])
    for _ in outwit.analyse(START, depth=9):
        break
    assert len(asking.IDLE) == 1


@pytest.mark.parametrize("given", [None, 7, ["ataxx"]])
def test_what_is_no_position_is_refused(given: object) -> None:
    with pytest.raises(UsageError, match="a position or a game is searched"):
        outwit.best(given)  # type: ignore[arg-type]
