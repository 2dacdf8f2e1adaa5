"""Jeson Mor: numbers of moves, and counters in planes."""

from __future__ import annotations

import pytest

import outwit
from outwit.core.observing import from_planes, planes_of, reloaded
from outwit.errors import UnreadableMove, UsageError
from tests.games.boards import ending, jesonmor

GAME = outwit.game("jesonmor")
ACTIONS = GAME.actions()


def counter(position: outwit.Position, name: str) -> int:
    """Return the number of a uniform plane, which has every square."""
    place = [plane.name for plane in position.planes].index(name)
    squares = len(position.board)
    numbers: list[int] = [*planes_of(position)[place * squares : (place + 1) * squares]]
    assert {*numbers} == {numbers[0]}
    return numbers[0]


def test_leaps_come_first_by_origin_and_clockwise_then_the_moves_of_archers() -> None:
    assert [ACTIONS.text(number) for number in (0, 1, 2, 447)] == ["a9c8", "a9b7", "b9d8", "i1g2"]
    assert [ACTIONS.text(ACTIONS.number("e5d7") + i) for i in range(8)] == [
        *("e5d7", "e5f7", "e5g6", "e5g4", "e5f3", "e5d3", "e5c4", "e5c6")
    ]
    assert [ACTIONS.text(number) for number in (448, 455, 456, 463, 464, 1743)] == [
        *("a9b9", "a9i9", "a9a8", "a9a1", "b9a9", "i1i2")
    ]


@pytest.mark.parametrize(("size", "leaps"), [(3, 16), (5, 96), (9, 448), (25, 4416)])
def test_there_are_as_many_actions_as_moves_on_an_empty_board(size: int, leaps: int) -> None:
    assert len(GAME.actions(size=size, archers="no")) == leaps
    assert len(GAME.actions(size=size)) == leaps + 2 * size**2 * (size - 1)


def test_without_archers_the_leaps_have_the_same_numbers_and_nothing_else_has_one() -> None:
    knights = GAME.actions(archers="no")
    assert [knights.text(number) for number in (0, 447)] == ["a9c8", "i1g2"]
    with pytest.raises(UnreadableMove):
        knights.number("a1a2")
    for text in ("a1a1", "a1b2", "a1i8"):
        with pytest.raises(UnreadableMove):
            ACTIONS.number(text)
    with pytest.raises(UsageError):
        knights.mask(GAME.start())


def test_actions_stay_when_the_last_archer_has_gone() -> None:
    position = jesonmor("""
        . . . . .
        . . k . .
        . . . . .
        . A . . .
        . . . . K
    """, "b 0 0 0 0")  # fmt: skip
    actions = GAME.actions(size=5)
    position.play("c4b2")
    assert "A" not in position.text
    assert len(actions.legal(position)) == len(position.legal_moves) == 2
    assert len(actions.legal(position.image("half turn"))) == 2
    assert len(actions.legal(from_planes(position, bytes(planes_of(position))))) == 2


def test_an_archer_captures_over_one_piece_only() -> None:
    position = jesonmor("""
        . . . . .
        . . . . .
        A . K k k
        . . . . .
        k . . . .
    """)  # fmt: skip
    actions = GAME.actions(size=5)
    legal = {actions.text(number) for number in actions.legal(position)}
    assert {text for text in legal if text[0] == "a"} == {"a3a4", "a3a5", "a3a2", "a3b3", "a3d3"}
    for text in ("a3e3", "a3a1", "a3c3", "a4a5", "d3e5"):
        with pytest.raises(outwit.IllegalMove):
            actions.move(position, actions.number(text))


def test_who_has_left_the_centre_has_won_as_planes_and_records_know() -> None:
    position = jesonmor("""
        . . . . k
        . . . . .
        . . K . .
        . . . . .
        K . . . .
    """)  # fmt: skip
    assert counter(position, "won") == 0
    position.play("c3d5")
    for same in (reloaded(position), from_planes(position, bytes(planes_of(position)))):
        assert ending(same) == ending(position) == ("FIRST", "centre")
        assert counter(same, "won") == 1
        assert not any(GAME.actions(size=5, archers="no").mask(same))


@pytest.mark.parametrize(
    ("scores", "more", "less"),
    [("7 2", 5, 0), ("2 7", 0, 5), ("256 0", 256, 0), ("3 1003", 0, 1000), ("999999 0", 65535, 0)],
)
def test_planes_show_how_far_the_scores_are_apart_as_the_mover_sees_it(
    scores: str, more: int, less: int
) -> None:
    for side, shown in (("w", (more, less)), ("b", (less, more))):
        position = jesonmor("k . .\n. . .\n. . K", f"{side} 9 9 {scores}")
        for name, number in zip(("more", "less"), shown, strict=True):
            high, low = divmod(number, 256)
            assert counter(position, name) == low
            assert counter(position, f"{name} 256s") == high


def test_planes_and_records_know_what_is_left_of_the_protection() -> None:
    position = jesonmor("k . .\n. . .\n. . K", "w 40 1000 3 3")
    assert [counter(position, name) for name in ("protected", "protected 256s")] == [192, 3]
    for same in (reloaded(position), from_planes(position, bytes(planes_of(position)))):
        assert same.text.split(" ")[2:4] == ["40", "1000"]
    over = jesonmor("k . .\n. . .\n. . K", "w 40 30 3 3")
    assert counter(over, "protected") == 0
