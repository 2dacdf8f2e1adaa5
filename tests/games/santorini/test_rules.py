"""Santorini, rule by rule."""

from __future__ import annotations

import pytest

import outwit
from outwit.errors import BadPosition
from tests.games.boards import board, ending, moves_of, santorini

GAME = outwit.game("santorini")


def steps(position: outwit.Position, worker: str) -> set[str]:
    """List the directions a worker can step to."""
    return {move.split(",")[1] for move in position.legal_moves if move.startswith(worker)}


def builds(position: outwit.Position, worker: str, step: str) -> set[str]:
    """List the directions a worker can build to after a step."""
    return {part for part in moves_of(position, f"{worker},{step},").split() if part}


# The start


def test_workers_stand_on_the_diagonals_and_white_moves_first() -> None:
    position = GAME.start()
    assert str(position).splitlines()[3] == "|0 |0Y|0 |0B|0 |"
    assert str(position).splitlines()[7] == "|0 |0A|0 |0Z|0 |"
    assert position.turn is outwit.FIRST


def test_only_the_own_workers_move() -> None:
    position = GAME.start()
    assert {move[0] for move in position.legal_moves} == {"A", "B"}
    position.play("A,n,s")
    assert {move[0] for move in position.legal_moves} == {"Y", "Z"}


# Steps


def test_a_worker_steps_to_its_eight_neighbours() -> None:
    position = santorini("""
        0 0 0 0 0B
        0 0 0 0 0
        0 0 0A 0 0
        0 0 0 0 0
        0Y 0 0 0 0Z
    """)
    assert steps(position, "A") == {"n", "ne", "e", "se", "s", "sw", "w", "nw"}


def test_north_is_up() -> None:
    position = GAME.start()
    position.play("A,n,s")
    assert board(position) == "00000/00Y00B0/00A000/0100Z0/00000"


def test_a_worker_stays_on_the_board() -> None:
    position = santorini("""
        0A 0 0 0 0
        0 0 0 0 0
        0 0 0 0 0
        0 0 0 0 0
        0Y 0Z 0 0 0B
    """)
    assert steps(position, "A") == {"e", "se", "s"}
    assert steps(position, "B") == {"n", "nw", "w"}


def test_a_worker_steps_only_to_free_squares_without_domes() -> None:
    position = santorini("""
        0A 0B 0 0 0
        4 0Y 0 0 0
        0 0Z 0 0 0
        0 0 0 0 0
        0 0 0 0 0
    """)
    assert steps(position, "A") == set()
    assert steps(position, "B") == {"e", "se"}


def test_a_worker_climbs_at_most_one_level_and_descends_any() -> None:
    position = santorini("""
        2 1 0 0 0B
        3 1A 2 0 0
        0 4 1 0 0
        0 0 0 0 0
        0Y 0 0 0 0Z
    """)
    assert steps(position, "A") == {"n", "ne", "e", "se", "sw", "nw"}
    high = santorini("""
        0 1 2 0 0B
        3 2A 4 0 0
        0 1 0 0 0
        0 0 0 0 0
        0Y 0 0 0 0Z
    """)
    assert steps(high, "A") == {"n", "ne", "w", "se", "s", "sw", "nw"}


# Builds


def test_a_build_raises_a_neighbour_of_the_new_square_by_one_level() -> None:
    position = santorini("""
        0 0 0 0 0B
        0 3 0 0 0
        0A 0 0 0 0
        0 0 0 0 0
        0Y 0 0 0 0Z
    """)
    position.play("A,e,n")
    assert board(position) == "00000B/04000/00A000/00000/0Y0000Z"


def test_nothing_is_built_on_workers_or_domes_or_off_the_board() -> None:
    position = santorini("""
        0 0B 4 0 0
        0A 3 0 0 0
        0Y 0 0 0 0
        0 0 0 0 0
        0 0 0 0 0Z
    """)
    # After its step to the corner the worker has the square it left, and b4, to build on.
    assert builds(position, "A", "n") == {"s", "se"}


def test_the_square_just_left_may_be_built_on() -> None:
    position = GAME.start()
    assert "s" in builds(position, "A", "n")


# The end


CLIMB = """
    0 0 0 0 0B
    0 3 0 0 0
    0 2A 0 0 0
    0 0 0 0 0
    0Y 0 0 0 0Z
"""


def test_a_step_to_level_3_is_still_followed_by_a_build() -> None:
    position = santorini(CLIMB)
    assert "A,n" not in position.legal_moves
    position.play("A,n,s")
    assert ending(position) == ("FIRST", "climbed")
    assert board(position) == "00000B/03A000/03000/00000/0Y0000Z"


def test_under_the_official_rule_a_step_to_level_3_wins_at_once() -> None:
    position = santorini(CLIMB, rule="official")
    assert "A,n,s" not in position.legal_moves
    position.play("A,n")
    assert ending(position) == ("FIRST", "climbed")
    assert board(position) == "00000B/03A000/02000/00000/0Y0000Z"


