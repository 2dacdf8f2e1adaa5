"""Games played to their end at random, in compiled code."""

from __future__ import annotations

from cython import int as i32
from cython import nogil
from cython import uint as u32

from outwit.core import numbers, verdict
from outwit.core.excerpt import excerpt
from outwit.core.moves import MoveStack
from outwit.core.position import Position
from outwit.core.value import Value
from outwit.errors import GameFault, UsageError
from outwit.geometry import bits

# The most games, and the most plies of a game, of one call.
LONGEST = 1_000_000


class Playouts(Value):
    """How random games ended: won by either side, drawn, or broken off; and their plies in all."""

    wins: tuple[int, int]
    draws: int
    unfinished: int
    plies: int


def playouts(position: Position, games: int = 1, *, seed: int = 0, plies: int = 1_000) -> Playouts:
    """Play so many random games from a position, each for so many plies at most.

    Every legal move is equally likely. The same seed plays the same games.
    """
    if not 1 <= games <= LONGEST:
        raise UsageError(f"games: {excerpt(games)} is not from 1 to {LONGEST}")
    player = RandomGames(position, seed, plies)
    tally = {verdict.RUNNING: 0, verdict.FIRST_WINS: 0, verdict.SECOND_WINS: 0, verdict.DRAWN: 0}
    for _ in range(games):
        tally[player.play()] += 1
    return Playouts(
        (tally[verdict.FIRST_WINS], tally[verdict.SECOND_WINS]),
        tally[verdict.DRAWN],
        tally[verdict.RUNNING],
        player.total,
    )


class RandomGames:
    """Plays random games from one position, of which it keeps a copy of its own."""

    def __init__(self, position: Position, seed: int, plies: int) -> None:
        if not 0 <= plies <= LONGEST:
            raise UsageError(f"plies: {excerpt(plies)} is not from 0 to {LONGEST}")
        own: Position = position.twin()
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
