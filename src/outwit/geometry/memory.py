"""Arrays whose length is known only at run time: numbers laid over a ``bytearray``.

Compiled, these are the bare pointers of ``memory.pxd``; interpreted, they are memory views that
check every index. The owner of the numbers must keep the ``bytearray`` and must not resize it. To
grow, copy it into a longer one and lay the numbers over that.
"""

from __future__ import annotations

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence
    from typing import TypeVar

    T = TypeVar("T")


def instance(cls: type[T]) -> T:
    """Return an object that is not set up yet."""
    return cls.__new__(cls)


def unset(size: int) -> bytearray:
    """Return a store of some bytes, whatever they are."""
    return bytearray(size)


def zeros(size: int) -> bytearray:
    """Return a store of zeros, in large pages of memory where the system has them.

    In a large table that is read here and there, small pages cost a second miss of the cache.
    """
    return bytearray(size)


def copied(store: bytearray, size: int) -> bytearray:
    """Return the first bytes of a store in a store of their own."""
    return store[:size]


def in_lines(store: bytearray) -> bytearray:
    """Return a copy of a store for ``i8_lines``: it begins where a cache line does."""
    return store[:]


def i8_lines(store: bytearray) -> memoryview[int]:
    """Lay bytes with a sign over a store that ``in_lines`` has made."""
    return memoryview(store).cast("b")


def write_word(numbers: memoryview[int] | MutableSequence[int], at: int, word: int) -> None:
    """Write the lowest 64 bits of a word as eight bytes, the lowest first.

    Written one by one, they would have to reach the cache before they can be read as a word.
    """
    numbers[at : at + 8] = (word & ~(-1 << 64)).to_bytes(8, "little")


def u32_array(like: array[int], numbers: memoryview[int], count: int) -> array[int]:
    """Return the first of some 32-bit numbers as an array like another."""
    return array(like.typecode, numbers[:count].tolist())


def u8s(store: bytearray) -> memoryview[int]:
    """Lay bytes over a store."""
    return memoryview(store)


def u16s(store: bytearray) -> memoryview[int]:
    """Lay 16-bit numbers over a store."""
    return memoryview(store).cast("H")


def i16s(store: bytearray) -> memoryview[int]:
    """Lay 16-bit numbers with a sign over a store."""
    return memoryview(store).cast("h")


def i32s(store: bytearray) -> memoryview[int]:
    """Lay 32-bit numbers with a sign over a store."""
    return memoryview(store).cast("i")


def u32s(store: bytearray) -> memoryview[int]:
    """Lay 32-bit numbers over a store."""
    return memoryview(store).cast("I")


def u64s(store: bytearray) -> memoryview[int]:
    """Lay 64-bit numbers over a store."""
    return memoryview(store).cast("Q")


def cache_lines(store: bytearray) -> memoryview[int]:
    """Lay 64-bit numbers over a store, from where a line of the processor's cache begins.

    Of the store's last 64 bytes, some are lost that way.
    """
    return memoryview(store)[: len(store) // 64 * 64].cast("Q")
