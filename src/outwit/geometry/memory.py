"""Arrays whose length is known only at run time: numbers laid over a ``bytearray``.

Compiled, these are the bare pointers of ``memory.pxd``; interpreted, they are memory views that
check every index. Whoever holds the numbers must hold the ``bytearray`` too, and must not resize
it: to grow, copy it into a longer one and lay the numbers anew.
"""


def u8s(store: bytearray) -> "memoryview[int]":
    """Lay bytes over a store."""
    return memoryview(store)


def u16s(store: bytearray) -> "memoryview[int]":
    """Lay 16-bit numbers over a store."""
    return memoryview(store).cast("H")


def i32s(store: bytearray) -> "memoryview[int]":
    """Lay 32-bit numbers with a sign over a store."""
    return memoryview(store).cast("i")


def u32s(store: bytearray) -> "memoryview[int]":
    """Lay 32-bit numbers over a store."""
    return memoryview(store).cast("I")


def u64s(store: bytearray) -> "memoryview[int]":
    """Lay 64-bit numbers over a store."""
    return memoryview(store).cast("Q")


def cache_lines(store: bytearray) -> "memoryview[int]":
    """Lay 64-bit numbers over a store, from where a line of the processor's cache begins.

    Of the store's last 64 bytes, some are lost that way.
    """
    return memoryview(store)[: len(store) // 64 * 64].cast("Q")
