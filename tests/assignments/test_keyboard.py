"""What somebody at a keyboard types."""

from __future__ import annotations

from random import Random

from outwit.assignments.keyboard import JUNK, type_lines, type_with_slips

LINES = [f"line {number}" for number in range(20)]


def test_lines_are_typed_in_order_and_perhaps_not_to_the_end() -> None:
    lengths = set()
    for seed in range(50):
        typed = type_lines(LINES, Random(seed)).splitlines()
        assert typed == LINES[: len(typed)]
        lengths.add(len(typed))
    assert max(lengths) == len(LINES)
    assert min(lengths) < len(LINES)


def test_slips_come_between_the_lines() -> None:
    slips = set()
    for seed in range(50):
        typed = type_with_slips(LINES, Random(seed)).split("\n")[:-1]
        kept = [line for line in typed if line not in JUNK]
        assert kept == LINES[: len(kept)]
        slips |= {line for line in typed if line in JUNK}
    assert slips == set(JUNK)


def test_nothing_is_typed_of_no_lines() -> None:
    assert {type_with_slips([], Random(seed)) for seed in range(20)} == {""}
