"""Reasons for moves of Push, on boards that can be seen."""

from __future__ import annotations

from outwit.players.reasons import NONE, explain
from tests.games.boards import push


def test_the_most_valuable_cell_is_taken() -> None:
    position = push(
        """
        0. 0. 0. 0.
        0. 4. 2. 1. 1. 0.
        0. 9. 1. 1. 5. 0.
        0. 0. 0. 0.
        """
    )
    assert explain(position, "2,1") == (
        "No free cell is worth more. No other move wins as much at once."
    )
    assert explain(position, "1,1") == NONE


def test_an_enemy_stone_is_pushed_down() -> None:
    position = push(
        """
        0. 0. 0. 0.
        0. 4. 2. 1. 1. 0.
        0. 9X 1. 1. 5. 0.
        0. 0. 0. 0.
        """
    )
    assert explain(position, "3,1") == "It pushes a stone of X from a cell worth 9 to one worth 4."
    assert explain(position, "2,4") == "No free cell is worth more."


def test_an_own_stone_is_pushed_up() -> None:
    position = push(
        """
        0. 0. 0. 0.
        0. 4O 2. 1. 1. 0.
        0. 9. 1. 1. 5. 0.
        0. 0. 0. 0.
        """
    )
    assert explain(position, "0,1") == (
        "It pushes your own stone from a cell worth 4 to one worth 9."
    )


def test_the_last_cell_decides() -> None:
    position = push(
        """
        0. 0. 0.
        0. 1O 1X 1. 0.
        0. 0. 0.
        """
    )
    assert explain(position, "1,3") == (
        "It wins at once: no inner cell is empty, and values are counted."
    )


def test_a_push_that_leaves_more_than_any_other_move() -> None:
    position = push(
        """
        0. 0. 0. 0.
        0. 4. 2. 1. 1. 0.
        0. 9X 1. 1. 5. 0.
        0. 0. 0. 0.
        """
    )
    assert explain(position, "2,0") == (
        "It pushes a stone of X from a cell worth 9 to one worth 1. "
        "After every other move, the best answer leaves you worse off."
    )


def test_a_stopped_threat_is_described_as_it_would_win() -> None:
    position = push(
        """
        0X 0. 0. 0.
        0. 4O 2X 1X 1. 0.
        0. 9O 1. 1O 5O 0.
        0. 0. 0. 0.
        """,
        "X",
    )
    assert explain(position, "0,3") == (
        "It stops a threat: O pushes 3 stones right from 1,0. "
        "It pushes a stone of O from a cell worth 1 to one worth 0."
    )
