"""The levels of the Advance assignment: position and random source in, move out.

Level 4 plays any legal move. Level 5 wins at once if it can. Level 6 does so, too, and else takes
the greatest lead in material. Level 7 chooses among the moves of level 6 by looking ahead: the
opponent answers as level 6 would, with the answer that is worst for us, and then so do we.
"""

from __future__ import annotations

from cython import int as i32
from cython import nogil

from outwit.core.moves import MoveStack
from outwit.games.advance import greedy
from outwit.games.advance.rules import Advance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

# A line of level 7 is three plies deep.
DEEPEST = 4


def answer(position: Advance, moves: MoveStack, start: i32) -> i32:
    """Return the lead after the best answer of the side to move; WON if one wins at once."""
    us: i32 = position.side
    best: i32 = -greedy.WON
    value: i32
    i: i32
    stop: i32 = position.walk(moves, start, False, True)
    for i in range(start, stop):
        position.make(moves.data[i])
        value = greedy.WON if position.is_stuck() else greedy.lead(position, us)
        position.unmake()
        if value > best:
            best = value
            if best == greedy.WON:
                break
    return best


def predict(position: Advance, moves: MoveStack, start: i32) -> i32:
    """Return level 7's value of the move just made, for the side that made it."""
    worst: i32 = greedy.WON
    value: i32
    i: i32
    stop: i32 = greedy.keep_best(position, moves, start, position.walk(moves, start, False, True))
    if stop < 0:
        return -greedy.WON
    for i in range(start, stop):
        position.make(moves.data[i])
        value = answer(position, moves, stop)
        position.unmake()
        if value < worst:
            worst = value
    return worst


def candidates(position: Advance, level: int) -> list[str]:
    """List the moves a level may play, sorted; empty if there is no legal move."""
    moves = MoveStack(position.most * DEEPEST)
    position.reserve(DEEPEST)
    values: list[int] = []
    value: i32
    i: i32
    stop: i32 = position.walk(moves, 0, False, True)
    if level >= 5 and stop:
        best: i32 = greedy.keep_best(position, moves, 0, stop)
        if best < 0:
            stop = -best
        elif level >= 6:
            stop = best
            if level >= 7:
                for i in range(stop):
                    with nogil:
                        position.make(moves.data[i])
                        value = predict(position, moves, stop)
                        position.unmake()
                    values.append(value)
        else:
            stop = position.walk(moves, 0, False, True)
    texts = [position.write_move(moves.data[i]) for i in range(stop)]
    if values:
        texts = [text for text, value in zip(texts, values, strict=True) if value == max(values)]
    return sorted(texts)


def level_4(position: Advance, rng: Random) -> str:
    """Play any legal move."""
    return rng.choice(candidates(position, 4))


def level_5(position: Advance, rng: Random) -> str:
    """Win at once, or play any legal move."""
    return rng.choice(candidates(position, 5))


def level_6(position: Advance, rng: Random) -> str:
    """Win at once, or take the greatest lead in material."""
    return rng.choice(candidates(position, 6))


def level_7(position: Advance, rng: Random) -> str:
    """Play the move of level 6 that is best three plies ahead."""
    return rng.choice(candidates(position, 7))


BOTS = {"level4": level_4, "level5": level_5, "level6": level_6, "level7": level_7}
