"""What a portal says is read, or is a NetworkFault: a client does not trust it."""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy
from email.message import Message
from http.client import HTTPResponse
from types import SimpleNamespace
from typing import Any, cast

import pytest

import outwit
from outwit.client.connection import Connection, error_of, read_object
from outwit.client.online import GameReader, read_event
from outwit.errors import BotsRefused, NetworkFault, OutwitError

START = outwit.game("ataxx").start().text
EVENT: dict[str, Any] = {
    "type": "challenge",
    "challenge": {
        "id": "a",
        "game": "ataxx",
        "options": {"clock": "100"},
        "rated": False,
        "speed": "blitz",
        "timeControl": {"show": "60+1"},
        "challenger": {"username": "Ann", "title": None},
    },
}
FULL: dict[str, Any] = {
    "id": "a",
    "color": "first",
    "second": {"username": "Bo"},
    "game": "ataxx",
    "start": START,
    "options": {},
    "timeControl": {"show": "60+1"},
}
STATE: dict[str, Any] = {
    "moves": "b7",
    "winner": None,
    "status": "started",
    "sentence": "Blue to move",
    "turn": "second",
    "firstTime": 1000,
    "secondTime": 1000,
    "secondDraw": False,
    "secondTakeback": False,
}
WRONG: tuple[Any, ...] = (None, 7, "x", [], {}, [["x"]], {"x": 1}, True, 10**400, "\x1b[2J")


def places(found: Any) -> list[tuple[Any, Any]]:
    """List all places of a JSON value, as containers and keys."""
    if not isinstance(found, dict):
        return []
    return [(found, key) for key in found] + [p for v in found.values() for p in places(v)]


@pytest.mark.parametrize("good", [EVENT, FULL, STATE], ids=["event", "game", "state"])
def test_a_wrong_field_anywhere_is_told_and_no_other_error(good: dict[str, Any]) -> None:
    def read(found: dict[str, Any]) -> object:
        if good is EVENT:
            return read_event(found)
        return GameReader(found) if good is FULL else GameReader(FULL).read(found, True)

    read(good)
    # A game, its options or its position may be unknown here.
    allowed = OutwitError if good is FULL else NetworkFault
    for number in range(len(places(good))):
        for wrong in (*WRONG, "left out"):
            found = deepcopy(good)
            container, key = places(found)[number]
            if wrong == "left out":
                del container[key]
            else:
                container[key] = wrong
            with suppress(allowed):
                read(found)


@pytest.mark.parametrize("line", [b"{", b"[]", b"7", b"null", b"\xff", b"[" * 100_000])
def test_a_line_that_holds_no_object_is_a_fault(line: bytes) -> None:
    with pytest.raises(NetworkFault, match="a line of the stream is not"):
        read_object(line)


def test_an_answer_that_is_nested_too_deeply_is_a_fault() -> None:
    headers = Message()
    headers["Content-Type"] = "application/json"
    answer = cast("HTTPResponse", SimpleNamespace(status=200, reason="OK", headers=headers))
    with pytest.raises(NetworkFault, match="answers 200 OK"):
        Connection("http://localhost", "x")._read(answer, b"[" * 100_000)


def test_every_code_of_an_error_can_come_from_a_portal() -> None:
    assert isinstance(error_of(BotsRefused.code, "why"), BotsRefused)
