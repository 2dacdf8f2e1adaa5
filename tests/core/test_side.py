"""The two sides."""

from __future__ import annotations

from outwit.core.side import FIRST, SECOND, SIDES


def test_sides_are_numbers_and_each_others_opponents() -> None:
    assert SIDES == (FIRST, SECOND) == (0, 1)
    assert FIRST.other is SECOND
    assert SECOND.other is FIRST


def test_sides_show_their_names() -> None:
    assert [str(side) for side in SIDES] == ["FIRST", "SECOND"]
    assert f"{FIRST!r}" == "FIRST"
