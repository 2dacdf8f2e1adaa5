"""Boards as bits, and arrays over bytes: what compiled code replaces by instructions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from outwit.geometry import bits, memory

words = st.integers(0, 2**64 - 1)


@given(words)
def test_popcount_counts_squares(board: int) -> None:
    assert bits.popcount(board) == sum(board >> square & 1 for square in range(64))


@given(words.filter(bool))
def test_lsb_is_the_lowest_square(board: int) -> None:
    assert board % (1 << bits.lsb(board) + 1) == 1 << bits.lsb(board)


@given(words, words)
def test_mix_is_one_to_one_and_fits_a_word(one: int, other: int) -> None:
    assert 0 <= bits.mix(one) < 2**64
    assert (bits.mix(one) == bits.mix(other)) == (one == other)


def test_mix_is_the_first_number_of_splitmix64() -> None:
    assert bits.mix(0) == 0xE220A8397B1DCDAF


def test_numbers_lie_over_the_bytes_of_a_store() -> None:
    for lay, size in (
        (memory.u8s, 1),
        (memory.u16s, 2),
        (memory.i32s, 4),
        (memory.u32s, 4),
        (memory.u64s, 8),
    ):
        store = bytearray(3 * size)
        numbers = lay(store)
        assert len(numbers) == 3
        numbers[1] = 5
        assert sum(store) == 5


@given(st.lists(st.sampled_from([0, 0, 1, 127, 128, 255]), min_size=8, max_size=8))
def test_full_bytes_are_those_that_are_not_0(numbers: list[int]) -> None:
    word = int.from_bytes(numbers, "little")
    assert bits.full_bytes(word) == sum(1 << i for i in range(8) if numbers[i])


def test_a_byte_of_a_word_for_each_bit_of_a_byte() -> None:
    for byte in range(256):
        numbers = bits.bytes_of(byte).to_bytes(8, "little")
        assert list(numbers) == [byte >> i & 1 for i in range(8)]
