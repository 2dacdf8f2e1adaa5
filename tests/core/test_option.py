"""The options of a game's start position."""

from __future__ import annotations

import pytest

from outwit.core.option import Choice, Number, Option, Text, Words
from outwit.errors import BadOption, GameFault

NUMBER = Number("size", "how large", 9, low=3, high=25)
MAYBE = Number("seed", "which one", None)
CHOICE = Choice("legs", "whether", "yes", choices=("yes", "no"))
WORDS = Words("blocks", "which", ())
TEXT = Text("board", "what", None)


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (NUMBER, 3, 3),
        (NUMBER, "25", 25),
        (MAYBE, None, None),
        (MAYBE, "0", 0),
        (CHOICE, "no", "no"),
        (CHOICE, True, "yes"),
        (CHOICE, False, "no"),
        (WORDS, "", ()),
        (WORDS, "a1,b2", ("a1", "b2")),
        (WORDS, ["a1"], ("a1",)),
        (TEXT, None, None),
        (TEXT, "anything\n", "anything\n"),
    ],
)
def test_values_and_their_texts_are_accepted(option: Option, given: object, value: object) -> None:
    assert option.read(given) == value


@pytest.mark.parametrize(
    ("option", "given"),
    [
        (NUMBER, 2),
        (NUMBER, 26),
        (NUMBER, "03"),
        (NUMBER, "nine"),
        (NUMBER, "9" * 10_000),
        (NUMBER, 9.0),
        (NUMBER, True),
        (NUMBER, None),
        (MAYBE, -1),
        (CHOICE, "maybe"),
        (CHOICE, ""),
        (CHOICE, None),
        (WORDS, 7),
        (WORDS, [1]),
        (WORDS, None),
        (TEXT, 7),
    ],
)
def test_anything_else_is_refused_by_name(option: Option, given: object) -> None:
    with pytest.raises(BadOption, match=f"^option {option.name}: ") as refusal:
        option.read(given)
    assert len(str(refusal.value)) < 200


def test_a_choice_of_numbers_takes_numbers() -> None:
    assert Choice("clock", "which", "25", choices=("25", "100")).read(100) == "100"


def test_an_option_that_knows_no_values_is_the_games_fault() -> None:
    with pytest.raises(GameFault, match="option odd"):
        Option("odd", "", None).read(1)


def test_people_are_offered_what_a_page_can_show() -> None:
    large = Number("rows", "how many", 9, low=3, high=255, offered=12)
    assert large.read(255) == 255
    with pytest.raises(BadOption, match="from 3 to 12"):
        large.offer().read(13)
    for option in (NUMBER, CHOICE, WORDS, TEXT):
        assert option.offer() is option
