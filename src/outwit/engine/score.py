"""What a position is worth: hundredths of the smallest piece, or moves to the end."""

from __future__ import annotations

from outwit.core.value import Value

INFINITY = 32_000
MATE = 31_000
# A search is never this deep, so scores beyond mean a forced end.
DEEPEST_MATE = 1_000


class Score(Value):
    """A score for the side to move, as the search counts."""

    value: int

    @property
    def moves_to_win(self) -> int | None:
        """Return after how many own moves the side to move wins; None if no win is proven."""
        return (MATE - self.value + 1) // 2 if self.value > MATE - DEEPEST_MATE else None

    @property
    def moves_to_loss(self) -> int | None:
        """Return after how many enemy moves the side to move loses; None if no loss is proven."""
        return (MATE + self.value + 1) // 2 if self.value < DEEPEST_MATE - MATE else None

    def __str__(self) -> str:
        if (moves := self.moves_to_win) is not None:
            return f"#{moves}"
        if (moves := self.moves_to_loss) is not None:
            return f"#-{moves}"
        return f"{self.value / 100:+.2f}"
