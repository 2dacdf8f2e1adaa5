"""Reasons for moves of Jeson Mor, on boards that can be seen."""

from __future__ import annotations

from outwit.players.reasons import NONE, explain
from tests.games.boards import jesonmor


def test_a_knight_takes_the_centre_and_threatens_to_leave_it() -> None:
    position = jesonmor(
        """
        . . . . .
        k . . . .
        . . . . .
        . . . . .
        . K . . K
        """
    )
    assert explain(position, "b1c3") == (
        "It threatens to win: Knight c3 leaps to b5, leaves the centre and wins. "
        "The knight takes the centre square."
    )
    assert explain(position, "e1d3") == NONE


def test_only_a_capture_stops_the_knight_on_the_centre() -> None:
    position = jesonmor(
        """
        k . . . .
        . . . . .
        . . k . .
        . . . . .
        . K . . K
        """
    )
    assert explain(position, "b1c3") == (
        "After every other move, the other side wins at once. "
        "It stops a threat: Knight c3 leaps to b5, leaves the centre and wins."
    )


def test_a_knight_leaves_the_centre() -> None:
    position = jesonmor(
        """
        . . . . .
        a . . . k
        . . K . .
        . . . . .
        . . . . .
        """
    )
    assert explain(position, "c3b1") == "It wins at once: a knight left the centre."


def test_a_knight_comes_near_the_centre() -> None:
    position = jesonmor(
        """
        . . . . k
        . . . . .
        K . . . .
        . . . . .
        . . . . .
        """
    )
    assert explain(position, "a3b1") == "Its next leap can reach the centre square."
    assert explain(position, "a3c2") == NONE


def test_a_knight_guards_the_centre() -> None:
    position = jesonmor(
        """
        . . . . .
        . . . . k
        K . . . .
        . . . . .
        . . . . .
        """
    )
    assert explain(position, "a3b5") == (
        "An enemy knight that leaps to the centre square can be captured there at once. "
        "Its next leap can reach the centre square."
    )
    assert explain(position, "a3c4") == NONE
