"""The features of a position that a learned evaluation reads."""

from __future__ import annotations

from outwit.core.value import Value


class Features(Value):
    """How a game describes a position: by slots, each of which has a state.

    A slot is a fixed part of the board, such as a square or a window of four squares, and its state
    says what is there, as one side sees it. ``Rules.write_slots`` writes them as the first side
    does.
    """

    slots: int
    # Every state is a number below this one, which is at most 256.
    states: int
    # How many phases of the game the evaluation tells apart.
    buckets: int
    # The path of the table of weights.
    network: str
    # Whether the network's score is added to that of the evaluation written by hand, which then
    # knows the exact part, such as material.
    corrects: bool = False
    # By slot, where the other side sees what one side sees there; empty if at the same slot.
    mirror: tuple[int, ...] = ()
    # By state, what the other side sees there; empty if the same.
    swap: tuple[int, ...] = ()
    # How many slots, the last ones, both sides see alike.
    common: int = 0

    def other_view(self, states: bytes) -> bytes:
        """Return the states as the other side sees them."""
        if not self.swap:
            swapped = states
        else:
            private = self.slots - self.common
            table = bytes(self.swap).ljust(256, b"\0")
            swapped = states[:private].translate(table) + states[private:]
        if not self.mirror:
            return swapped
        seen = bytearray(self.slots)
        for slot, other in enumerate(self.mirror):
            seen[other] = swapped[slot]
        return bytes(seen)
