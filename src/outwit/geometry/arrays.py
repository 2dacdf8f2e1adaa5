"""Arrays that a caller owns, and bits and bytes written into them.

Compiled, an array is the bare pointer of ``arrays.pxd``; interpreted, it is a memory view. The
caller checks the format and the length of a view first, and keeps the view.
"""

from __future__ import annotations


def u8s(view: memoryview) -> memoryview:
    """Lay bytes over a view."""
    return view.cast("B")


def i32s(view: memoryview) -> memoryview:
    """Lay 32-bit numbers with a sign over a view."""
    return view.cast("B").cast("i")


def i64s(view: memoryview) -> memoryview:
    """Lay 64-bit numbers with a sign over a view."""
    return view.cast("B").cast("q")


def f32s(view: memoryview[float]) -> memoryview[float]:
    """Lay 32-bit floating-point numbers over a view."""
    return view.cast("B").cast("f")


def u64s_from(numbers: memoryview[int], start: int) -> memoryview[int]:
    """Return the words of an array from ``start`` on."""
    return numbers[start:]


def u8s_from(numbers: memoryview[int], start: int) -> memoryview[int]:
    """Return the bytes of an array from ``start`` on."""
    return numbers[start:]


def spread(words: memoryview[int], start: int, to: memoryview[int], at: int, count: int) -> None:
    """Write a byte for each of some bits, which begin with a word: 1 where the bit is set."""
    for i in range(count):
        to[at + i] = words[start + i // 64] >> i % 64 & 1


def shares(
    numbers: memoryview[int], start: int, to: memoryview[float], at: int, count: int, most: int
) -> None:
    """Write bytes as floating-point numbers, each divided by ``most``."""
    for i in range(count):
        to[at + i] = numbers[start + i] / most


def fill(to: memoryview[float], at: int, count: int, number: int, most: int) -> None:
    """Write one number, divided by ``most``, several times."""
    for i in range(count):
        to[at + i] = number / most


def chosen(words: memoryview[int], start: int, count: int, chance: int) -> int:
    """Return the place of a random bit of some words that is set, -1 if there is none.

    All are equally likely; ``chance`` is 64 random bits.
    """
    bits = [i for i in range(64 * count) if words[start + i // 64] >> i % 64 & 1]
    return bits[(chance >> 32) * len(bits) >> 32] if bits else -1
