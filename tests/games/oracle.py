"""What the oracles have in common, and how to compare a game with its own."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from outwit.core.game import Game
    from outwit.core.position import Position


S = TypeVar("S")
T = TypeVar("T")


class State(Protocol):
    """A position as an oracle sees it; nothing in it ever changes."""

    @property
    def text(self) -> str:
        """The position on one line."""

    def legal_moves(self) -> list[str]:
        """The legal moves; none once the game is over."""

    def play(self, move: str) -> State:
        """The position after a legal move."""

    def outcome(self) -> tuple[int | None, str] | None:
        """The winner and why the game ended; None while it runs."""


class Oracle(Protocol):
    """The slow rules of a game."""

    def start(self, **options: object) -> State:
        """The start position."""

    def read(self, text: str, **options: object) -> State:
        """The position of a text."""

    def scattered(self, rng: Random) -> tuple[str, dict[str, object]]:
        """A random position's text, and its options."""


def oracle_of(game: Game) -> Oracle:
    """Find the oracle of a game."""
    return cast(Oracle, import_module(f"tests.oracles.{game.name}"))


def once(method: Callable[[S], list[T]]) -> Callable[[S], list[T]]:
    """Let a method of a state that never changes be worked out only once."""

    def kept(state: S) -> list[T]:
        answers = state.__dict__
        if "kept" not in answers:
            answers["kept"] = method(state)
        return cast(list[T], answers["kept"])

    return kept


def how_it_ended(position: Position) -> tuple[int | None, str] | None:
    """Tell a position's outcome as oracles tell it."""
    if position.outcome is None:
        return None
    winner = position.outcome.winner
    return None if winner is None else int(winner), position.outcome.termination.code


def assert_same(position: Position, state: State) -> None:
    """Compare text, moves and outcome."""
    assert position.text == state.text
    moves = state.legal_moves()
    assert sorted(position.legal_moves) == sorted(moves), position.text
    assert len(position.legal_moves) == len(moves), position.text
    assert how_it_ended(position) == state.outcome(), position.text
