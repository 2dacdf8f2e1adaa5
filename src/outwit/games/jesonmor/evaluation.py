"""What a position of Jeson Mor is worth: pieces, nearness to the centre, and who guards it."""

from __future__ import annotations

from cython import bint
from cython import int as i32

from outwit.games.jesonmor.tuning import WEIGHTS
from outwit.games.jesonmor.ways import LEAPS as LEAPS_BY_WAY
from outwit.games.jesonmor.ways import WAYS as FOUR_WAYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

WAYS = FOUR_WAYS
LEAPS = LEAPS_BY_WAY
KNIGHT_WORTH = WEIGHTS.knight
ARCHER_WORTH = WEIGHTS.archer
NEAR = WEIGHTS.near
GUARD = WEIGHTS.guard
THREAT = WEIGHTS.threat
TEMPO = WEIGHTS.tempo
WINNING = 5_000
# A win is worth less, the more captures it takes.
FOR_EACH_CAPTURE = 100
MOST_PIECES = 625


def knights_guarding(board: Sequence[int], centre: i32, knight: i32, legs: bint) -> i32:
    """Count the knights of a kind that can jump to the centre."""
    total: i32 = 0
    way: i32
    side: i32
    square: i32
    for way in range(4):
        for side in range(2):
            # A knight that jumps that way comes from the other direction.
            square = centre - LEAPS[way][side]
            if board[square] == knight and (not legs or not board[square + WAYS[way]]):
                total += 1
    return total


def archers_guarding(board: Sequence[int], centre: i32, archer: i32) -> i32:
    """Count the archers of a kind that could shoot over one piece at the centre."""
    total: i32 = 0
    way: i32
    square: i32
    for way in range(4):
        square = centre + WAYS[way]
        while not board[square]:
            square += WAYS[way]
        if board[square] & 16:
            continue
        square += WAYS[way]
        while not board[square]:
            square += WAYS[way]
        total += board[square] == archer
    return total


def army(board: Sequence[int], where: Sequence[int], first: i32, count: i32, centre: i32) -> i32:
    """Return what a side's pieces are worth where they stand."""
    total: i32 = 0
    square: i32
    rows: i32
    columns: i32
    i: i32
    for i in range(first, first + count):
        square = where[i]
        rows = (square >> 5) - (centre >> 5)
        columns = (square & 31) - (centre & 31)
        if rows < 0:
            rows = -rows
        if columns < 0:
            columns = -columns
        if board[square] & 1:
            total += KNIGHT_WORTH - NEAR * (rows + columns)
        else:
            total += ARCHER_WORTH
    return total


def evaluate(
    board: Sequence[int],
    where: Sequence[int],
    count: Sequence[int],
    side: i32,
    centre: i32,
    legs: bint,
    shielded: bint,
) -> i32:
    """Score a running game for a side, which is to move."""
    own: i32 = 8 if side else 4
    foe: i32 = 12 - own
    holder: i32 = board[centre]
    guards: i32 = knights_guarding(board, centre, own | 1, legs)
    enemies: i32 = knights_guarding(board, centre, foe | 1, legs)
    archers: i32 = archers_guarding(board, centre, foe | 2)
    threat: i32 = 0
    if not shielded:
        if holder == own | 1:
            return WINNING
        # A knight on the centre must be captured at once, by one that then must be captured at
        # once, and so on: who has more knights to send there wins. Archers, and legs that others
        # block, could change that.
        if not archers and (holder == foe | 1 or not holder):
            if guards > enemies and (not legs or not enemies):
                return WINNING // 2 - FOR_EACH_CAPTURE * enemies
            if enemies > guards:
                threat = THREAT
    enemies += archers
    archers = archers_guarding(board, centre, own | 2)
    guards += archers
    if not shielded and holder == foe | 1:
        if not guards:
            return -WINNING
        if not legs and not archers:
            return FOR_EACH_CAPTURE * guards - WINNING // 2
    return (
        army(board, where, side * MOST_PIECES, count[side], centre)
        - army(board, where, (1 - side) * MOST_PIECES, count[1 - side], centre)
        + GUARD * (guards - enemies)
        - threat
        + TEMPO
    )
