"""Eight bytes at a time; compiled, see ``words.pxd``. ``memory.write_word`` writes them."""

from __future__ import annotations


def read_word(numbers: memoryview[int], at: int) -> int:
    """Return eight bytes as a word, the first byte as the lowest."""
    return int.from_bytes(numbers[at : at + 8], "little")
