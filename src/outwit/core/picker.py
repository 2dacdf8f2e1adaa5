"""Choosing moves in compiled code, for players that play thousands of games."""

from __future__ import annotations

from cython import int as i32
from cython import ulonglong as u64

from outwit.core.moves import MoveStack
from outwit.core.position import Position
from outwit.geometry import bits


class Picker:
    """Picks a legal move of a position, by its index."""

    def pick(self, position: Position, moves: MoveStack, stop: i32) -> i32:
        """Return a number below ``stop``, which is at least 1."""
        return 0


class RandomPicker(Picker):
    """Picks a random move, all equally likely; the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        self.state = bits.mix(seed & 0xFFFFFFFFFFFFFFFF)

    def pick(self, position: Position, moves: MoveStack, stop: i32) -> i32:
        """Return a random number below ``stop``."""
        number: u64 = stop
        self.state = bits.mix(self.state)
        return (self.state >> 32) % number

    def among(self, stop: int) -> int:
        """Return a random number below ``stop``."""
        limit: i32 = stop
        return self.pick(None, None, limit)  # type: ignore[arg-type]  # it looks at neither


def play_on(position: Position, first: Picker, second: Picker, plies: int) -> None:
    """Play until the game is over, or for ``plies`` moves."""
    stop: i32
    i: i32
    left: i32 = plies
    while left > 0:
        stop = position.list_moves()
        if stop == 0:
            break
        i = (second if position.side else first).pick(position, position.scratch, stop)
        position.push(position.scratch.data[i])
        left -= 1
    position.check()
