"""Reasons for moves of Advance, on boards that can be seen."""

from __future__ import annotations

from outwit.players.reasons import NONE, explain
from tests.games.boards import advance


def test_a_piece_is_won_for_good_and_the_general_is_attacked() -> None:
    position = advance(
        """
        G . . s . . . . g
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . M . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """
    )
    assert explain(position, "d4d9") == (
        "It wins material worth 5, and no answer wins any material. It attacks the General."
    )


def test_a_piece_is_attacked() -> None:
    position = advance(
        """
        G . . . . . . . g
        . . . . . . . . .
        . . . . . . . . .
        . . . s . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . Z . Z . . .
        . . . . . . . Z .
        . . . . . . . . .
        """
    )
    assert explain(position, "d3d4") == "It attacks the Sentinel on d6."
    assert explain(position, "h2h3") == NONE


def test_a_general_is_attacked() -> None:
    position = advance(
        """
        G . . . . . . . g
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . Z . . . .
        . . . M . . . . .
        . . . . . . . . .
        """
    )
    assert explain(position, "d2i2") == "It attacks the General."
    assert explain(position, "e3e4") == NONE


def test_a_general_escapes() -> None:
    position = advance(
        """
        G . . . . . . . g
        . . . . . . . . .
        . . . . . . . . m
        . . . . . . . . .
        m . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """
    )
    assert explain(position, "a9b9") == "It brings your General out of danger."


def test_a_line_is_opened() -> None:
    position = advance(
        """
        . . . . . . . . g
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . Z . . . .
        G . . . D . . . .
        """
    )
    assert explain(position, "e2d3") == "It gives the Dragon on e1 8 more moves."
    assert explain(position, "e2e3") == NONE
