"""Small frozen records."""

from __future__ import annotations

import pickle

import pytest

import outwit
from outwit.core.value import Value


class Point(Value):
    x: int
    y: int = 0


class Place(Point):
    name: str = "here"


def test_fields_are_given_by_position_or_by_name() -> None:
    assert Point(3, 4) == Point(y=4, x=3)
    assert (Point(3).x, Point(3).y) == (3, 0)


def test_a_subclass_adds_fields_after_those_it_inherits() -> None:
    assert Place.fields == ("x", "y", "name")
    assert Place(1, 2, "there").name == "there"


def test_values_are_equal_by_type_and_fields() -> None:
    assert Point(1, 2) != Point(2, 1)
    assert Point(1) != Place(1)
    assert Point(1) != (1, 0)
    assert len({Point(1), Point(1, 0), Point(2)}) == 2


def test_a_value_shows_its_fields() -> None:
    assert repr(Place(1)) == "Place(x=1)"


def test_replace_returns_another_value() -> None:
    point = Point(1, 2)
    assert point.replace(y=5) == Point(1, 5)
    assert point == Point(1, 2)


def test_a_value_is_frozen() -> None:
    point = Point(1)
    with pytest.raises(AttributeError, match="frozen"):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(AttributeError, match="frozen"):
        del point.x


def test_a_value_survives_pickling() -> None:
    assert pickle.loads(pickle.dumps(Place(1, 2, "a"))) == Place(1, 2, "a")


def test_wrong_fields_are_refused() -> None:
    with pytest.raises(TypeError, match="'x' is missing"):
        Point()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="takes 2 fields, not 3"):
        Point(1, 2, 3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="'z' is unknown"):
        Point(1, z=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="'x' is unknown or given twice"):
        Point(1, x=2)  # type: ignore[misc]


def test_what_a_record_keeps_for_itself_does_not_go_along_when_it_is_replaced() -> None:
    game = outwit.game("ataxx")
    position = game.start()
    position.svg()
    board = position.board
    assert board["a7"] == board.replace()["a7"]
    assert game.parts.look.replace(turning=("block",)).turning == ("block",)
