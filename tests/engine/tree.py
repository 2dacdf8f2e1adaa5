"""A scripted game of numbers: a tree without repetitions, its scores drawn by a hash."""

from __future__ import annotations

from typing import Self

from outwit.core import fields
from outwit.core.outcome import Outcome, Termination
from outwit.core.scripted import ScriptedPosition

# The position's number, and whose turn it is.
State = tuple[int, int]
NODES = 1 << 61


class Tree(ScriptedPosition):
    """Goes on for ever; ``width`` moves everywhere, scores from ``low`` to ``high``."""

    width = 6
    low, high = -500, 500

    @classmethod
    def begin(cls) -> Self:
        return cls((1, 0))

    @classmethod
    def read(cls, text: str) -> Self:
        number, side = fields.split(text, ("number", "side"))
        return cls((int(number), fields.side(side, "ab")))

    @property
    def terminations(self) -> tuple[Termination, ...]:
        return ()

    def mover(self, state: State) -> int:
        return state[1]

    def moves(self, state: State) -> list[str]:
        return [f"to{child}" for child in range(self.width)]

    def apply(self, state: State, move: str) -> State:
        return (31 * state[0] + int(move.removeprefix("to")) + 1) % NODES, 1 - state[1]

    def result(self, state: State) -> Outcome | None:
        return None

    def write(self, state: State) -> str:
        return f"{state[0]} {'ab'[state[1]]}"

    def estimate(self, state: State) -> int:
        return self.low + state[0] * 2_654_435_761 % 2**32 * (self.high - self.low) // 2**32
