"""Ataxx: numbers of moves."""

from __future__ import annotations

import outwit
from tests.games.boards import ataxx

ACTIONS = outwit.game("ataxx").actions()


def test_clones_come_first_then_jumps_by_direction_then_the_pass() -> None:
    assert [ACTIONS.text(number) for number in (0, 1, 7, 48)] == ["a1", "b1", "a2", "g7"]
    assert [ACTIONS.text(number) for number in (49, 528, 529)] == ["c3a1", "e5g7", "0000"]


def test_who_is_shut_in_has_the_pass_alone() -> None:
    position = ataxx(
        """
        o o o . . . .
        o o o . . . .
        x o o . . . .
        """
    )
    assert list(ACTIONS.legal(position)) == [529]
    assert [i for i, is_legal in enumerate(ACTIONS.mask(position)) if is_legal] == [529]
    assert ACTIONS.move(position, 529) == "0000"


def test_who_can_move_has_no_pass_and_a_finished_game_no_action() -> None:
    assert ACTIONS.mask(ataxx("x . . . . . o"))[529] == 0
    for drawing, fields in (("x", "o 0 1"), ("x . . . o", "x 25 9")):
        position = ataxx(drawing, fields)
        assert position.is_over
        assert not any(ACTIONS.mask(position))
