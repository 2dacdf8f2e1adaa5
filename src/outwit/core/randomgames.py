"""One random game after the other from a position, without the interpreter."""

from __future__ import annotations

from cython import int as i32
from cython import nogil
from cython import uint as u32

from outwit.core import numbers, verdict
from outwit.core.excerpt import excerpt
from outwit.core.moves import MoveStack
from outwit.core.position import Position
from outwit.errors import GameFault, UsageError
from outwit.geometry import bits

# The most plies of a game.
LONGEST = 1_000_000


class RandomGames:
    """Plays random games from one position, of which it keeps a copy of its own."""

    def __init__(self, position: Position, seed: int, plies: int) -> None:
        if not isinstance(plies, int) or not 0 <= plies <= LONGEST:
            raise UsageError(f"plies: {excerpt(plies)} is not from 0 to {LONGEST}")
        own: Position = position.clone()
        own.reserve(plies + 1)
        self.moves = MoveStack(own.most)
        self.position = own
        self.random = bits.mix(seed & 0xFFFFFFFFFFFFFFFF)
        self.longest = plies
        self.total = 0

    def play(self) -> int:
        """Play one game and take it back; return its result as ``verdict`` has it."""
        result: i32
        own: Position = self.position
        if own is None:
            raise GameFault("these random games are not set up")
        own.check()
        with nogil:
            result = self.play_out()
        own.check()
        return result

    def play_out(self) -> i32:
        """Play one game and take it back, without the interpreter."""
        made: i32 = 0
        result: i32
        move: u32 = numbers.NO_MOVE
        while made <= self.longest:
            self.random = bits.mix(self.random)
            move = self.position.random_move(self.moves, self.random)
            if move == numbers.NO_MOVE or made == self.longest:
                break
            self.position.make(move)
            made += 1
        result = self.position.judge() & 3 if move == numbers.NO_MOVE else verdict.RUNNING
        self.total += made
        while made:
            self.position.unmake()
            made -= 1
        return result
