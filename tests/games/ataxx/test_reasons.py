"""Reasons for moves of Ataxx, on boards that can be seen."""

from __future__ import annotations

from outwit.players.reasons import NONE, explain
from tests.games.boards import ataxx


def test_stones_are_left_after_every_answer() -> None:
    position = ataxx(
        """
        . . . . . . .
        . . . . . . .
        . . o o o . .
        . . . . . . .
        . . - x - . .
        . . . . . . .
        o . . . . . o
        """
    )
    assert explain(position, "d4") == (
        "After every answer you still have at least 3 stones more than now. "
        "After every other move, the best answer leaves you fewer stones."
    )


def test_a_side_without_stones_has_lost() -> None:
    position = ataxx(
        """
        . . . . . . .
        . . . . . . .
        . o . . . . .
        . . . . . . .
        . . . x . . .
        . . . . x . .
        . . . . . . .
        """
    )
    assert explain(position, "c4") == "It wins at once: one side has no piece left."
    assert explain(position, "d3f5") == NONE


def test_a_side_that_cannot_move_passes() -> None:
    position = ataxx(
        """
        . . . . . . x
        x x x x x x x
        x x x x x x .
        x x x x x x x
        x x x x x x x
        x x x x x x x
        x x x x x x o
        """
    )
    assert explain(position, "a7") == (
        "It wins 1 stone, and no answer takes any of your stones. Blue cannot move and must pass."
    )
    assert explain(position, "e3g5") == NONE


def test_a_win_is_threatened() -> None:
    position = ataxx(
        """
        o . . . . . .
        - - . . . . .
        - - . . . . .
        . . . . . . .
        . . x . . . .
        . . . . . . .
        . . . . . . .
        """
    )
    assert explain(position, "c4") == (
        "It threatens to win: Red jumps from c3 to d5 and turns 2 stones."
    )


def test_stones_are_won_for_good() -> None:
    position = ataxx(
        """
        . . o o o . .
        . . . . . . .
        . . . x . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        o . . . . . .
        """
    )
    assert explain(position, "d6") == (
        "It wins 4 stones, and no answer takes any of your stones. "
        "After every other move, the best answer leaves you fewer stones."
    )
