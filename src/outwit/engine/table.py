"""The transposition table: the search results of positions.

Buckets of four entries, two words each: the second has the fields of ``entry``; the first is the
key XOR the second XOR the epoch. Threads share the table without locks. An entry of two halves by
different threads matches no key.

A new epoch forgets all entries at once. The lowest bits of a key are the number of its bucket, so
in those bits an entry shows its epoch. Entries of earlier epochs count as empty.
"""

from __future__ import annotations

from cython import int as i32
from cython import ulonglong as u64

from outwit.core import numbers
from outwit.engine import entry
from outwit.geometry import memory

# The worth of an entry of an earlier epoch: less than that of any other.
OUTDATED = -256


class Table:
    """Remembers about as many positions as fit into some mebibytes, a power of two."""

    def __init__(self, mebibytes: int = 16) -> None:
        buckets = 1 << ((max(1, mebibytes) << 20) // 64).bit_length() - 1
        self.mask = buckets - 1
        self.age = 0
        self.epoch = 0
        self.store = memory.zeros(buckets * 64 + 64)
        self.words = memory.cache_lines(self.store)

    def clear(self) -> None:
        """Forget everything, and erase it."""
        self.age = 0
        self.epoch = 0
        # In place, because another thread may be searching.
        self.store[:] = bytes(len(self.store))

    def forget(self) -> None:
        """Forget everything, as ``clear`` does, but in no time."""
        if self.epoch == self.mask:
            self.clear()
            return
        self.age = 0
        self.epoch += 1

    def begin_search(self) -> None:
        """Begin a new search: older entries are replaced before those written from now on."""
        self.age = (self.age + 1) % entry.AGES

    def find(self, key: u64) -> u64:
        """Return the entry of a key, 0 if there is none."""
        at: u64 = (key & self.mask) * 8
        word: u64
        i: i32
        key ^= self.epoch
        for i in range(4):
            word = self.words[at + 2 * i + 1]
            if self.words[at + 2 * i] ^ word == key and word:
                return word
        return 0

    def keep(self, key: u64, move: u64, score: i32, depth: i32, bound: i32) -> None:
        """Write an entry over the one of the same key, or else over the least useful one.

        Without a move (NO_MOVE), the move that the key's entry has is kept.
        """
        at: u64 = (key & self.mask) * 8
        place: u64 = at
        word: u64
        other: u64
        worth: i32
        least: i32 = 1_000_000
        i: i32
        key ^= self.epoch
        for i in range(4):
            word = self.words[at + 2 * i + 1]
            other = self.words[at + 2 * i] ^ word ^ key
            if other == 0 and word:
                place = at + 2 * i
                if move == numbers.NO_MOVE:
                    move = word & entry.MOVE_BITS
                break
            worth = word >> entry.DEPTH_AT & entry.DEPTH_BITS
            if other & self.mask:
                worth = OUTDATED
            elif word >> entry.AGE_AT != self.age:
                worth -= 256
            if worth < least:
                least = worth
                place = at + 2 * i
        value: u64 = score + entry.SCORE_OFFSET
        plies: u64 = depth if depth > 0 else 0
        kind: u64 = bound
        word = (
            move
            | value << entry.SCORE_AT
            | plies << entry.DEPTH_AT
            | kind << entry.BOUND_AT
            | self.age << entry.AGE_AT
        )
        self.words[place] = key ^ word
        self.words[place + 1] = word
