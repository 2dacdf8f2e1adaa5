"""The actions and planes of Santorini: which number and which plane says what."""

from __future__ import annotations

import pytest

import outwit
from outwit.core.observing import from_planes, planes_of
from outwit.errors import BadPosition, IllegalMove, UnreadableMove
from tests.games.boards import board, santorini
from tests.games.planes import plane

GAME = outwit.game("santorini")
ACTIONS = GAME.actions()
SQUARES = 25

# Beside A: level 3 in the north, a dome in the north-east, Z in the east.
CLIMB = """
    0 0 0 0 0B
    0 3 4 0 0
    0 2A 0Z 0 0
    0 0 0 0 0
    0Y 0 0 0 0
"""


# Actions


def test_a_number_is_worker_step_and_build_clockwise_from_north() -> None:
    assert [ACTIONS.number(move) for move in ("A,n,n", "A,n,se", "A,nw,nw")] == [0, 3, 63]
    assert [ACTIONS.number(move) for move in ("B,n,n", "B,e,sw", "B,nw,nw")] == [64, 85, 127]


def test_a_step_without_a_build_has_a_number_of_its_own() -> None:
    assert [ACTIONS.number(move) for move in ("A,n", "A,nw", "B,n", "B,nw")] == [128, 135, 136, 143]


def test_both_sides_own_workers_have_the_same_numbers() -> None:
    assert ACTIONS.number("Y,n,se", outwit.SECOND) == ACTIONS.number("A,n,se", outwit.FIRST)
    assert ACTIONS.text(143, outwit.SECOND) == "Z,nw"


def test_the_other_sides_workers_have_no_number() -> None:
    with pytest.raises(UnreadableMove, match="of the other side"):
        ACTIONS.number("Y,n,se", outwit.FIRST)
    with pytest.raises(UnreadableMove, match="of the other side"):
        ACTIONS.number("A,n,se", outwit.SECOND)


def test_only_with_the_rule_official_a_step_to_level_3_has_no_build() -> None:
    seed, official = santorini(CLIMB), santorini(CLIMB, rule="official")
    with_build, without = ACTIONS.number("A,n,s"), ACTIONS.number("A,n")
    assert ACTIONS.move(seed, with_build) == "A,n,s"
    assert ACTIONS.move(official, without) == "A,n"
    for position, number in ((seed, without), (official, with_build)):
        assert not ACTIONS.mask(position)[number]
        with pytest.raises(IllegalMove):
            ACTIONS.move(position, number)


@pytest.mark.parametrize("move", ["A,ne,s", "A,e,n", "A,n,e", "A,sw,w", "A,w,w", "B,n,s", "B,w,ne"])
def test_onto_domes_workers_or_nowhere_no_action_is_legal(move: str) -> None:
    position = santorini(CLIMB)
    number = ACTIONS.number(move)
    assert not ACTIONS.mask(position)[number]
    with pytest.raises(IllegalMove):
        ACTIONS.move(position, number)


def test_once_a_worker_stands_on_level_3_no_action_is_legal() -> None:
    position = santorini(CLIMB)
    position.play("A,n,s")
    assert not any(ACTIONS.mask(position))
    with pytest.raises(IllegalMove):
        ACTIONS.move(position, ACTIONS.number("Y,n,n", outwit.SECOND))


# Planes


def test_the_side_to_move_sees_its_own_workers_first() -> None:
    position = santorini(CLIMB)
    assert plane(position, "own first") == "00000/00000/01000/00000/00000"
    assert plane(position, "own second") == "00001/00000/00000/00000/00000"
    assert plane(position, "other first") == "00000/00000/00000/00000/10000"
    assert plane(position, "other second") == "00000/00000/00100/00000/00000"
    blue = santorini(CLIMB, "b 2")
    assert plane(blue, "own second") == plane(position, "other second")
    assert plane(blue, "other first") == plane(position, "own first")


def test_each_level_includes_the_higher_ones() -> None:
    position = santorini(CLIMB)
    assert plane(position, "level 1") == "00000/01100/01000/00000/00000"
    assert plane(position, "level 2") == "00000/01100/01000/00000/00000"
    assert plane(position, "level 3") == "00000/01100/00000/00000/00000"
    assert plane(position, "dome") == "00000/00100/00000/00000/00000"


@pytest.mark.parametrize(
    ("at", "number", "said"),
    [
        (0, 1, "stands on one square"),
        (SQUARES + 11, 1, "stands on one square"),
        (3 * SQUARES + 12, 0, "stands on one square"),
        (4 * SQUARES + 6, 0, "lacks a lower level"),
        (7 * SQUARES, 1, "lacks a lower level"),
        (8 * SQUARES, 1, "different numbers"),
    ],
)
def test_planes_that_contradict_each_other_are_refused(at: int, number: int, said: str) -> None:
    position = santorini(CLIMB)
    planes = planes_of(position)
    planes[at] = number
    with pytest.raises(BadPosition, match=said):
        from_planes(position, bytes(planes))


def test_two_workers_on_a_square_are_refused() -> None:
    position = santorini(CLIMB)
    planes = planes_of(position)
    planes[SQUARES : 2 * SQUARES] = planes[:SQUARES]
    with pytest.raises(BadPosition, match="same square"):
        from_planes(position, bytes(planes))


def test_the_number_of_the_turn_is_not_seen() -> None:
    late = santorini(CLIMB, "b 40")
    again = from_planes(late, bytes(planes_of(late)))
    assert board(again) == board(late)
    assert again.text.endswith(" b 2")