def test_steps_to_other_levels_are_followed_by_a_build_under_both_rules() -> None:
    position = santorini(CLIMB, rule="official")
    assert "A,s" not in position.legal_moves
    assert "A,s,n" in position.legal_moves


@pytest.mark.parametrize("side", ["w", "b"])
def test_whoever_stands_on_level_3_has_won_whoever_is_to_move(side: str) -> None:
    white = "0 0 0 0 0B\n0 3A 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0Y 0 0 0 0Z"
    assert ending(santorini(white, f"{side} 9")) == ("FIRST", "climbed")
    blue = white.replace("A", "Q").replace("Y", "A").replace("Q", "Y")
    assert ending(santorini(blue, f"{side} 9")) == ("SECOND", "climbed")


def test_there_are_no_moves_after_the_end() -> None:
    position = santorini(CLIMB.replace("2A", "3A").replace("0 3 0", "0 2 0"), "b 9")
    assert list(position.legal_moves) == []


BLOCKED = """
    0A 2 0 2 0B
    2 2 0 2 2
    0 0 0 0 0
    0 0 0 0 0
    0Y 0 0 0 0Z
"""


def test_a_player_who_cannot_move_and_build_has_lost() -> None:
    assert ending(santorini(BLOCKED)) == ("SECOND", "blocked")
    assert ending(santorini(BLOCKED, "b 2")) is None


def test_a_worker_on_level_3_comes_before_a_player_who_cannot_move() -> None:
    assert ending(santorini(BLOCKED.replace("0Y", "3Y"))) == ("SECOND", "climbed")


# What the game tells the search


THREAT = """
    2A 3 0 0 0
    0 0 0 0 0B
    0 2 0 0 0
    0Y 0 0 0 0
    0 0 0 0 0Z
"""


def named(position: outwit.Position, numbers: list[int] | None) -> list[str] | None:
    """Return the texts of moves, None for none at all."""
    return None if numbers is None else sorted(str(position.move(number)) for number in numbers)


def test_a_step_to_level_3_is_seen_to_win() -> None:
    position = santorini(THREAT)
    number = position._quick_win()
    assert number is not None
    assert str(position.move(number)).startswith("A,e")
    assert santorini(THREAT, "b 2")._quick_win() is None


def test_nobody_is_seen_to_win_when_the_game_is_over() -> None:
    assert santorini(THREAT.replace("0Y", "3Y"))._quick_win() is None


def test_only_a_dome_answers_a_threat_to_step_to_level_3() -> None:
    position = santorini(
        """
        2A 3 0 0 0
        0 0 0 0 0B
        0 0Y 0 0 0
        0 0 0 0 0
        0 0 0 0 0Z
        """,
        "b 2",
    )
    assert named(position, position._quick_answers()) == ["Y,n,n", "Y,ne,nw", "Y,nw,ne"]


def test_nothing_answers_two_threats() -> None:
    position = santorini(THREAT.replace("    0 0 0 0 0B", "    3 0 0 0 0B"), "b 2")
    assert position._quick_answers() == []


def test_without_a_threat_there_is_nothing_to_answer() -> None:
    assert santorini(THREAT)._quick_answers() is None
    assert GAME.start()._quick_answers() is None


def test_the_shortest_game() -> None:
    position = GAME.start()
    for move in ("A,n,e", "Y,se,e", "B,e,sw", "Y,e,w", "A,n,se", "Y,w,e"):
        assert position.outcome is None
        position.play(move)
    assert ending(position) == ("SECOND", "climbed")
    assert position.text.endswith(" w 7")


def test_the_known_random_game_opens_with_legal_moves() -> None:
    position = GAME.start()
    for move in ("A,e,w", "Y,ne,w", "A,w,nw", "Y,sw,s", "B,s,nw", "Z,sw,n"):
        position.play(move)
    assert position.outcome is None


# Texts


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("00000/00Y00B0/00000/00A000/00000 w 1", "one each of ABYZ"),
        ("00000/00Y00B0/00000/00A00Z0/0000A0 w 1", "one each of ABYZ"),
        ("00000/00Y00B0/00000/04A00Z0/00000 w 1", "dome"),
        ("00000/03Y00B0/00000/03A00Z0/00000 w 1", "both sides stand on level 3"),
        ("00000/00YA00B/00000/0000Z0/00000 w 1", "row 2"),
        ("0000/00Y00B0/00000/00A00Z0/00000 w 1", "row 1"),
        ("00000/00Y00B0/00000/00A00Z0 w 1", "5 rows expected"),
        ("50000/00Y00B0/00000/00A00Z0/00000 w 1", "row 1"),
        ("00000/00Y00B0/00000/00A00Z0/00000 w 0", "turn number"),
    ],
)
def test_a_board_that_cannot_be_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        GAME.position(text)
