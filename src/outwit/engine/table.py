"""The transposition table: what was found about positions met before.

Buckets of four entries, two words each: the second holds a move, a score, a depth, a bound and an
age; the first is the key, scrambled with the second. Threads share the table without locks: an
entry of which two threads wrote a half each does not unscramble to any key.
"""

from __future__ import annotations

from cython import int as i32
from cython import ulonglong as u64

from outwit.geometry import memory

# Bits of an entry, from the lowest: move 32, score 16, depth 8, bound 2, age 6.
MOVE_BITS = 0xFFFFFFFF
AGES = 64


class Table:
    """Remembers about as many positions as fit into some mebibytes, a power of two."""

    def __init__(self, mebibytes: int = 16) -> None:
        buckets = 1 << ((max(1, mebibytes) << 20) // 64).bit_length() - 1
        self.mask = buckets - 1
        self.age = 0
        self.store = bytearray(buckets * 64 + 64)
        self.words = memory.cache_lines(self.store)

    def clear(self) -> None:
        """Forget everything."""
        self.age = 0
        self.store = bytearray(len(self.store))
        self.words = memory.cache_lines(self.store)

    def grow_older(self) -> None:
        """Begin a new search: what is already known yields to what is found from now on."""
        self.age = (self.age + 1) % AGES

    def find(self, key: u64) -> u64:
        """Return the entry of a key, 0 if there is none."""
        at: u64 = (key & self.mask) * 8
        entry: u64
        i: i32
        for i in range(4):
            entry = self.words[at + 2 * i + 1]
            if self.words[at + 2 * i] ^ entry == key and entry:
                return entry
        return 0

    def keep(self, key: u64, move: u64, score: i32, depth: i32, bound: i32) -> None:
        """Remember what was found, in place of the same position or of what is worth least."""
        at: u64 = (key & self.mask) * 8
        place: u64 = at
        entry: u64
        kept: u64
        worth: i32
        least: i32 = 1_000_000
        i: i32
        for i in range(4):
            entry = self.words[at + 2 * i + 1]
            if self.words[at + 2 * i] ^ entry == key:
                place = at + 2 * i
                if not move:
                    move = entry & MOVE_BITS
                break
            worth = entry >> 48 & 255
            if entry >> 58 != self.age:
                worth -= 256
            if worth < least:
                least = worth
                place = at + 2 * i
        value: u64 = score + 32_768
        plies: u64 = depth if depth > 0 else 0
        kind: u64 = bound
        kept = move | value << 32 | plies << 48 | kind << 56 | self.age << 58
        self.words[place] = key ^ kept
        self.words[place + 1] = kept
