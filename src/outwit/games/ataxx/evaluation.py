"""What a position of Ataxx is worth to the side to move, in hundredths of a stone."""

from __future__ import annotations

from cython import int as i32
from cython import ulonglong as u64

from outwit.games.ataxx import reach
from outwit.games.ataxx.tuning import WEIGHTS
from outwit.geometry import bits

STONE = WEIGHTS.stone
SAFE = WEIGHTS.safe
TEMPO = WEIGHTS.tempo


def evaluate(own: u64, other: u64, empty: u64) -> i32:
    """Score a running game: stones, stones without an empty neighbour, and tempo."""
    open_squares: u64 = reach.spread(empty)
    stones: i32 = bits.popcount(own) - bits.popcount(other)
    # A stone without an empty neighbour cannot be turned as things stand.
    safe: i32 = bits.popcount(own & ~open_squares) - bits.popcount(other & ~open_squares)
    return STONE * stones + SAFE * safe + TEMPO
