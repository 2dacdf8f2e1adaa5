"""What a portal says to a client: ``answer STATUS``, ``events`` or ``game``, then what it sends."""

from __future__ import annotations

from contextlib import suppress
from email.message import Message
from io import BytesIO
from types import SimpleNamespace
from typing import Any

from outwit.client.connection import Connection
from outwit.client.connector import Wishes
from outwit.client.online import GameReader, read_event
from outwit.errors import BadOption, BadPosition, NetworkFault, OutwitError, UnknownGame, UsageError
from tests.fuzz.heads import check_refusal, read_head

# A game that is played there, and not here.
OF_GAMES = (UnknownGame, BadOption, BadPosition, UsageError)
WISHES = Wishes(("push",), ("blitz",), rated=False)


def target(data: bytes) -> None:
    words, rest = read_head(data)
    kind, status = (*words[:2], "", "")[:2]
    connection = Recorded(rest)
    if kind == "answer":
        # An error of the portal's is told in its words; who shows them makes them printable.
        with suppress(OutwitError):
            connection._read(answer(read_status(status)), rest)
        return
    try:
        if kind == "game":
            hear_game(connection)
        else:
            hear_events(connection)
    except (NetworkFault, *OF_GAMES) as error:
        check_refusal(error)


class Recorded(Connection):
    """A connection over which known lines come."""

    def __init__(self, data: bytes) -> None:
        super().__init__("http://localhost", "token")
        self.data = data

    def _open(self) -> Any:
        return SimpleNamespace(close=lambda: None)

    def _send(self, *words: Any, **named: Any) -> Any:
        file = BytesIO(self.data)
        return SimpleNamespace(status=200, readline=file.readline, close=file.close)


def answer(status: int) -> Any:
    headers = Message()
    headers["Content-Type"] = "application/json"
    return SimpleNamespace(status=status, reason="Reason", headers=headers)


def read_status(word: str) -> int:
    return int(word) if word.isascii() and word.isdigit() and len(word) == 3 else 200


def hear_events(connection: Connection) -> None:
    """An event is about a game; whether its challenge fits can be said."""
    for found in connection.lines("/stream/event"):
        if found is None:
            continue
        event = read_event(found)
        assert isinstance(event.id, str)
        if event.challenge is not None:
            assert isinstance(WISHES.refusal(event.challenge), str)


def hear_game(connection: Connection) -> None:
    """A game begins with all that there is to know of it; states follow."""
    reader: GameReader | None = None
    for found in connection.lines("/bot/game/stream/key"):
        if found is None:
            continue
        if found.get("type") == "gameFull":
            reader = GameReader(found)
            game = reader.read(found.get("state"), True)
        elif reader is not None:
            game = reader.read(found, False)
        else:
            continue
        assert game.ply == len(game.position.played)
        assert isinstance(game.is_over, bool)
        assert isinstance(game.is_my_turn, bool)
