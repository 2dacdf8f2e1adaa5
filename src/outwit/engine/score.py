"""Scores: hundredths of the smallest piece, or moves to the end."""

from __future__ import annotations

from outwit.core.value import Value

# Beyond every score. All of them fit into the 16 bits that the transposition table has for one.
INFINITY = 32_000
# The score of a win at once; each ply until then costs one.
MATE = 31_000
# Most plies to a forced end.
DEEPEST_MATE = 1_000
# Highest score of an evaluation; only a forced end has a higher one.
MOST_EVALUATED = MATE - DEEPEST_MATE


class Score(Value):
    """A score for the side to move, as the search counts."""

    value: int

    @property
    def is_forced(self) -> bool:
        """Tell whether a win or a loss is proven."""
        return abs(self.value) > MOST_EVALUATED

    @property
    def moves_to_win(self) -> int | None:
        """Return after how many own moves the side to move wins; None if no win is proven."""
        return (MATE - self.value + 1) // 2 if self.value > MOST_EVALUATED else None

    @property
    def moves_to_loss(self) -> int | None:
        """Return after how many enemy moves the side to move loses; None if no loss is proven."""
        return (MATE + self.value + 1) // 2 if self.value < -MOST_EVALUATED else None

    def __str__(self) -> str:
        if (moves := self.moves_to_win) is not None:
            return f"#{moves}"
        if (moves := self.moves_to_loss) is not None:
            return f"#-{moves}"
        return f"{self.value / 100:+.2f}"
