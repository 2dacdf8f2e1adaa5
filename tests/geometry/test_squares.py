"""Squares by name."""

from __future__ import annotations

import pytest

from outwit.geometry import squares


def test_every_square_reads_back() -> None:
    for column in range(25):
        for row in range(25):
            assert squares.read(squares.name(column, row), 25, 25) == (column, row)


@pytest.mark.parametrize(
    "text",
    ["", "a", "1", "a0", "a01", "A1", "j1", "a10", "a1 ", " a1", "a-1", "a+1", "aa", "é1", "a٣"],
)
def test_what_is_no_square_of_a_board_of_nine_is_none(text: str) -> None:
    assert squares.read(text, 9, 9) is None


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a1b3", ["a1", "b3"]),
        ("a10b11", ["a10", "b11"]),
        ("", []),
        ("1a", ["1", "a"]),
        ("ab", ["a", "b"]),
    ],
)
def test_a_text_is_cut_before_every_column_letter(text: str, parts: list[str]) -> None:
    assert squares.split(text) == parts


@pytest.mark.parametrize("text", ["0", "7", "10", "999999999"])
def test_plain_numbers(text: str) -> None:
    assert squares.plain_number(text)


@pytest.mark.parametrize("text", ["", "00", "01", "+1", "-1", "1 ", "1_0", "1.0", "٣", "²", "x"])
def test_numbers_that_are_not_plain(text: str) -> None:
    assert not squares.plain_number(text)
