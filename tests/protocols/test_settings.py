from __future__ import annotations

import pytest

from outwit.core.option import Choice, Number, Option, Text, Words
from outwit.errors import BadOption
from outwit.protocols.settings import option_line, read_value, split_setting

COLOUR = Choice("colour", "", "red", choices=("red", "blue"))
BOOK = Choice("book", "", "false", choices=("false", "true"))
SIZE = Number("size", "", 9, low=3, high=25)
SEED = Number("seed", "", None)
HOLES = Words("holes", "", ())
BOARD = Text("board", "", None)


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        (COLOUR, "blue", "combo default blue var red var blue"),
        (BOOK, "true", "check default true"),
        (SIZE, 5, "spin default 5 min 3 max 25"),
        (SEED, None, "string default <empty>"),
        (HOLES, (), "string default <empty>"),
        (HOLES, ("a1", "b2"), "string default a1,b2"),
        (BOARD, None, "string default <empty>"),
    ],
)
def test_every_kind_of_option_is_announced(option: Option, value: object, said: str) -> None:
    assert option_line(option, value) == f"option name {option.name} type {said}"


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (COLOUR, "blue", "blue"),
        (SIZE, "7", 7),
        (SEED, "7", 7),
        (SEED, "<empty>", None),
        (HOLES, "<empty>", ()),
        (HOLES, "a1,b2", ("a1", "b2")),
        (BOARD, "<empty>", None),
    ],
)
def test_what_is_announced_can_be_set(option: Option, text: str, value: object) -> None:
    assert read_value(option, text) == value


def test_a_number_that_must_be_given_cannot_be_empty() -> None:
    with pytest.raises(BadOption, match="size"):
        read_value(SIZE, "<empty>")


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ("name Hash value 16", "Hash", "16"),
        ("name Move Overhead value 1 2", "Move Overhead", "1 2"),
        ("name Clear", "Clear", ""),
        ("Hash value 16", "Hash", "16"),
        ("", "", ""),
    ],
)
def test_names_and_values_may_be_of_several_words(line: str, name: str, value: str) -> None:
    assert split_setting(line.split()) == (name, value)
