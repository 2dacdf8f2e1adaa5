"""What a state says of the score, the result and the clocks."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from outwit.server.live.commands import AskTakeback, Play
from outwit.storage.stored import NewGame, StoredSeat
from tests.server.rooms import Seen, game, persons, portals

pytestmark = pytest.mark.compiled_only
# Red takes the last stones of Blue by cloning to b7.
LAST_BLOW = "x1o4/7/7/7/7/7/7 x 0 1"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'portal.db'}"


def test_a_state_has_the_score_at_the_start_and_after_each_move(url: str) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            room = await portal.lobby.create(game(portal))
            seen = Seen(room, 0)
            await room.act(Play(0, 0, "b7"))
            await room.act(Play(1, 1, "f7"))
            await room.tell_all()
            assert seen.state["scores"] == [(2, 2), (3, 2), (3, 3)]
            assert seen.state["unit"] == "pieces"
            # What is taken back is not counted any more.
            await room.act(AskTakeback(1))
            await room.act(AskTakeback(0))
            await room.act(Play(1, 1, "g7e5"))
            await room.tell_all()
            assert seen.state["scores"] == [(2, 2), (3, 2), (3, 2)]

    asyncio.run(run())


def test_a_room_opened_again_knows_the_scores_of_earlier_moves(url: str) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            room = await portal.lobby.create(game(portal))
            await room.act(Play(0, 0, "b7"))
            await room.act(Play(1, 1, "f7"))
            key = room.key
        async with portals(url) as (portal,):
            room = await portal.lobby.room(key)
            assert room.state(Seen(room).watcher)["scores"] == [(2, 2), (3, 2), (3, 3)]

    asyncio.run(run())


def test_a_game_that_is_not_counted_has_no_scores(url: str) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            room = await portal.lobby.create(NewGame("jesonmor", persons(portal)))
            state = room.state(Seen(room).watcher)
            assert state["scores"] == []
            assert state["unit"] == ""

    asyncio.run(run())


def test_the_result_speaks_to_whoever_reads_it(url: str) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            room = await portal.lobby.create(game(portal, start=LAST_BLOW))
            readers = [Seen(room, side) for side in (0, 1, None)]
            await room.act(Play(0, 0, "b7"))
            await room.tell_all()
            said = [seen.state["outcome"]["sentence"].partition(":")[0] for seen in readers]
            assert said == ["You won 3–0", "You lost 0–3", "Red wins 3–0"]
            assert {seen.state["outcome"]["winner"] for seen in readers} == {0}

    asyncio.run(run())


def test_a_clock_that_has_not_started_shows_the_whole_time(url: str) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            first = persons(portal)[0]
            seats = first, StoredSeat()
            room = await portal.lobby.create(NewGame("ataxx", seats, time_control="180+2"))
            assert room.live.elapsed() == 0.0
            clocks = room.state(Seen(room, 0).watcher)["clocks"]
            assert clocks == {"left": [180_000, 180_000], "running": None}

    asyncio.run(run())
