"""The fields of a position's text."""

from __future__ import annotations

import pytest

from outwit.core import fields
from outwit.errors import BadPosition

NAMES = ("board", "side", "moves made")


def test_fields_are_cut_at_single_blanks() -> None:
    assert fields.split("a b c", NAMES) == ["a", "b", "c"]


@pytest.mark.parametrize("text", ["", "a", "a b", "a  b c", "a b c ", " a b c", "a b c d"])
def test_a_wrong_number_of_fields_is_refused_with_their_names(text: str) -> None:
    with pytest.raises(BadPosition, match=r"3 fields expected \(board, side, moves made\)"):
        fields.split(text, NAMES)


@pytest.mark.parametrize("text", ["0", "7", "10", "999999999"])
def test_numbers_are_read(text: str) -> None:
    assert fields.number(text, "jumps") == int(text)


@pytest.mark.parametrize(
    "text", ["", "00", "07", "-1", "+1", "1 ", "1.0", "x", "1000000000", "9" * 10_000, "٣"]
)
def test_other_numbers_are_refused_with_the_field(text: str) -> None:
    with pytest.raises(BadPosition, match=r"^jumps: ") as refusal:
        fields.number(text, "jumps")
    assert len(str(refusal.value)) < 100


@pytest.mark.parametrize("number", [1, 2, 25])
def test_bounds_belong_to_the_numbers_allowed(number: int) -> None:
    assert fields.number(str(number), "jumps", 1, 25) == number
    for outside in ("0", "26"):
        with pytest.raises(BadPosition, match="from 1 to 25"):
            fields.number(outside, "jumps", 1, 25)


def test_a_side_is_the_first_or_the_second_letter() -> None:
    assert [fields.side(letter, "xo") for letter in "xo"] == [0, 1]


@pytest.mark.parametrize("text", ["", "X", "xo", "x ", "-", "x" * 10_000])
def test_other_sides_are_refused(text: str) -> None:
    with pytest.raises(BadPosition, match=r"^side: .* is neither 'x' nor 'o'") as refusal:
        fields.side(text, "xo")
    assert len(str(refusal.value)) < 100
