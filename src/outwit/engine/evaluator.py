"""The learned evaluation of the positions of a search, kept up to date from ply to ply."""

from __future__ import annotations

from cython import Py_ssize_t
from cython import int as i32
from cython import longlong as i64
from cython import short as i16
from cython import ulonglong as u64

from outwit.core.position import Position
from outwit.engine import units
from outwit.engine.network import Network
from outwit.errors import UsageError
from outwit.geometry import bits, memory


class Evaluator:
    """Scores the position that a search plays on by a network.

    For each ply it keeps what is seen, and for each side the sums of the rows for that. A ply that
    is evaluated takes over the sums of the last ply before it that was, and changes them where the
    two differ. The search must ``forget`` a ply whenever another position comes to stand there.
    """

    def __init__(self, network: Network, position: Position, plies: int) -> None:
        self.position = position
        self.plies = plies
        self.slots = network.slots
        # What is seen of a position, in whole words.
        self.words = -(-network.slots // 8)
        self.private = network.slots - network.common
        self.states = network.states
        self.hidden = network.hidden
        self.scale = network.scale
        self.corrects = network.corrects
        seen = bytearray(8 * self.words * plies)
        sums = bytearray(2 * 2 * self.hidden * plies + 64)
        known = bytearray(plies)
        scores = bytearray(4 * plies)
        changes = bytearray(4 * (self.slots + 1))
        mirror = bytearray(4 * self.slots)
        gone = bytearray(4 * self.slots)
        come = bytearray(4 * self.slots)
        swap = bytearray(network.swap)
        if network.rows_in_lines is None:
            network.rows_in_lines = memory.in_lines(network.rows)
        self.stores = [network, seen, sums, known, scores, changes, mirror, gone, come, swap]
        self.seen = memory.u8s(seen)
        self.seen_words = memory.u64s(seen)
        self.gone = memory.i32s(gone)
        self.come = memory.i32s(come)
        self.swap = memory.u8s(swap)
        self.changes = memory.i32s(changes)
        self.mirror = memory.i32s(mirror)
        for slot, other in enumerate(network.mirror):
            self.mirror[slot] = other
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
        total += self.weigh(own, weights)
        total += self.weigh(other, weights + self.hidden)
        self.scores[ply] = total * self.scale // units.OUTPUT_ONE
        if self.corrects:
            self.scores[ply] += self.position.evaluate()
        return self.scores[ply]

    def weigh(self, at: Py_ssize_t, weights: Py_ssize_t) -> i32:
        """Add up one half of the hidden layer, each cut off, squared and weighted."""
        sums = self.sums
        outputs = self.outputs
        total: i32 = 0
        value: i16
        product: i16
        i: Py_ssize_t
        for i in range(self.hidden):
            value = sums[at + i]
            value = 0 if value < 0 else value
            value = units.HIDDEN_ONE if value > units.HIDDEN_ONE else value
            product = value * outputs[weights + i]
            total += value * product
        return total

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
        count = self.compare(last, ply)
        for side in range(2):
            self.find_rows(last, ply, side, count)
            self.take_over(2 * last + side, 2 * ply + side, count)

    def find_rows(self, last: i32, here: i32, side: i32, count: i32) -> None:
        """List the rows that go and that come where two plies differ, as a side sees it.

        It does what ``row`` does, for all slots that differ at once.
        """
        # In local names, or they would be loaded again for every slot.
        seen = self.seen
        changes = self.changes
        gone = self.gone
        come = self.come
        before: i32 = 8 * self.words * last
        now: i32 = 8 * self.words * here
        states: i32 = self.states
        hidden: i32 = self.hidden
        private: i32 = self.private
        slot: i32
        old: i32
        new: i32
        i: i32
        for i in range(count):
            slot = changes[i]
            old = seen[before + slot]
            new = seen[now + slot]
            if side:
                if slot < private:
                    old = self.swap[old]
                    new = self.swap[new]
                slot = self.mirror[slot]
            gone[i] = (slot * states + old) * hidden
            come[i] = (slot * states + new) * hidden

    def row(self, ply: i32, side: i32, slot: i32) -> i32:
        """Return where the row begins of what a side sees at a slot, which the first side names."""
        state: i32 = self.seen[8 * self.words * ply + slot]
        if side:
            if slot < self.private:
                state = self.swap[state]
            slot = self.mirror[slot]
        return (slot * self.states + state) * self.hidden

    def take_over(self, last: i32, here: i32, count: i32) -> None:
        """Make sums from earlier ones: rows are gone, and others have come."""
        source: i32 = last * self.hidden
        target: i32 = here * self.hidden
        i: i32 = 0
        if not count:
            # A row is exchanged for itself.
            self.exchange(source, target, 0, 0)
        while i + 3 < count:
            self.exchange_four(source, target, i)
            source = target
            i += 4
        while i + 1 < count:
            self.exchange_two(
                source, target, self.gone[i], self.come[i], self.gone[i + 1], self.come[i + 1]
            )
            source = target
            i += 2
        if i < count:
            self.exchange(source, target, self.gone[i], self.come[i])

    def compare(self, last: i32, here: i32) -> i32:
        """List the slots that differ between two plies, and return how many do."""
        differ: u64
        count: i32 = 0
        place: i32
        i: i32
        for i in range(self.words):
            differ = self.seen_words[self.words * last + i] ^ self.seen_words[self.words * here + i]
            while differ:
                place = bits.lsb(differ) >> 3
                self.changes[count] = 8 * i + place
                count += 1
                differ &= ~(bits.bit(8 * place) * 255)
        return count

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
        rows = self.rows
        i: Py_ssize_t
        for i in range(self.hidden):
            sums[at + i] += rows[row + i]

    def exchange(
        self, source: Py_ssize_t, target: Py_ssize_t, old: Py_ssize_t, new: Py_ssize_t
    ) -> None:
        """Take a row out of the sums of one side, and put another in."""
        sums = self.sums
        rows = self.rows
        i: Py_ssize_t
        for i in range(self.hidden):
            sums[target + i] = sums[source + i] + rows[new + i] - rows[old + i]

    def exchange_two(
        self,
        source: Py_ssize_t,
        target: Py_ssize_t,
        old: Py_ssize_t,
        new: Py_ssize_t,
        other_old: Py_ssize_t,
        other_new: Py_ssize_t,
    ) -> None:
        """Take two rows out of the sums of one side, and put two others in."""
        sums = self.sums
        rows = self.rows
        i: Py_ssize_t
        for i in range(self.hidden):
            sums[target + i] = (
                sums[source + i]
                + (rows[new + i] - rows[old + i])
                + (rows[other_new + i] - rows[other_old + i])
            )

    def exchange_four(self, source: Py_ssize_t, target: Py_ssize_t, first: i32) -> None:
        """Take the next four rows out of the sums of one side, and put the next four others in."""
        sums = self.sums
        rows = self.rows
        old: Py_ssize_t = self.gone[first]
        new: Py_ssize_t = self.come[first]
        second_old: Py_ssize_t = self.gone[first + 1]
        second_new: Py_ssize_t = self.come[first + 1]
        third_old: Py_ssize_t = self.gone[first + 2]
        third_new: Py_ssize_t = self.come[first + 2]
        fourth_old: Py_ssize_t = self.gone[first + 3]
        fourth_new: Py_ssize_t = self.come[first + 3]
        i: Py_ssize_t
        for i in range(self.hidden):
            sums[target + i] = (
                sums[source + i]
                + (rows[new + i] - rows[old + i])
                + (rows[second_new + i] - rows[second_old + i])
                + (rows[third_new + i] - rows[third_old + i])
                + (rows[fourth_new + i] - rows[fourth_old + i])
            )
