"""How programs for noughts and crosses are marked: two levels, then games against a bot.

Level 1 plays any legal move. Level 2 wins if it can at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from outwit.assignments.marking import Marking

from .bots import wins
from .rules import TicTacToe

if TYPE_CHECKING:
    from random import Random


def accepted(position: TicTacToe, level: int) -> list[str]:
    """List the moves that a level accepts."""
    return (wins(position) if level == 2 else []) or sorted(position.legal_moves)


def invent(rng: Random) -> TicTacToe:
    """Return a position that random play leads to."""
    position = TicTacToe.begin()
    for _ in range(rng.randrange(8)):
        if position.outcome is None:
            position.play(rng.choice(sorted(position.legal_moves)))
    return position


def tests(position: TicTacToe, level: int) -> bool:
    """Tell whether a level accepts fewer moves here than the one before."""
    return level == 1 or accepted(position, 2) != accepted(position, 1)


MARKING = Marking(
    sides=("cross", "nought"),
    levels=(1, 2),
    read=TicTacToe.from_file,
    write=TicTacToe.to_file,
    accepted=accepted,
    invent=invent,
    tests=tests,
    opponent="quick",
)
