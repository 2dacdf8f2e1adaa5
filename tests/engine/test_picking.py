"""Which of some numbers is the greatest."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from outwit.engine import picking
from outwit.geometry import memory


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=40), st.data())
def test_the_first_of_the_greatest_numbers_is_picked(
    numbers: list[int], data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(numbers) - 1))
    stop = data.draw(st.integers(start + 1, len(numbers)))
    ranks = memory.i32s(bytearray(4 * len(numbers)))
    for i, number in enumerate(numbers):
        ranks[i] = number
    found = picking.greatest(ranks, start, stop)
    assert found == start + numbers[start:stop].index(max(numbers[start:stop]))
