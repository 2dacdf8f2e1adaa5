"""A small sound game, from which the tests derive games that are not."""

from __future__ import annotations

from typing import Self

from outwit.core import fields
from outwit.core.game import Game
from outwit.core.outcome import Outcome, Termination
from outwit.core.scripted import ScriptedPosition
from outwit.core.side import SIDES

# What is left, and whose turn it is.
State = tuple[int, ...]
TAKEN = Termination("taken", "the last one is taken")


class Pile(ScriptedPosition):
    """Take one, two or three from a pile; whoever takes the last one wins."""

    @classmethod
    def begin(cls) -> Self:
        return cls((12, 0))

    @classmethod
    def read(cls, text: str) -> Self:
        left, side = fields.split(text, ("pile", "side"))
        return cls((fields.number(left, "pile"), fields.side(side, "ab")))

    @property
    def terminations(self) -> tuple[Termination, ...]:
        return (TAKEN,)

    def mover(self, state: State) -> int:
        return state[1]

    def moves(self, state: State) -> list[str]:
        return [f"take{n}" for n in (1, 2, 3) if n <= state[0]]

    def apply(self, state: State, move: str) -> State:
        return state[0] - int(move.removeprefix("take")), 1 - state[1]

    def result(self, state: State) -> Outcome | None:
        return None if state[0] else Outcome(SIDES[1 - state[1]], TAKEN)

    def write(self, state: State) -> str:
        return f"{state[0]} {'ab'[state[1]]}"


def game_of(position_class: type[Pile]) -> Game:
    """Make a game of a position class."""
    return Game(
        name="pile",
        title="Take the last one.",
        sides=("Ann", "Bob"),
        position_class=position_class,
    )
