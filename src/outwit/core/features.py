"""What a learned evaluation sees of a position."""

from __future__ import annotations

from outwit.core.value import Value


class Features(Value):
    """How a game describes a position: by slots, each of which has a state.

    A slot is a fixed part of the board, such as a square or a window of four squares, and its state
    says what is there, as one side sees it. ``Rules.write_slots`` writes the states.
    """

    slots: int
    # Every state is a number below this one.
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
