"""Mistakes in fields are told in our own words, and never with what was given."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from outwit.server.api.apisockets import COMMAND
from outwit.server.api.bodies import Terms
from outwit.server.base.validation import SENTENCES, what_is_wrong


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "game is missing"),
        ({"game": "ataxx", "speed": "secret"}, "there is no field speed"),
        ({"game": 7}, "game is not a text"),
        ({"game": "x" * 41}, "game has at most 40 characters"),
        ({"game": "x", "clock.limit": "secret"}, "clock.limit is not a number"),
        ({"game": "x", "clock.limit": -1}, "clock.limit is not above 0"),
        ({"game": "x", "clock.limit": 2e6}, "clock.limit is not 1e+06 or less"),
        ({"game": "x", "rated": "secret"}, "rated is not true or false"),
        ({"game": "x", "options": "secret"}, "options is not an object"),
        ("secret", "the request is not an object"),
    ],
)
def test_a_field_is_named_with_what_is_wrong(given: Any, said: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Terms.model_validate(given, strict=True)
    assert what_is_wrong(caught.value.errors()) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "the request is not JSON"),
        ("{}", "type is missing"),
        (
            '{"type": "nope"}',
            "type is one of 'move', 'chat', 'draw', 'takeback', 'resign', 'abort'",
        ),
        ('{"type": "move"}', "move.move is missing"),
        ('{"type": "move", "move": "", "ply": 0}', "move.move is too short"),
        ('{"type": "draw", "accept": 3}', "draw.accept is not true or false"),
    ],
)
def test_a_message_over_a_socket_too(text: str, said: str) -> None:
    with pytest.raises(ValidationError) as caught:
        COMMAND.validate_json(text, strict=True)
    assert what_is_wrong(caught.value.errors()) == said


def test_the_name_of_a_field_is_told_so_that_a_terminal_obeys_nothing_in_it() -> None:
    with pytest.raises(ValidationError) as caught:
        Terms.model_validate({"game": "x", "\x1b[2J" + "y" * 9_999: 1}, strict=True)
    said = what_is_wrong(caught.value.errors())
    assert said.startswith("there is no field \ufffd[2Jyyy")
    assert said.isprintable()
    assert len(said) < 100


def test_an_unknown_mistake_is_told_too() -> None:
    assert "something_new" not in SENTENCES
    found = [{"type": "something_new", "loc": ("query", "page"), "msg": "input 'secret'"}]
    assert what_is_wrong(found) == "page is not as it should be"
