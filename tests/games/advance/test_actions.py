"""Advance: numbers of moves, and the board as the mover sees it."""

from __future__ import annotations

from collections import Counter

import pytest

import outwit
from outwit.core.observing import from_planes, planes_of, reloaded
from outwit.errors import BadPosition, IllegalMove, UnreadableMove
from tests.games.boards import advance

GAME = outwit.game("advance")
ACTIONS = GAME.actions()
FIRST, SECOND = outwit.FIRST, outwit.SECOND


def legal(position: outwit.Position) -> set[str]:
    """Return the moves of the actions that a position has."""
    return {ACTIONS.text(number, position.turn) for number in ACTIONS.legal(position)}


def plane(position: outwit.Position, name: str) -> list[int]:
    """Return the numbers of a plane."""
    place = [plane.name for plane in position.planes].index(name)
    return [*planes_of(position)[81 * place : 81 * (place + 1)]]


def test_moves_come_first_by_origin_and_target_then_acts() -> None:
    assert [ACTIONS.text(number) for number in (0, 7, 8, 2559)] == ["a9b9", "a9i9", "a9a8", "i1h1"]
    assert [ACTIONS.text(number) for number in (2560, 3515)] == ["a9*b9", "i1*h1"]
    assert [ACTIONS.text(number, SECOND) for number in (0, 2559)] == ["i1h1", "a9b9"]


def test_each_length_of_a_step_has_as_many_actions_as_fit_on_the_board() -> None:
    found: Counter[tuple[bool, int, int]] = Counter()
    for number in range(len(ACTIONS)):
        text = ACTIONS.text(number)
        origin, target = text[:2], text[-2:]
        across, up = (abs(ord(a) - ord(b)) for a, b in zip(origin, target, strict=True))
        found["*" in text, max(across, up), min(across, up)] += 1
    lines = {(False, length, 0): 4 * 9 * (9 - length) for length in range(1, 9)}
    diagonals = {(False, length, length): 4 * (9 - length) ** 2 for length in range(1, 9)}
    acts = {(True, 1, 0): 288, (True, 1, 1): 256, (True, 3, 0): 216, (True, 2, 2): 196}
    assert found == {**lines, **diagonals, (False, 2, 1): 448, **acts}


@pytest.mark.parametrize("text", ["a1a1", "a1b4", "a1d3", "a1*a1", "a1*a3", "a1*b3", "a1*c4"])
def test_what_no_piece_can_do_has_no_number(text: str) -> None:
    with pytest.raises(UnreadableMove):
        ACTIONS.number(text)


def test_both_sides_have_the_same_actions_at_the_start_but_for_left_and_right() -> None:
    position = GAME.start()
    white = [*ACTIONS.legal(position)]
    position.play("e2e3")
    mirror = position.image("left-right")
    assert ACTIONS.number("d2d3", FIRST) == ACTIONS.number("f8f7", SECOND)
    assert {*white} == {*ACTIONS.legal(mirror)} == {*ACTIONS.legal(position)}


def test_only_one_of_a_move_and_an_act_between_two_squares_may_be_legal() -> None:
    position = advance("""
        . . . . .
        . J m . .
        . . . . .
        . C . . s
        . . . . .
    """)  # fmt: skip
    assert "b4*c4" in legal(position)
    assert "b4c4" not in legal(position)
    assert "b2*e2" in legal(position)
    for text in ("b4c4", "b2e2", "b4*b5", "e2c1", "c3c4"):
        with pytest.raises(IllegalMove):
            ACTIONS.move(position, ACTIONS.number(text))


def test_a_move_that_exposes_the_general_is_no_legal_action() -> None:
    position = advance("""
        . . g . m
        . . . . .
        . . . . M
        . . . . G
    """)
    assert {text for text in legal(position) if text.startswith("e2")} == {"e2e3", "e2e4"}
    assert ACTIONS.move(position, ACTIONS.number("e2e4")) == "e2e4"
    with pytest.raises(IllegalMove):
        ACTIONS.move(position, ACTIONS.number("e2d2"))


def test_no_action_is_legal_when_the_limit_is_reached() -> None:
    position = advance("Z . .", made=200)
    assert position.is_over
    assert not any(ACTIONS.mask(position))
    with pytest.raises(IllegalMove):
        ACTIONS.move(position, ACTIONS.number("a1a2"))


def test_planes_are_turned_for_black() -> None:
    drawing = """
        . . # . .
        Z . . . m
    """
    white, black = advance(drawing), advance(drawing, "b")
    for name, other in (("Zombie", "own Zombie"), ("Miner", "other Miner")):
        seen = plane(white, other)
        assert sum(seen) == 1
        assert plane(black, f"{'other' if name == 'Zombie' else 'own'} {name}") == seen[::-1]
    assert plane(white, "walls").index(1) == 9 * 7 + 2
    assert plane(black, "walls") == plane(white, "walls")[::-1]


@pytest.mark.parametrize(
    ("limit", "made", "left"), [(200, 0, 200), (200, 199, 1), (1000, 300, 700), (0, 70, 0)]
)
def test_planes_and_records_know_how_many_moves_are_left(limit: int, made: int, left: int) -> None:
    position = advance("Z . .", made=made, limit=limit)
    assert plane(position, "left")[0] + 256 * plane(position, "left 256s")[0] == left
    again = from_planes(position, bytes(planes_of(position)))
    assert reloaded(position) == position
    assert again.text == (position.text if limit else f"{position.text[:-2]}0")


def test_planes_with_more_moves_left_than_the_limit_are_refused() -> None:
    position = advance("Z . .", limit=1000)
    with pytest.raises(BadPosition, match="1000 moves are left of 200"):
        from_planes(GAME.start(), bytes(planes_of(position)))


def test_a_record_knows_walls_and_converted_pieces() -> None:
    position = advance("""
        . # J d .
        . B . . .
    """)
    for move in ("c2*d2", "i9h9", "b1*c1", "h9i9", "d2d3"):
        assert position.move(move) in position.legal_moves
        position.play(move)
        again = reloaded(position)
        assert again.text == position.text
        assert again.legal_moves[:] == position.legal_moves[:]
