"""A time control belongs to the class of about as long games."""

from __future__ import annotations

import pytest

from outwit.arena.timecontrol import read_time_control
from outwit.storage.timeclass import TIME_CLASSES, time_class


@pytest.mark.parametrize(
    ("control", "expected"),
    [
        ("60+0", "bullet"),
        ("179+0", "bullet"),
        ("180+0", "blitz"),
        ("120+2", "blitz"),
        ("480+0", "rapid"),
        ("600+10", "rapid"),
        ("1500+0", "slow"),
        ("1/move", "bullet"),
        ("30/move", "rapid"),
        ("unlimited", "unlimited"),
    ],
)
def test_increments_count_for_forty_moves(control: str, expected: str) -> None:
    assert expected in TIME_CLASSES
    assert time_class(read_time_control(control)) == expected
