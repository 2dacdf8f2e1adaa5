"""A program online: what it does when an answer of the portal is lost."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from outwit.arena.timecontrol import TimeControl
from outwit.client.connector import Connector, Wishes
from outwit.client.online import Challenge, Event, OnlineGame
from outwit.errors import GameOver
from outwit.players.roster import BotSpec

CHALLENGE = Challenge("abcdefgh", "push", {}, False, "unlimited", TimeControl(), "Ann", True)


class Portal:
    """A client whose portal says what a test wants."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.goes_on = threading.Event()
        self.connector: Connector
        self.is_over = False

    def accept(self, key: str) -> bool:
        """Begin the game; the answer is lost, and the second time the challenge is gone."""
        self.connector.hear(Event("gameStart", key))
        assert self.begun.wait(30)
        return False

    def play(self, key: str, choose: Any, begin: Any) -> OnlineGame:
        program: Any = Program()
        self.connector.players[key] = program
        self.begun.set()
        assert self.goes_on.wait(30)
        choose(None)
        raise ZeroDivisionError("a fault of ours")

    def resign(self, key: str) -> None:
        if self.is_over:
            raise GameOver("the game is over")

    def close(self) -> None:
        pass


class Program:
    """A player that is closed once."""

    def __init__(self) -> None:
        self.is_closed = False

    def choose(self, *_: object) -> str:
        return "a1"

    def close(self) -> None:
        self.is_closed = True


class Nothing:
    position = allowance = None


@pytest.mark.parametrize("is_over", [False, True])
def test_a_game_is_played_though_the_answer_to_its_challenge_was_lost(
    monkeypatch: pytest.MonkeyPatch, is_over: bool
) -> None:
    portal, said = Portal(), list[str]()
    client: Any = portal
    portal.is_over = is_over
    connector = portal.connector = Connector(client, BotSpec("x", "ugi"), Wishes(), said.append)
    chosen: list[str] = []
    choose = connector.choose

    def note(key: str, _: object) -> str:
        game: Any = Nothing
        chosen.append(choose(key, game))
        return chosen[-1]

    monkeypatch.setattr(connector, "choose", note)
    connector.hear(Event("challenge", CHALLENGE.id, CHALLENGE))
    program: Any = connector.players[CHALLENGE.id]
    portal.goes_on.set()
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and thread.daemon and "play" in thread.name:
            thread.join(30)
    assert chosen == ["a1"]
    assert program.is_closed
    # What failed, and what became of the game.
    assert "ZeroDivisionError" in said[-1]
    assert ("was over" in said[-1]) is is_over
