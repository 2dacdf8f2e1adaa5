"""Advance: the Sentinel, and what it protects."""

from __future__ import annotations

import pytest

from tests.games.boards import advance, moves_of


def test_a_sentinel_jumps_like_a_knight_and_captures() -> None:
    position = advance("""
        # z # Z #
        . # # # #
        # # S # #
        # # # # #
        # . # # #
    """)
    assert moves_of(position, "c3") == "a4 b1 b5"


def test_a_sentinel_protects_its_four_orthogonal_neighbours() -> None:
    position = advance("""
        # M # M #
        M z z z M
        # z s z #
        M z z z M
        # M # M #
    """)
    # From every side the corners of the nine can be taken, and nothing else.
    taken = {
        move
        for miner in ("b1", "d1", "a2", "e2", "a4", "e4", "b5", "d5")
        for move in moves_of(position, miner).split()
    }
    assert taken & {"b2", "c2", "d2", "b3", "c3", "d3", "b4", "c4", "d4"} == {
        "b2",
        "b4",
        "d2",
        "d4",
    }
    position = advance("""
        # # M # #
        # # z # #
        M z s z M
        # # z # #
        # # M # #
    """)
    assert "c2" not in moves_of(position, "c1").split()
    assert "b3" not in moves_of(position, "a3").split()
    assert "d3" not in moves_of(position, "e3").split()
    assert "c4" not in moves_of(position, "c5").split()


def test_a_sentinel_does_not_protect_diagonally() -> None:
    position = advance("""
        . s .
        z . .
        M . .
    """)
    assert "a2" in moves_of(position, "a1").split()


def test_a_sentinel_protects_other_sentinels_but_not_itself() -> None:
    alone = advance("""
        s . .
        M . .
    """)
    assert "a2" in moves_of(alone, "a1").split()
    beside_another = advance("""
        s s .
        M . .
    """)
    assert "a2" not in moves_of(beside_another, "a1").split()


@pytest.mark.parametrize(
    ("drawing", "capture"),
    [
        ("""
        . . . . s
        . . . . z
        . . . Z .
        """, "d1e2"),
        ("""
        . . . . s
        . . . . z
        . . . B .
        """, "d1e2"),
        ("""
        . . . . s
        . . . . z
        . . . G .
        """, "d1e2"),
        ("""
        . . . s .
        . M . z .
        """, "b1d1"),
        ("""
        . . s . .
        . . z . .
        . . . . .
        . S . . .
        """, "b1c3"),
        ("""
        . . . s .
        . . . z .
        . . . . .
        . D . . .
        """, "b1d3"),
        ("""
        . . . s .
        C . . z .
        """, "a1*d1"),
    ],
    ids=["Zombie", "Builder", "General", "Miner", "Sentinel", "Dragon", "Catapult"],
)  # fmt: skip
def test_protection_holds_against_every_capture(drawing: str, capture: str) -> None:
    assert capture not in advance(drawing).legal_moves
    assert capture in advance(drawing.replace("s", ".")).legal_moves


def test_a_sentinel_does_not_protect_the_enemy() -> None:
    position = advance("""
        z S .
        M . .
    """)
    assert "a2" in moves_of(position, "a1").split()
