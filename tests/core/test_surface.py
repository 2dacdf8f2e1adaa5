"""Drives all that a position offers with right and wrong arguments.

``OUTWIT_STEPS`` says how many steps to take a game; 100,000 take some minutes each.
"""

from __future__ import annotations

import copy
import os
import pickle
from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import MoveError, OutwitError
from tests.core.surface import GAMES, attempt, is_provided, public_names, strangers
from tests.games.starts import starts
from tests.mode import many

pytestmark = pytest.mark.compiled_only

STEPS = int(os.environ.get("OUTWIT_STEPS") or many(400))
STEPS_A_RUN = 50
STRANGERS = strangers()
CHOICE = st.integers(0, 2**16 - 1)


def snapshot(position: Position) -> tuple[object, ...]:
    """Return what must not change but by playing and undoing."""
    return position.text, position.key, position.turn, position.options, position.ply


class Surface(RuleBasedStateMachine):
    """One game, played in every way there is, among much that is wrong."""

    game: Game
    steps = 0

    @initialize(choice=CHOICE)
    def begin(self, choice: int) -> None:
        offered = starts(self.game)
        self.position = self.game.start(**offered[choice % len(offered)])
        self.names = public_names(type(self.position))
        # What the position was like after each number of plies, and the moves between.
        self.line = [snapshot(self.position)]
        self.moves: list[str] = []

    @invariant()
    def goes_with_the_moves_played(self) -> None:
        if not hasattr(self, "position"):
            return
        type(self).steps += 1
        if self.position.ply == len(self.line):
            self.line.append(snapshot(self.position))
            move = self.position.last_move
            assert move is not None
            self.moves.append(move.text)
        elif self.position.ply == len(self.line) - 2:
            self.line.pop()
            self.moves.pop()
        assert snapshot(self.position) == self.line[-1]

    @rule(way=CHOICE, choice=CHOICE)
    def play(self, way: int, choice: int) -> None:
        """Play a legal move, named in any way that names it."""
        numbers = self.position.legal_numbers
        if not numbers:
            return
        number = numbers[choice % len(numbers)]
        move = self.position.move(number)
        assert move.number == number
        ways = [
            lambda: self.position.play(move),
            lambda: self.position.play(move.text),
            lambda: self.position.play_number(number),
            lambda: self.position.play(self.position.read_typed(f" {move.text} ")),
        ]
        ways[way % len(ways)]()
        assert self.position.last_move == move
        assert self.position.ply == len(self.line)

    @rule(by_number=st.booleans())
    def undo(self, by_number: bool) -> None:
        """Take a move back; without one, that is refused."""
        if not self.moves:
            with pytest.raises(MoveError):
                self.position.undo_number() if by_number else self.position.undo()
        elif by_number:
            number = self.position.undo_number()
            assert self.position.move(number) == self.moves[-1]
        else:
            assert self.position.undo() == self.moves[-1]

    @rule(name=CHOICE, first=CHOICE, second=CHOICE, third=CHOICE, count=st.integers(0, 3))
    def ask(self, name: int, first: int, second: int, third: int, count: int) -> None:
        """Read or call a public attribute, with as many arguments as it comes."""
        arguments = [self.thing(choice) for choice in (first, second, third)[:count]]
        word = self.names[name % len(self.names)]
        # What only a game has may also set its board up otherwise.
        attempt(self.position if is_provided(word) else self.position.copy(), word, *arguments)

    @rule(name=CHOICE, first=CHOICE)
    def assign(self, name: int, first: int) -> None:
        """Set a public attribute of a compiled class: that is refused."""
        word = self.names[name % len(self.names)]
        if word in vars(Position) or word in {"ply", "most", "ready"}:
            if isinstance(self.position, Position) and hasattr(self.position, "__dict__"):
                return  # what a class written in Python has of its own can be set, as always
            with pytest.raises(AttributeError):
                setattr(self.position, word, self.thing(first))

    @rule(way=CHOICE, first=CHOICE)
    def use_operators(self, way: int, first: int) -> None:
        """Use what Python has signs and words for."""
        position, thing = self.position, self.thing(first)
        ways: list[Callable[[], object]] = [
            lambda: repr(position),
            lambda: str(position),
            lambda: position == thing,
            lambda: position != position.copy(),
            lambda: position[thing],  # type: ignore[index]
            lambda: thing in position,  # type: ignore[operator]
            lambda: list(position),  # type: ignore[call-overload]
            lambda: thing in position.legal_moves,
        ]
        try:
            ways[way % len(ways)]()
        except OutwitError:
            assert way % len(ways) in {2, 4, 5, 6}
        with pytest.raises(TypeError):
            hash(position)

    @rule(way=CHOICE, choice=CHOICE)
    def copy_and_go_on(self, way: int, choice: int) -> None:
        """Play on in a copy; the position itself stays as it is."""
        ways: list[Callable[[Position], Position]] = [
            Position.copy,
            copy.copy,
            copy.deepcopy,
            pickled,
        ]
        twin = ways[way % len(ways)](self.position)
        assert twin == self.position
        assert snapshot(twin)[1:] == self.line[-1][1:]
        assert list(twin.played) == self.moves
        if numbers := twin.legal_numbers:
            twin.play_number(numbers[choice % len(numbers)])
            assert twin.ply == self.position.ply + 1
            twin.undo()
        for before, move in zip(self.line[-2::-1], self.moves[::-1], strict=True):
            assert twin.undo() == move
            assert twin.key == before[1]

    @rule(choice=CHOICE)
    def examine(self, choice: int) -> None:
        """Compare what is said in several ways."""
        position = self.position
        moves, numbers = position.legal_moves, position.legal_numbers
        assert isinstance(moves, Sequence)
        assert [move.number for move in moves] == list(numbers)
        assert len(moves) == len(numbers) == position.count_moves() == position._room_needed()
        assert len(position.guesses) == len(numbers)
        assert bool(moves) == (not position.is_over) == (position.outcome is None)
        assert [position.read_move(move) for move in moves] == list(numbers)
        assert list(position.played) == self.moves
        assert position.beginning == self.line[0][0]
        if moves:
            move = moves[choice % len(moves)]
            assert move in moves
            assert position.is_legal(move)
            assert type(move.text) is str
            assert move.label
            assert move.kind
            assert all(position[square].name == square for square in move.squares)
            image = position.image(position.symmetries[choice % len(position.symmetries)])
            assert image.ply == 0
            assert image.count_moves() == len(moves)

    def thing(self, choice: int) -> object:
        """Choose an argument; one in four has to do with the position."""
        if choice % 4:
            return STRANGERS[choice // 4 % len(STRANGERS)]
        own = list(own_things(self.position))
        return own[choice // 4 % len(own)]


def own_things(position: Position) -> Iterator[object]:
    """Return arguments that are right somewhere."""
    moves = position.legal_moves
    yield from moves[:3]
    yield from position.legal_numbers[:3]
    yield from position.symmetries
    yield from (position.text, position.key, position.last_move, moves, position)
    for move in moves[:1]:
        yield from (move.text, *move.squares)


def pickled(position: Position) -> Position:
    """Return a position as it comes out of a pickle."""
    found = pickle.loads(pickle.dumps(position))
    assert isinstance(found, Position)
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_nothing_public_crashes_or_lets_a_position_go_wrong(game: Game) -> None:
    class Machine(Surface):
        pass

    Machine.game = game
    run_state_machine_as_test(
        Machine,
        settings=settings(
            # Some runs end early.
            max_examples=-(-6 * STEPS // (5 * STEPS_A_RUN)),
            stateful_step_count=STEPS_A_RUN,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert Machine.steps >= STEPS
