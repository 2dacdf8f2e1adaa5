"""The windows of two by two squares, which the learned evaluation sees."""

from __future__ import annotations

from cython import int as i32
from cython import ulonglong as u64

from outwit.games.ataxx import features
from outwit.geometry import memory


def write(first: u64, second: u64, states: memoryview[int], start: i32) -> None:
    """Write the state of each window as the first side sees it.

    A state has a bit for each square that is the viewer's, then one for each that is the other's;
    of a block, both.
    """
    # The rows of the board, then of the windows, six bytes each.
    a: u64 = pairs(first, second)
    b: u64 = pairs(first >> features.STRIDE, second >> features.STRIDE)
    c: u64 = pairs(first >> 2 * features.STRIDE, second >> 2 * features.STRIDE)
    d: u64 = pairs(first >> 3 * features.STRIDE, second >> 3 * features.STRIDE)
    e: u64 = pairs(first >> 4 * features.STRIDE, second >> 4 * features.STRIDE)
    f: u64 = pairs(first >> 5 * features.STRIDE, second >> 5 * features.STRIDE)
    g: u64 = pairs(first >> 6 * features.STRIDE, second >> 6 * features.STRIDE)
    a |= b << 2
    b |= c << 2
    c |= d << 2
    d |= e << 2
    e |= f << 2
    f |= g << 2
    memory.write_word(states, start, a | b << 48)
    memory.write_word(states, start + 8, b >> 16 | c << 32)
    memory.write_word(states, start + 16, c >> 32 | d << 16)
    memory.write_word(states, start + 24, e | f << 48)
    memory.write_word(states, start + 32, f >> 16)


def pairs(first: u64, second: u64) -> u64:
    """Return the pairs of neighbouring squares of the first row, each pair in a byte."""
    return spread(first) | spread(second) << 4


def spread(board: u64) -> u64:
    """Return the six pairs of neighbouring squares of a board's first row, each in a byte."""
    # Seven bits, six times one after the other: the pair of each column begins in its own byte.
    return (board & features.SQUARES) * features.COPIES & features.PAIRS
