"""Boards as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit.errors import BadPosition
from outwit.geometry import grid


def test_a_board_is_written_with_runs_of_empty_squares() -> None:
    assert grid.write(["x.....o", ".......", "..x.o.."]) == "x5o/7/2x1o2"


def test_runs_may_exceed_nine() -> None:
    assert grid.read("12/11K" + "/12" * 10, "K")[:2] == ["." * 12, "." * 11 + "K"]


@given(
    st.integers(1, 30).flatmap(
        lambda width: st.lists(
            st.text("xo.", min_size=width, max_size=width), min_size=1, max_size=9
        )
    )
)
def test_every_board_reads_back(rows: list[str]) -> None:
    assert grid.read(grid.write(rows), "xo", len(rows[0]), len(rows)) == rows


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3/3", "board: 3 rows expected, 2 found"),
        ("3/3/3/3", "board: 3 rows expected, 4 found"),
        ("3/2/3", "board, row 2: 3 squares expected, 2 found"),
        ("3/3/x3", "board, row 3: 3 squares expected, 4 found"),
        ("3/xx?/3", "board, row 2: '?' is neither a number nor in 'xo'"),
        ("3/12/3", "board, row 2: 3 squares expected, 12 found"),
        ("3/03/3", "board, row 2: '03' is no run"),
        ("3/0xxx/3", "board, row 2: '0' is no run"),
        ("3/100/3", "board, row 2: '100' is no run"),
        ("3/٣/3", "board, row 2: '٣' is neither"),
        ("3//3", "board, row 2: 3 squares expected, 0 found"),
        ("3/x.o/3", "board, row 2: '.' is neither"),
    ],
)
def test_a_wrong_board_is_refused_with_the_row(text: str, message: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        grid.read(text, "xo", 3, 3)
    assert message in str(refusal.value)


@pytest.mark.parametrize("row", ["1x1", "3", "xox", "2x"])
def test_a_run_has_one_spelling(row: str) -> None:
    assert grid.write_row(grid.read_row(row, "xo", 1)) == row


def test_two_runs_side_by_side_are_one_number() -> None:
    with pytest.raises(BadPosition, match="row 1"):
        grid.read("12/3/3", "xo", 3, 3)
