"""Reasons for moves of Santorini, on boards that can be seen."""

from __future__ import annotations

from outwit.players.reasons import NONE, explain
from tests.games.boards import santorini


def test_only_one_move_stops_a_climb_to_level_3() -> None:
    position = santorini(
        """
        0 0 0 2Z 2
        0 0 1 1 2
        0 1 1Y 2A 1B
        0 0 1 3 0
        0 0 0 0 0
        """,
        "b 18",
    )
    assert explain(position, "Y,s,e") == (
        "After every other move, the other side wins at once. "
        "It stops a threat: A climbs south to level 3 and builds north."
    )


def test_ways_up_are_closed_and_opened() -> None:
    position = santorini(
        """
        1 1 1 3 0
        0 0 0Y 0Z 2
        0 2 0 1 2
        0 2B 0 0A 0
        0 0 0 0 0
        """,
        "b 16",
    )
    assert explain(position, "Z,s,se") == (
        "White can no longer climb to d3. It opens a way up to e3 and e4."
    )


def test_a_climb_to_level_3_is_threatened() -> None:
    position = santorini(
        """
        2Z 2 3 3 0
        0 0 0 0 3
        0 4 2A 4 2
        0 4 0 0 0
        0 0 0Y 1B 1
        """,
        "b 32",
    )
    assert explain(position, "Z,e,w") == (
        "It threatens to win: Z climbs west to level 3 and builds east. "
        "It opens a way up to a5 and c5."
    )


def test_a_way_up_is_closed() -> None:
    position = santorini(
        """
        0 0 0 1 1
        0 0 1 1Z 2B
        0 1 0Y 1 0
        0 0 0A 1 0
        0 0 0 0 0
        """,
        "b 10",
    )
    assert explain(position, "Y,w,nw") == ("White can no longer climb to b3.")


def test_a_step_that_changes_no_way_up_has_no_reason() -> None:
    position = santorini(
        """
        0 1 0 2 0
        0 0Y 0 0A 2
        0 1B 0 0Z 0
        0 1 0 0 0
        0 0 0 0 0
        """,
        "b 8",
    )
    assert explain(position, "Y,e,ne") == NONE
