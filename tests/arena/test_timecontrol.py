from __future__ import annotations

import pytest

from outwit.arena.timecontrol import MARGIN, GameClock, TimeControl, read_time_control
from outwit.errors import UsageError
from outwit.players.allowance import UNLIMITED, Allowance


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("unlimited", TimeControl()),
        ("0.1/move", TimeControl(move=0.1)),
        ("60", TimeControl(game=60.0)),
        ("60+0.5", TimeControl(game=60.0, increment=0.5)),
        ("60+0", TimeControl(game=60.0)),
        ("1e6", TimeControl(game=1e6)),
    ],
)
def test_a_time_is_read_and_written_the_same(text: str, control: TimeControl) -> None:
    assert read_time_control(text) == control
    assert read_time_control(str(control)) == control
    assert control.is_unlimited == (text == "unlimited")


@pytest.mark.parametrize(
    "text",
    [
        *("", "soon", "/move", "+", "+1", "0", "0/move", "0+1", "-1", "-1/move", "60+-1", "60+x"),
        *("nan", "nan/move", "60+nan", "inf", "inf/move", "60+inf", "1e7", "1/game", "1+2+3"),
        "x" * 1000,
    ],
)
def test_what_is_no_time_is_refused_in_few_words(text: str) -> None:
    with pytest.raises(UsageError, match="is not a time control such as") as caught:
        read_time_control(text)
    assert len(str(caught.value)) < 120


def test_without_a_limit_nobody_is_late() -> None:
    clock = GameClock(TimeControl())
    assert clock.allowance() == UNLIMITED
    assert clock.spend(0, 1e9)


def test_a_time_per_move_is_the_same_for_every_move() -> None:
    clock = GameClock(TimeControl(move=2.0))
    for _ in range(3):
        assert clock.allowance() == Allowance(move=2.0)
        assert clock.spend(0, 2.0)
        assert clock.spend(0, 2.0 + MARGIN / 2)
        assert not clock.spend(0, 2.0 + 2 * MARGIN)


def test_each_side_uses_up_its_own_clock() -> None:
    clock = GameClock(TimeControl(game=10.0))
    assert clock.spend(0, 4.0)
    assert clock.spend(1, 1.0)
    assert clock.allowance() == Allowance(clocks=(6.0, 9.0))
    assert not clock.spend(0, 7.0)
    assert clock.spend(1, 9.0)


def test_the_increment_comes_after_a_move_that_was_in_time() -> None:
    clock = GameClock(TimeControl(game=1.0, increment=5.0), margin=0.0)
    assert clock.spend(0, 0.5)
    assert clock.left == [5.5, 1.0]
    assert clock.allowance() == Allowance(clocks=(5.5, 1.0), increments=(5.0, 5.0))
    assert not clock.spend(1, 1.5)


def test_the_margin_forgives_a_moment_but_gives_no_time() -> None:
    clock = GameClock(TimeControl(game=1.0), margin=0.5)
    assert clock.spend(0, 1.4)
    assert clock.left[0] == 0.0
    assert clock.allowance() == Allowance(clocks=(0.0, 1.0))
    assert not clock.spend(0, 0.6)
