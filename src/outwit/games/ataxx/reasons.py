"""Reasons for moves of Ataxx."""

from __future__ import annotations

from outwit.core.move import Move
from outwit.core.position import Position
from outwit.core.reasons import Reasons

PASSES = "{side} cannot move and must pass."


def stones(position: Position, side: int) -> int:
    """Return the number of a side's stones."""
    score = position.score
    assert score is not None, "stones are counted"
    return score[side]


def facts(before: Position, move: Move, after: Position) -> tuple[str, ...]:
    """Say whether the other side has to pass."""
    if list(after.legal_moves) != ["0000"]:
        return ()
    return (PASSES.format(side=after.game.sides[after.turn]),)


REASONS = Reasons(
    holding=stones,
    safe=(
        "It wins 1 stone, and no answer takes any of your stones.",
        "It wins {number} stones, and no answer takes any of your stones.",
    ),
    partly=(
        "After every answer you still have at least 1 stone more than now.",
        "After every answer you still have at least {number} stones more than now.",
    ),
    ahead=(
        "In the line that the engine expects, you win 1 stone.",
        "In the line that the engine expects, you win {number} stones.",
    ),
    most="After every other move, the best answer leaves you fewer stones.",
    facts=facts,
)
