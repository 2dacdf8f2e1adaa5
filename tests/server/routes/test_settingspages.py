"""Who leaves gives up all games, and no fault decides one."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from outwit.errors import GameOver, StorageFault
from outwit.server.live.commands import Command, Resign
from outwit.server.live.leaving import Leaving
from outwit.server.live.room import Room
from outwit.server.portal import Portal
from outwit.storage.stored import NewGame, StoredSeat
from tests.server.rooms import persons, portals


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'portal.db'}"


async def leave_games(portal: Portal, account: int) -> None:
    await Leaving(portal.lobby, portal.games, portal.history).leave_all(account)


def test_a_fault_of_the_database_ends_no_game(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise StorageFault("busy")

    async def run() -> None:
        async with portals(url) as (portal,):
            seats = persons(portal)
            room = await portal.lobby.create(NewGame("ataxx", seats, time_control="600+1"))
            account = seats[0].account
            assert account is not None
            with monkeypatch.context() as broken:
                broken.setattr(Room, "act", fail)
                with pytest.raises(StorageFault):
                    await leave_games(portal, account)
            assert portal.games.load(room.key).ended is None
            await leave_games(portal, account)
            assert portal.games.load(room.key).result == "0-1"

    asyncio.run(run())


def test_a_game_that_ends_this_moment_keeps_its_result(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    act = Room.act

    async def too_late(room: Room, _: Command) -> None:
        await act(room, Resign(1))
        raise GameOver("the game is over")

    async def run() -> None:
        async with portals(url) as (portal,):
            seats = persons(portal)
            room = await portal.lobby.create(NewGame("ataxx", seats))
            monkeypatch.setattr(Room, "act", too_late)
            await leave_games(portal, seats[0].account or 0)
            assert portal.games.load(room.key).result == "1-0"

    asyncio.run(run())


def test_a_game_that_seems_over_and_is_not_stored_is_not_tried_for_ever(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def too_late(*_: object) -> None:
        raise GameOver("the game is over")

    async def run() -> None:
        async with portals(url) as (portal,):
            seats = persons(portal)
            await portal.lobby.create(NewGame("ataxx", seats))
            monkeypatch.setattr(Room, "act", too_late)
            with pytest.raises(StorageFault):
                await leave_games(portal, seats[0].account or 0)

    asyncio.run(run())


def test_a_game_without_rules_here_and_one_that_nobody_joined_end_without_a_result(
    url: str,
) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            seats = persons(portal)
            lost = portal.games.create(NewGame("forgotten", seats))
            alone = portal.games.create(NewGame("ataxx", (seats[0], StoredSeat())))
            await leave_games(portal, seats[0].account or 0)
            for key in (lost, alone):
                stored = portal.games.load(key)
                assert stored.ended is not None
                assert stored.result == "*"

    asyncio.run(run())
