"""Fixed numbers for the moves of Push: the cell played, row by row from the top left."""

from __future__ import annotations

from cython import bint
from cython import int as i32
from cython import ulonglong as u64

from outwit.core.symmetry import Symmetry
from outwit.geometry import bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def inner_cells(rows: int, columns: int) -> bytearray:
    """Return the inner cells of a board as the bits of 64-bit words."""
    row = ((1 << columns - 2) - 1) << 1
    cells = sum(row << number * columns for number in range(1, rows - 1))
    return bytearray(cells.to_bytes((rows * columns + 63) // 64 * 8, "little"))


def mark_inner(
    legal: memoryview[int], stones: Sequence[int], inner: Sequence[int], words: i32
) -> None:
    """Set the bits of the empty inner cells.

    ``legal`` and ``inner`` have ``words`` words. ``stones`` has a byte for each cell, padded to as
    many bytes as they have bits.
    """
    taken: u64
    word: i32
    i: i32
    for word in range(words):
        taken = 0
        for i in range(8):
            taken |= bits.full_bytes(stones[8 * word + i]) << 8 * i
        legal[word] = inner[word] & ~taken


def mark_pushes(
    legal: memoryview[int],
    stones: Sequence[int],
    in_row: Sequence[int],
    in_column: Sequence[int],
    rows: i32,
    columns: i32,
) -> None:
    """Set the bits of the border cells from which a line can be pushed."""
    line: i32
    far: i32
    has_gap: bint
    for line in range(1, rows - 1):
        has_gap = in_row[line] < columns - 1
        mark_push(legal, stones, line * columns, 1, has_gap)
        mark_push(legal, stones, line * columns + columns - 1, -1, has_gap)
    far = (rows - 1) * columns
    for line in range(1, columns - 1):
        has_gap = in_column[line] < rows - 1
        mark_push(legal, stones, line, columns, has_gap)
        mark_push(legal, stones, far + line, -columns, has_gap)


def mark_push(
    legal: memoryview[int], stones: Sequence[int], cell: i32, inwards: i32, has_gap: bint
) -> None:
    """Set the bit of a border cell if its line can be pushed from there."""
    found: u64 = has_gap & (stones[cell] == 0) & (stones[cell + inwards] != 0)
    legal[cell >> 6] |= found << (cell & 63)


def reflect(action: int, symmetry: Symmetry, rows: int, columns: int) -> int:
    """Return the action that does the same in the image of a board of that size."""
    row, column = symmetry.image(*divmod(action, columns), rows, columns)
    return row * symmetry.shape(rows, columns)[1] + column
