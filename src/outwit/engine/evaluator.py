"""The learned evaluation of the positions of a search, kept up to date from ply to ply."""

from __future__ import annotations

from cython import Py_ssize_t
from cython import int as i32
from cython import longlong as i64
from cython import ulonglong as u64

from outwit.core.position import Position
from outwit.engine import rows, units
from outwit.engine.network import Network
from outwit.errors import UsageError
from outwit.geometry import bits, memory


class Evaluator:
    """Scores the position of a search by a network.

    For each ply it keeps the states of the slots, and for each side the sums of their rows. To
    evaluate a ply, it copies the sums of the last evaluated ply and updates the slots that differ.
    The search must ``forget`` a ply whenever the position at that ply changes.
    """

    def __init__(self, network: Network, position: Position, plies: int) -> None:
        self.position = position
        self.plies = plies
        self.slots = network.slots
        # Words of a position's states.
        self.words = -(-network.slots // 8)
        self.private = network.slots - network.common
        self.states = network.states
        self.hidden = network.hidden
        self.scale = network.scale
        self.corrects = network.corrects
        # Offset of the second side's rows in the lists. Lists are written sixteen entries at a
        # time, and so beyond their end.
        self.room = network.slots + 16
        seen = bytearray(8 * self.words * plies + 16)
        sums = bytearray(2 * 2 * self.hidden * plies + 64)
        known = bytearray(plies)
        scores = bytearray(4 * plies)
        mirror = bytearray(4 * self.slots)
        gone = bytearray(2 * 4 * self.room)
        come = bytearray(2 * 4 * self.room)
        swap = bytearray(network.swap)
        firsts = bytearray(4 * self.room)
        seconds = bytearray(4 * self.room)
        turned = bytearray(4 * len(swap))
        if network.rows_in_lines is None:
            network.rows_in_lines = memory.in_lines(network.rows)
        self.stores = [network, seen, sums, known, scores, mirror, gone, come, swap]
        self.stores += [firsts, seconds, turned]
        self.seen = memory.u8s(seen)
        self.seen_words = memory.u64s(seen)
        self.gone = memory.i32s(gone)
        self.come = memory.i32s(come)
        self.swap = memory.u8s(swap)
        self.mirror = memory.i32s(mirror)
        # Where the rows of a slot begin for either side, and of a state as the other side sees it.
        self.firsts = memory.i32s(firsts)
        self.seconds = memory.i32s(seconds)
        self.turned = memory.i32s(turned)
        for slot, other in enumerate(network.mirror):
            self.mirror[slot] = other
            self.firsts[slot] = slot * self.states * self.hidden
            self.seconds[slot] = other * self.states * self.hidden
        for state, seen_as in enumerate(network.swap):
            self.turned[state] = seen_as * self.hidden
        self.sums = memory.i16s(sums)
        self.known = memory.u8s(known)
        self.scores = memory.i32s(scores)
        self.rows = memory.i8_lines(network.rows_in_lines)
        self.bias = memory.i16s(network.bias)
        self.outputs = memory.i16s(network.outputs)
        self.output_bias = memory.i32s(network.output_bias)

    def score(self, ply: int) -> int:
        """Score the position, which may not have been at that ply before."""
        if not 0 <= ply < self.plies:
            raise UsageError(f"ply {ply} is not from 0 to {self.plies - 1}")
        self.forget(ply)
        return self.evaluate(ply)

    def forget(self, ply: i32) -> None:
        """Note that another position stands at a ply now."""
        self.known[ply] = 0

    def evaluate(self, ply: i32) -> i32:
        """Score the position, which stands at a ply, for the side to move."""
        if self.known[ply]:
            return self.scores[ply]
        self.update(ply)
        own: i32 = (2 * ply + self.position.side) * self.hidden
        other: i32 = (2 * ply + 1 - self.position.side) * self.hidden
        bucket: i32 = self.position.bucket()
        weights: i32 = 2 * bucket * self.hidden
        total: i64 = self.output_bias[bucket]
        total += rows.weigh(self.sums, own, self.outputs, weights, self.hidden)
        total += rows.weigh(self.sums, other, self.outputs, weights + self.hidden, self.hidden)
        self.scores[ply] = total * self.scale // units.OUTPUT_ONE
        if self.corrects:
            self.scores[ply] += self.position.evaluate()
        return self.scores[ply]

    def update(self, ply: i32) -> None:
        """Work out what is seen at a ply, and the sums of both sides for that."""
        last: i32 = ply - 1
        count: i32
        side: i32
        i: i32
        self.position.write_slots(self.seen, 8 * self.words * ply)
        self.known[ply] = 1
        while last >= 0 and not self.known[last]:
            last -= 1
        if last < 0:
            for side in range(2):
                self.begin((2 * ply + side) * self.hidden)
                for i in range(self.slots):
                    self.add((2 * ply + side) * self.hidden, self.row(ply, side, i))
            return
        count = rows.differences(
            self.seen,
            8 * self.words * last,
            8 * self.words * ply,
            self.firsts,
            self.seconds,
            self.turned,
            self.slots,
            self.private,
            self.hidden,
            self.room,
            self.gone,
            self.come,
        )
        if count < 0:
            count = self.list_changes(last, ply)
        for side in range(2):
            rows.exchange(
                self.sums,
                (2 * last + side) * self.hidden,
                (2 * ply + side) * self.hidden,
                self.rows,
                self.gone,
                self.come,
                side * self.room,
                count,
                self.hidden,
            )

    def list_changes(self, last: i32, here: i32) -> i32:
        """List the rows that go and that come where two plies differ; return how many slots do.

        Those of the second side are ``room`` later in both lists. It does what ``row`` does, for
        both sides and all slots that differ at once.
        """
        # Local names, so that they are not loaded again for every slot.
        gone = self.gone
        come = self.come
        swap = self.swap
        mirror = self.mirror
        seen = self.seen_words
        seen_bytes = self.seen
        words: i32 = self.words
        room: i32 = self.room
        states: i32 = self.states
        hidden: i32 = self.hidden
        private: i32 = self.private
        before: i32 = 8 * words * last
        now: i32 = 8 * words * here
        differ: u64
        word: u64
        end: i32
        first: i32
        slot: i32
        old: i32
        new: i32
        i: i32
        count: i32 = 0
        # In steps of 64 slots: the processor predicts the end of a loop badly.
        for first in range(0, words, 8):
            differ = 0
            end = first + 8 if first + 8 < words else words
            for i in range(first, end):
                word = seen[words * last + i] ^ seen[words * here + i]
                differ |= bits.full_bytes(word) << 8 * (i - first)
            while differ:
                slot = 8 * first + bits.lsb(differ)
                differ &= differ - 1
                old = seen_bytes[before + slot]
                new = seen_bytes[now + slot]
                gone[count] = (slot * states + old) * hidden
                come[count] = (slot * states + new) * hidden
                if slot < private:
                    old = swap[old]
                    new = swap[new]
                slot = mirror[slot]
                gone[room + count] = (slot * states + old) * hidden
                come[room + count] = (slot * states + new) * hidden
                count += 1
        return count

    def row(self, ply: i32, side: i32, slot: i32) -> i32:
        """Return where the row begins of what a side sees at a slot, which the first side names."""
        state: i32 = self.seen[8 * self.words * ply + slot]
        if side:
            if slot < self.private:
                state = self.swap[state]
            slot = self.mirror[slot]
        return (slot * self.states + state) * self.hidden

    def begin(self, at: Py_ssize_t) -> None:
        """Begin the sums of one side."""
        sums = self.sums
        bias = self.bias
        i: Py_ssize_t
        for i in range(self.hidden):
            sums[at + i] = bias[i]

    def add(self, at: Py_ssize_t, row: Py_ssize_t) -> None:
        """Add a row to the sums of one side."""
        sums = self.sums
        weights = self.rows
        i: Py_ssize_t
        for i in range(self.hidden):
            sums[at + i] += weights[row + i]
