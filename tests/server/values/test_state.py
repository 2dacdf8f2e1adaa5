"""A state is sent whole, or as what has changed since the last one that was sent."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest

from outwit.arena.livegame import LiveGame
from outwit.arena.seat import Seat
from outwit.games import all_games
from outwit.games import game as find_game
from outwit.server.live.outbox import Outbox
from outwit.server.values.state import Seen, State
from outwit.server.values.view import Shown

NAMES = [game.name for game in all_games()]


def live_game(name: str) -> LiveGame:
    game = find_game(name)
    return LiveGame(game, game.start(), (Seat("a"), Seat("b")))


def whole(message: dict[str, Any], last: dict[str, Any] | None) -> dict[str, Any]:
    """Make a state whole as ``wire.js`` does; its picture stays in parts."""
    state = dict(message)
    if last is not None:
        moves, scores = state.pop("kept")
        parts = zip(state["svg"], last["svg"], strict=True)
        state["svg"] = [old if new is None else new for new, old in parts]
        state["played"] = last["played"][:moves] + state["played"]
        state["scores"] = last["scores"][:scores] + state["scores"]
        words = {**last["words"], **state["words"]}
        state["words"] = {name: said for name, said in words.items() if said}
    return state


def state_of(shown: Shown) -> State:
    shown.refresh()
    seen = Seen(shown.parts(flipped=False), shown.played(), shown.scores(), shown.words())
    return State(seen, t="state")


@pytest.mark.parametrize("name", NAMES)
def test_changes_make_up_the_whole_through_a_game_with_moves_taken_back(name: str) -> None:
    live, rng = live_game(name), Random(5)
    shown, last, had = Shown(live), None, None
    for step in range(24):
        if live.is_over or (step % 7 == 6 and live.moves):
            live.take_back(1)
        else:
            live.play(rng.choice(live.position.legal_moves))
        state = state_of(shown)
        message = json.loads(state.text_after(last))
        had, last = whole(message, had), state.seen
        full = json.loads(state.text)
        assert "".join(had["svg"]) == full["svg"]
        assert {**had, "svg": ""} == {**full, "svg": ""}


@pytest.mark.parametrize("name", NAMES)
def test_moves_are_told_in_a_fraction_of_the_pictures(name: str) -> None:
    live, rng = live_game(name), Random(7)
    shown = Shown(live)
    last, changes, wholes = state_of(shown), 0, 0
    while not live.is_over and len(live.moves) < 20:
        live.play(rng.choice(live.position.legal_moves))
        state = state_of(shown)
        changes += len(state.text_after(last.seen))
        wholes += len(state.text)
        last = state
    assert 2.5 * changes < wholes, (changes, wholes)


def test_a_state_that_was_passed_over_is_no_base_of_the_next() -> None:
    """Of states that wait only the last is sent: changes count from what the browser has."""

    class Browser:
        def __init__(self) -> None:
            self.got: list[str] = []

        async def send_text(self, text: str) -> None:
            self.got.append(text)

    live = live_game("ataxx")
    shown, browser = Shown(live), Browser()

    async def visit() -> State:
        socket: Any = browser
        outbox = Outbox(socket, changes=True)
        await outbox.send(state_of(shown))
        await asyncio.sleep(0.01)
        live.play("b7")
        await outbox.send(state_of(shown))
        live.play("f7")
        last = state_of(shown)
        await outbox.send(last)
        await asyncio.sleep(0.01)
        await outbox.close()
        return last

    last = asyncio.run(visit())
    had = None
    for text in browser.got:
        had = whole(json.loads(text), had)
    assert had is not None
    assert len(browser.got) == 2
    assert "".join(had["svg"]) == "".join(last.seen.parts)
    assert [move["text"] for move in had["played"]] == ["b7", "f7"]
