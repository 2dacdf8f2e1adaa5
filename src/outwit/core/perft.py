"""Perft: how many lines of play of a given length a position has.

Every rule of a game shows in these counts, which is why programs compare them.
"""

from __future__ import annotations

from outwit.core.argument import POSITION, of_type, whole
from outwit.core.lines import DEEPEST, lines
from outwit.core.position import Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from outwit.core.move import Move

# Larger counts than about this pass through the interpreter now and then, where Ctrl-C is heard.
UNINTERRUPTED = 20_000_000


def perft(position: Position, depth: int) -> int:
    """Return the number of lines of play of exactly ``depth`` moves.

    Args:
        position: Where the lines begin; it stays as it is.
        depth: The length of the lines in moves, from 0 to 100.

    Raises:
        UsageError: ``depth`` is not in its range, or an argument is of another type.

    >>> import outwit
    >>> outwit.perft(outwit.game("ataxx").start(), 3)
    6460
    """
    of_type("position", position, Position, POSITION)
    depth = whole("depth", depth, 0, DEEPEST)
    if depth == 0:
        return 1
    return _count(position.copy(), depth)


def divide(position: Position, depth: int) -> Iterator[tuple[Move, int]]:
    """Yield every legal move, sorted, with the number of lines of play that it begins.

    Args:
        position: Where the lines begin; it stays as it is.
        depth: The length of the lines in moves, from 1 to 100; the first move counts.

    Raises:
        UsageError: ``depth`` is not in its range, or an argument is of another type.

    >>> import outwit
    >>> next(outwit.divide(outwit.game("ataxx").start(), 2))
    ('a6', 16)
    """
    depth = whole("depth", depth, 1, DEEPEST)
    position = of_type("position", position, Position, POSITION).copy()
    for move in sorted(position.legal_moves):
        position.play(move)
        yield move, perft(position, depth - 1)
        position.undo()


def _count(position: Position, depth: int) -> int:
    if depth == 1 or position.count_moves() ** depth <= UNINTERRUPTED:
        return lines(position, depth)
    total = 0
    for number in position.legal_numbers:
        position.play_number(number)
        total += _count(position, depth - 1)
        position.undo_number()
    return total
