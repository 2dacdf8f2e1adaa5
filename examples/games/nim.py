"""Nim, to show that a small game is one module."""

from __future__ import annotations

from outwit.core import fields
from outwit.core.game import Game
from outwit.core.outcome import Outcome, Termination
from outwit.core.scripted import ScriptedPosition
from outwit.core.side import SIDES, Side

PILES = "abc"
HIGHEST = 9
LAST = Termination("last", "the last match is taken")

# What is left of each pile, then whose turn it is.
State = tuple[int, ...]


class Nim(ScriptedPosition):
    """Take any number of matches from one of three piles; who takes the last one wins."""

    @classmethod
    def begin(cls) -> Nim:
        """Return the start position."""
        return cls((3, 4, 5, 0))

    @classmethod
    def read(cls, text: str) -> Nim:
        """Return the position of a text such as ``3 4 5 w``."""
        *piles, side = fields.split(text, (*PILES, "side"))
        left = (
            fields.number(pile, name, high=HIGHEST) for name, pile in zip(PILES, piles, strict=True)
        )
        return cls((*left, fields.side(side, "wb")))

    @property
    def terminations(self) -> tuple[Termination, ...]:
        """List the ways this game can end."""
        return (LAST,)

    def mover(self, state: State) -> Side:
        """Tell which side is to move."""
        return SIDES[state[3]]

    def moves(self, state: State) -> list[str]:
        """List the moves: a pile and how many matches to take."""
        piles = zip(PILES, state, strict=False)
        return [f"{name}{number}" for name, left in piles for number in range(1, left + 1)]

    def all_moves(self) -> list[str]:
        """List the moves that can occur: a pile and how many matches to take."""
        return [f"{name}{number}" for name in PILES for number in range(1, HIGHEST + 1)]

    def apply(self, state: State, move: str) -> State:
        """Return the state after a move."""
        left = list(state)
        left[PILES.index(move[0])] -= int(move[1])
        return (*left[:3], 1 - state[3])

    def result(self, state: State) -> Outcome | None:
        """Tell how the game ended, None while it goes on."""
        return None if any(state[:3]) else Outcome(SIDES[1 - state[3]], LAST)

    def write(self, state: State) -> str:
        """Write a state on one line."""
        return f"{' '.join(map(str, state[:3]))} {'wb'[state[3]]}"

    def rows(self, state: State) -> list[str]:
        """List the rows of the board: a column for each pile, so that move a2 is square a2."""
        heights = range(HIGHEST, 0, -1)
        return ["".join("|" if left >= height else "." for left in state[:3]) for height in heights]

    def draw(self, state: State) -> str:
        """Draw a state for people."""
        rows = (f"{name}  {'| ' * left}" for name, left in zip(PILES, state, strict=False))
        return "\n".join(row.rstrip() for row in rows)


GAME = Game(
    name="nim",
    title="Take any number of matches from one pile; who takes the last one wins.",
    sides=("White", "Black"),
    position_class=Nim,
)
