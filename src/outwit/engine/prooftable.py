"""The hash table of a solver: the proof numbers and results of positions.

Buckets of four entries, two words each: the key, and from the lowest bit ``phi`` 20, ``delta`` 20,
plies 12, the logarithm of the work done 6, the goal (the side in question) 1.
"""

from __future__ import annotations

from cython import int as i32
from cython import ulonglong as u64

from outwit.geometry import memory


class ProofTable:
    """Remembers as many positions as fit into a part of some mebibytes, a power of two."""

    def __init__(self, mebibytes: int, parts: int = 1) -> None:
        buckets = 1 << ((mebibytes << 20) // 64 // parts).bit_length() - 1
        self.mask = buckets - 1
        self.store = memory.zeros(buckets * 64 + 64)
        self.words = memory.cache_lines(self.store)

    def find(self, key: u64, goal: u64) -> u64:
        """Return the entry of a position for the question of a side's win, 0 if there is none."""
        at: u64 = (key & self.mask) * 8
        entry: u64
        i: i32
        for i in range(4):
            entry = self.words[at + 2 * i + 1]
            if self.words[at + 2 * i] == key and entry and entry >> 58 & 1 == goal:
                return entry
        return 0

    def keep(self, key: u64, goal: u64, phi: u64, delta: u64, plies: u64, work: u64) -> None:
        """Write an entry over the one of the same position, or over the one with the least work."""
        at: u64 = (key & self.mask) * 8
        place: u64 = at
        entry: u64
        effort: u64 = 1
        least: u64 = 64
        i: i32
        while work > 1:
            work >>= 1
            effort += 1
        for i in range(4):
            entry = self.words[at + 2 * i + 1]
            if self.words[at + 2 * i] == key and entry >> 58 & 1 == goal:
                place = at + 2 * i
                # A search that goes on adds to the work, and the larger part of it is enough.
                if effort < (entry >> 52 & 63):
                    effort = entry >> 52 & 63
                break
            if (entry >> 52 & 63) < least:
                least = entry >> 52 & 63
                place = at + 2 * i
        self.words[place] = key
        self.words[place + 1] = phi | delta << 20 | plies << 40 | effort << 52 | goal << 58
