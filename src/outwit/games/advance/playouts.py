"""Random play-outs of Advance between level-7 players.

Level 7 looks two moves beyond its own, and chooses at random among equal moves. The average result
of play-outs says which of its moves is best against such a player.
"""

from __future__ import annotations

from cython import bint, nogil
from cython import int as i32
from cython import uint as u32

from outwit.core.moves import MoveStack
from outwit.games.advance import greedy
from outwit.games.advance.prospect import Prospect
from outwit.games.advance.rules import Advance
from outwit.geometry import bits, clock

# How many moves a play-out lasts: 8 are too few to show a difference, 40 add mostly noise. If Black
# begins, there is one more. So Black makes the last move, as at the move limit. That matters where
# two Jesters convert the same piece in turn until then.
LENGTH = 16
# What it counts, in material, to leave the other side without a move.
WIN = 40
NANOSECONDS = 1_000_000_000


def worth(position: Advance, moves: MoveStack, start: i32, best: i32) -> i32:
    """Return what level 7 expects to gain in the two moves after the one just made.

    First the other side takes the most it can, then the side that made the move does. As soon as
    the gain is known to be no more than ``best``, some such number is returned. This is ``predict``
    of the bots, but faster: it does not see that the other side wins at once.
    """
    worst: i32 = greedy.WON
    lost: i32 = 0
    value: i32
    i: i32
    stop: i32 = greedy.write_takes(position, moves, start)
    if stop > start:
        lost = greedy.gain(position, moves.data[start])
    else:
        if greedy.may_be_stuck(position):
            return greedy.WON
        if not threatens(position, moves, start):
            return 0
        stop = position.walk(moves, start, False, True)
    for i in range(start, stop):
        position.make(moves.data[i])
        value = -lost
        if greedy.write_takes(position, moves, stop) > stop:
            value += greedy.gain(position, moves.data[stop])
        position.unmake()
        if value < worst:
            worst = value
            if worst <= best:
                break
    return worst


def threatens(position: Advance, moves: MoveStack, start: i32) -> bint:
    """Tell whether the side that just moved could take something, were it to move again."""
    stop: i32
    position.side = 1 - position.side
    stop = greedy.write_takes(position, moves, start)
    position.side = 1 - position.side
    return stop > start


class Playouts:
    """Compares moves of one position, of which it keeps a copy of its own.

    Random numbers are always the same; only the time limit changes the result.
    """

    def __init__(self, position: Advance) -> None:
        self.position = Advance.read(position.text, 0)
        self.position.reserve(LENGTH + 4)
        self.moves = MoveStack(3 * self.position.most)
        self.drawn = 0

    def best(self, texts: tuple[str, ...], seconds: float) -> str:
        """Return the legal move that on average leads to most; who falls behind drops out."""
        prospects = [Prospect(text, self.position.read_move(text)) for text in texts]
        rounds = (len(prospects) - 1).bit_length()
        start = clock.now()
        for number in range(1, rounds + 1):
            self.compare(prospects, start + int(seconds * NANOSECONDS * number / rounds))
            prospects.sort(key=lambda prospect: -prospect.mean)
            del prospects[(len(prospects) + 1) // 2 :]
        return prospects[0].text

    def compare(self, prospects: list[Prospect], deadline: int) -> None:
        """Play out the moves in turn until a time of ``clock.now``."""
        while True:
            for prospect in prospects:
                if clock.now() >= deadline:
                    return
                prospect.add(self.try_out(prospect.move))

    def try_out(self, move: int) -> int:
        """Return what one game after a move comes to."""
        code: u32 = move
        result: i32
        with nogil:
            result = self.play_out(code)
        return result

    def sample(self) -> str | None:
        """Return a move as a play-out would go on, None if there is none."""
        code: u32
        with nogil:
            code = self.pick()
        return self.position.write_move(code) if code else None

    # What runs without the interpreter

    def draw(self, number: i32) -> i32:
        """Return a number below another, by chance."""
        self.drawn += 1
        return (bits.mix(self.drawn) >> 33) % number

    def pick(self) -> u32:
        """Return a move of level 7 by chance, 0 if there is no legal one.

        It may overlook a win that takes nothing, and the other side's wins.
        """
        best: i32 = -greedy.WON
        choice: u32 = 0
        move: u32
        value: i32
        i: i32
        stop: i32 = greedy.write_takes(self.position, self.moves, 0)
        if stop == 0:
            stop = self.position.walk(self.moves, 0, False, True)
        if stop == 1:
            return self.moves.data[0]
        while stop:
            i = self.draw(stop)
            stop -= 1
            move = self.moves.data[i]
            self.moves.data[i] = self.moves.data[stop]
            self.position.make(move)
            value = worth(self.position, self.moves, stop, best)
            self.position.unmake()
            if value > best:
                best = value
                choice = move
        return choice

    def play_out(self, move: u32) -> i32:
        """Play a legal move and go on by chance; return the lead of who made it in the end."""
        us: i32 = self.position.side
        last: i32 = LENGTH + us
        made: i32 = 0
        result: i32
        while move and made < last:
            self.position.make(move)
            made += 1
            move = self.pick()
        result = greedy.lead(self.position, us)
        if not move:
            result += -WIN if self.position.side == us else WIN
        while made:
            self.position.unmake()
            made -= 1
        return result
