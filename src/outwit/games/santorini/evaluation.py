"""What a position of Santorini is worth to the side to move.

Heights, squares to step to and to climb to, the middle, and steps to level 3 that threaten to win.
"""

from __future__ import annotations

from cython import int as i32
from cython import uint as u32

from outwit.games.santorini import compass
from outwit.games.santorini.tuning import WEIGHTS
from outwit.geometry import bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NEAR = compass.NEAR
MIDDLE = [
    WEIGHTS.middle * (2 - max(abs(square // 5 - 2), abs(square % 5 - 2))) for square in range(25)
]
LEVELS = [0, WEIGHTS.level_1, WEIGHTS.level_2, 0]
STEP = WEIGHTS.step
CLIMB = WEIGHTS.climb
THREAT = WEIGHTS.threat
TEMPO = WEIGHTS.tempo
WINNING = 5_000


def reach(square: i32, level: Sequence[int], reached: Sequence[int], free: u32) -> u32:
    """Return the squares a worker can step to."""
    height: i32 = level[square] + 2
    return NEAR[square] & free & ~reached[height if height < 4 else 4]


def people(
    worker: Sequence[int], level: Sequence[int], reached: Sequence[int], free: u32, side: i32
) -> i32:
    """Return what the places of a side's workers are worth."""
    total: i32 = 0
    i: i32
    square: i32
    height: i32
    steps: u32
    for i in range(2 * side, 2 * side + 2):
        square = worker[i]
        height = level[square]
        steps = reach(square, level, reached, free)
        total += LEVELS[height] + MIDDLE[square] + STEP * bits.popcount(steps)
        total += CLIMB * bits.popcount(steps & reached[height + 1])
    return total


def evaluate(worker: Sequence[int], level: Sequence[int], reached: Sequence[int], side: i32) -> i32:
    """Score a running game for a side, which is to move."""
    free: u32 = reached[0]
    wins: u32 = 0
    threats: u32 = 0
    i: i32
    for i in range(4):
        free &= ~bits.bit(worker[i])
    for i in range(2):
        wins |= reach(worker[2 * side + i], level, reached, free)
        threats |= reach(worker[2 - 2 * side + i], level, reached, free)
    if wins & reached[3]:
        return WINNING
    total: i32 = people(worker, level, reached, free, side)
    total -= people(worker, level, reached, free, 1 - side)
    threats &= reached[3]
    if threats:
        # One threat can be met, by a dome or by a worker in the way; two hardly ever.
        total -= WINNING // 2 if threats & (threats - 1) else THREAT
    return total + TEMPO
