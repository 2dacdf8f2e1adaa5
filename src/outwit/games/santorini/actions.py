"""Fixed numbers for the moves of Santorini: own worker, direction of the step, of the build.

``64 * worker + 8 * step + build`` is a step and a build, ``128 + 8 * worker + step`` is a step that
wins at once (rule ``official``). Workers are 0 and 1, the own ones; directions are 0 to 7,
clockwise from north. So each own worker has one word of a mask, and each step one byte of it.
"""

from __future__ import annotations

from cython import bint
from cython import int as i32
from cython import uint as u32
from cython import ulonglong as u64

from outwit.core import numbers
from outwit.core.symmetry import Symmetry
from outwit.errors import UnreadableMove
from outwit.games.santorini import compass, notation
from outwit.games.santorini.compass import COMPASS, SIZE
from outwit.geometry import bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Two workers, eight steps, and for each of these eight builds or none.
COUNT = 2 * 8 * 9
# The first action without a build.
WINS = 2 * 8 * 8
NAMES = tuple(COMPASS)
SQUARES = range(SIZE * SIZE)
# A square that is none: no set of squares has it.
NOWHERE = 31
GROUND = (1 << 25) - 1
NEAR = compass.NEAR
# The square next to another, eight for each.
NEXT = [
    NOWHERE if found is None else found
    for square in SQUARES
    for found in (notation.neighbour(square, name) for name in NAMES)
]
# The direction from a square to a neighbour, at the square plus 32 times the neighbour; 8, no
# direction, from a square to itself.
WAY = [
    NAMES.index(notation.STEPS[origin][target])
    if origin < len(SQUARES) > target and notation.STEPS[origin][target]
    else 8
    for target in range(32)
    for origin in range(32)
]
# Squares around another, shifted until it is square 6, have the bits of ``WINDOW``. These tables
# put them in the order of the directions: the lowest eight bits, and the bits from the tenth on.
WINDOW = [(1 + down) * SIZE + 1 + right for down, right in COMPASS.values()]
LOW = [sum(1 << i for i, at in enumerate(WINDOW) if seen >> at & 1) for seen in range(256)]
HIGH = [sum(1 << i for i, at in enumerate(WINDOW) if seen << 10 >> at & 1) for seen in range(8)]


def steps(square: i32, level: Sequence[int], reached: Sequence[int], free: u32) -> u32:
    """Return the squares a worker can step to."""
    height: i32 = level[square] + 2
    return NEAR[square] & free & ~reached[height if height < 4 else 4]


def number(move: u32, first_worker: u32) -> i32:
    """Return the action of a move, given the square of the first own worker."""
    worker: i32 = (move & 31) != first_worker
    way: i32 = 8 * worker + WAY[move & 1023]
    build: i32 = WAY[move >> 5]
    return WINS + way if build == 8 else 8 * way + build


def move_of(
    action: i32,
    worker: Sequence[int],
    first: i32,
    level: Sequence[int],
    reached: Sequence[int],
    free: u32,
    official: bint,
) -> u32:
    """Return the legal move of an action in a running game, NO_MOVE if there is none.

    The own workers are two of ``worker``, from ``first`` on; ``free`` are the squares without one.
    """
    way: i32 = action >> 3 if action < WINS else action - WINS
    origin: i32 = worker[first + (way >> 3)]
    target: i32 = NEXT[8 * origin + (way & 7)]
    build: i32 = target
    if not steps(origin, level, reached, free) & bits.bit(target):
        return numbers.NO_MOVE
    if (action >= WINS) != (official and level[target] == 3):
        return numbers.NO_MOVE
    if action < WINS:
        build = NEXT[8 * target + (action & 7)]
        if not GROUND & (free | bits.bit(origin)) & ~reached[4] & bits.bit(build):
            return numbers.NO_MOVE
    return origin | target << 5 | build << 10


def mark(
    legal: memoryview[int],
    worker: Sequence[int],
    first: i32,
    level: Sequence[int],
    reached: Sequence[int],
    free: u32,
    official: bint,
) -> None:
    """Set the bits of the legal actions in a running game."""
    which: i32
    origin: i32
    target: i32
    way: i32
    targets: u32
    open_ground: u64
    builds: u64
    found: u64
    for which in range(2):
        origin = worker[first + which]
        targets = steps(origin, level, reached, free)
        open_ground = (free | bits.bit(origin)) & ~reached[4]
        found = 0
        while targets:
            target = bits.lsb(targets)
            targets &= targets - 1
            way = WAY[origin | target << 5]
            if official and level[target] == 3:
                legal[2] |= bits.bit(8 * which + way)
                continue
            builds = (NEAR[target] & open_ground) << 6 >> target
            found |= (LOW[builds & 255] | HIGH[builds >> 10]) << 8 * way
        legal[which] |= found


def write_action(action: int, side: int) -> str:
    """Write an action of a side as the text of its move."""
    way = action >> 3 if action < WINS else action - WINS
    text = f"{notation.WORKERS[2 * side + (way >> 3)]},{NAMES[way & 7]}"
    return f"{text},{NAMES[action & 7]}" if action < WINS else text


def parse_action(text: str, side: int) -> int:
    """Return the action of a move's text for a side; raise UnreadableMove if it has none."""
    letter, *names = notation.split_move(text)
    worker = notation.WORKERS.index(letter) - 2 * side
    if not 0 <= worker <= 1:
        raise UnreadableMove(f"move {text!r} is of a worker of the other side")
    step, *build = (NAMES.index(name) for name in names)
    way = 8 * worker + step
    return 8 * way + build[0] if build else WINS + way


def reflect_action(action: int, symmetry: Symmetry) -> int:
    """Return the action that does the same in the image of a position."""
    way = action >> 3 if action < WINS else action - WINS
    way = way & 8 | turned(way & 7, symmetry)
    return 8 * way + turned(action & 7, symmetry) if action < WINS else WINS + way


def turned(direction: int, symmetry: Symmetry) -> int:
    """Return the image of a direction."""
    down, right = COMPASS[NAMES[direction]]
    row, column = symmetry.image(1 + down, 1 + right, 3, 3)
    return list(COMPASS.values()).index((row - 1, column - 1))
