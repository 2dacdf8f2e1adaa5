"""Games in plain Python, played by compiled code all the same."""

from __future__ import annotations

import pytest

import outwit
from outwit.core.outcome import Outcome
from outwit.core.scripted import MOST_MOVES, ScriptedPosition
from outwit.errors import GameFault, IllegalMove, UnreadableMove
from tests.testing.pile import Pile, State, game_of

GAME = game_of(Pile)


def test_a_scripted_game_is_played_like_any_other() -> None:
    position = GAME.start()
    assert list(position.legal_moves) == ["take1", "take2", "take3"]
    for move in ("take3", "take3", "take3"):
        position.play(move)
    assert position.text == "3 b"
    position.play("take3")
    assert position.outcome is not None
    assert position.outcome.winner is outwit.SECOND
    assert position.undo() == "take3"
    assert position.outcome is None


def test_the_state_is_there_to_be_looked_at() -> None:
    position = Pile.begin()
    position.play("take2")
    assert position.state == (10, 1)


def test_lines_are_counted() -> None:
    # Each line is an ordered sum: of 9 into parts up to 3 there are 149.
    total = sum(outwit.perft(GAME.position("9 a"), depth) for depth in range(3, 10))
    finished = 0
    for depth in range(3, 10):
        finished += len(lines_to_the_end("9 a", depth))
    assert finished == 149
    assert total > finished


def lines_to_the_end(text: str, depth: int) -> list[str]:
    """List the lines of exactly that many moves that end the game."""
    position = GAME.position(text)
    if depth == 0:
        return [""] if position.outcome else []
    found = []
    for move in position.legal_moves:
        position.play(move)
        found += lines_to_the_end(position.text, depth - 1)
        position.undo()
    return found


def test_equal_states_have_equal_keys() -> None:
    one, other = GAME.start(), GAME.start()
    for move in ("take1", "take3"):
        one.play(move)
    for move in ("take3", "take1"):
        other.play(move)
    assert one.key == other.key != GAME.start().key


def test_what_was_never_a_move_is_unreadable_and_what_was_one_elsewhere_illegal() -> None:
    position = GAME.position("1 a")
    with pytest.raises(UnreadableMove, match="'take9'"):
        position.play("take9")
    GAME.start().play("take3")
    with pytest.raises(IllegalMove, match="'take3' is not legal here"):
        position.play("take3")


class Trap(Pile):
    """Falls over a pile of five."""

    def moves(self, state: State) -> list[str]:
        if state[0] == 5:
            raise KeyError("five")
        return super().moves(state)


def test_an_error_in_the_rules_reaches_the_caller() -> None:
    position = game_of(Trap).position("6 a")
    with pytest.raises(KeyError, match="five"):
        outwit.perft(position, 4)
    with pytest.raises(KeyError, match="five"):
        list(game_of(Trap).position("5 a").legal_moves)


def test_a_position_can_be_used_after_an_error() -> None:
    position = game_of(Trap).position("6 a")
    position.play("take1")
    with pytest.raises(KeyError):
        len(position.legal_moves)
    position.undo()
    assert list(position.legal_moves) == ["take1", "take2", "take3"]


class Crashing(Pile):
    """Fails to say what a move does, how it ended, or what it is."""

    def apply(self, state: State, move: str) -> State:
        raise ArithmeticError("after")

    def result(self, state: State) -> Outcome | None:
        if state[0] == 1:
            raise ArithmeticError("result")
        return super().result(state)

    def identity(self, state: State) -> str:
        raise ArithmeticError("identity")


def test_errors_anywhere_reach_the_caller() -> None:
    game = game_of(Crashing)
    with pytest.raises(ArithmeticError, match="after"):
        game.start().play("take1")
    with pytest.raises(ArithmeticError, match="result"):
        _ = game.position("1 a").outcome
    with pytest.raises(ArithmeticError, match="identity"):
        _ = game.start().key


class Flood(Pile):
    """Has more moves than can be."""

    def moves(self, state: State) -> list[str]:
        return [f"take{n}" for n in range(MOST_MOVES + 1)]


def test_too_many_moves_are_the_games_fault() -> None:
    with pytest.raises(GameFault, match=f"more than {MOST_MOVES} moves in 12 a"):
        list(game_of(Flood).start().legal_moves)


@pytest.mark.parametrize("missing", ["mover", "moves", "apply", "result", "write"])
def test_what_a_game_leaves_out_is_its_fault(missing: str) -> None:
    class Partial(Pile):
        pass

    def use() -> None:
        position = Partial((3, 0))
        position.play("take1")
        _ = position.text, position.outcome

    setattr(Partial, missing, getattr(ScriptedPosition, missing))
    with pytest.raises(GameFault, match=r"^Partial "):
        use()
