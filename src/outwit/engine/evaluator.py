"""The learned evaluation of the positions of a search, kept up to date from ply to ply."""

from __future__ import annotations

from cython import Py_ssize_t
from cython import int as i32
from cython import longlong as i64
from cython import short as i16

from outwit.core.position import Position
from outwit.engine import units
from outwit.engine.network import Network
from outwit.errors import UsageError
from outwit.geometry import memory


class Evaluator:
    """Scores the position that a search plays on by a network.

    For each ply it keeps what both sides see and the sums of the rows for that. A ply that is
    evaluated takes over the sums of the last ply before it that was, and changes them where the two
    differ. The search must ``forget`` a ply whenever another position comes to stand there.
    """

    def __init__(self, network: Network, position: Position, plies: int) -> None:
        self.position = position
        self.plies = plies
        self.slots = network.slots
        self.states = network.states
        self.hidden = network.hidden
        self.scale = network.scale
        self.corrects = network.corrects
        seen = bytearray(2 * 2 * self.slots * plies)
        sums = bytearray(2 * 2 * self.hidden * plies + 64)
        known = bytearray(plies)
        scores = bytearray(4 * plies)
        changes = bytearray(4 * (self.slots + 1))
        mirror = bytearray(4 * self.slots)
        if network.rows_in_lines is None:
            network.rows_in_lines = memory.in_lines(network.rows)
        self.stores = [network, seen, sums, known, scores, changes, mirror]
        self.seen = memory.u16s(seen)
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
        """Work out what both sides see at a ply, and the sums for that."""
        here: i32 = 2 * self.slots * ply
        last: i32 = ply - 1
        count: i32
        side: i32
        i: i32
        self.position.write_slots(self.seen, here)
        self.known[ply] = 1
        while last >= 0 and not self.known[last]:
            last -= 1
        if last < 0:
            for side in range(2):
                self.begin((2 * ply + side) * self.hidden)
                for i in range(self.slots):
                    self.add((2 * ply + side) * self.hidden, self.row(here + side * self.slots, i))
            return
        count = self.compare(2 * self.slots * last, here)
        self.take_over(last, ply, 0, count)
        # What has changed for one side has changed for the other.
        for i in range(count):
            self.changes[i] = self.mirror[self.changes[i]]
        self.take_over(last, ply, 1, count)

    def row(self, seen: i32, slot: i32) -> i32:
        """Return where the row of a slot's state begins."""
        return (slot * self.states + self.seen[seen + slot]) * self.hidden

    def take_over(self, last: i32, ply: i32, side: i32, count: i32) -> None:
        """Make the sums of one side at a ply from those at an earlier one, of listed changes."""
        before: i32 = 2 * self.slots * last + side * self.slots
        here: i32 = 2 * self.slots * ply + side * self.slots
        source: i32 = (2 * last + side) * self.hidden
        target: i32 = (2 * ply + side) * self.hidden
        i: i32 = 0
        slot: i32
        other: i32
        while i + 1 < count:
            slot = self.changes[i]
            other = self.changes[i + 1]
            self.exchange_two(
                source,
                target,
                self.row(before, slot),
                self.row(here, slot),
                self.row(before, other),
                self.row(here, other),
            )
            source = target
            i += 2
        if i < count or i == 0:
            # Without any change, a row is exchanged for itself.
            slot = self.changes[i] if i < count else 0
            self.exchange(source, target, self.row(before, slot), self.row(here, slot))

    def compare(self, before: i32, here: i32) -> i32:
        """List the slots of the first side that differ, and return how many do."""
        seen = self.seen
        changes = self.changes
        count: i32 = 0
        i: i32
        for i in range(self.slots):
            # Written whether it differs or not: that is faster than to ask.
            changes[count] = i
            count += seen[before + i] != seen[here + i]
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
