"""The windows of two by two squares, which the learned evaluation sees."""

from __future__ import annotations

from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.games.ataxx import features


def write(first: u64, second: u64, states: memoryview[int], start: i32) -> None:
    """Write the state of each window as the first side sees it.

    A state has a bit for each square that is the viewer's, then one for each that is the other's;
    of a block, both.
    """
    mine: u32
    theirs: u32
    at: i32
    row: i32
    column: i32
    for row in range(features.ROW):
        at = start + features.ROW * row
        for column in range(features.ROW):
            mine = first >> column & 3 | first >> column + features.STRIDE - 2 & 12
            theirs = second >> column & 3 | second >> column + features.STRIDE - 2 & 12
            states[at + column] = mine | theirs << 4
        first >>= features.STRIDE
        second >>= features.STRIDE
