"""Games with days for each move: deadlines pass restarts, and nobody escapes one."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from outwit.errors import GameOver
from outwit.server.live.commands import AskTakeback, Play
from outwit.server.live.room import Room
from outwit.server.portal import Portal
from outwit.storage.database import Database
from outwit.storage.slowtables import SlowTurns
from outwit.storage.stored import NewGame
from tests.server.rooms import persons, portals

DAY = 86_400
PATIENCE = 10.0


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'portal.db'}"


def pass_time(database: Database, **passed: float) -> None:
    """Let time pass in all slow games."""
    with database.session() as connection:
        earlier = timedelta(**passed)
        for row in connection.execute(SlowTurns.__table__.select()).all():
            own = update(SlowTurns).where(SlowTurns.game_id == row.game_id)
            connection.execute(own.values(deadline=row.deadline - earlier))


async def play(room: Room, move: int = 0) -> None:
    turn, ply = int(room.live.position.turn), len(room.live.moves)
    await room.act(Play(turn, ply, str(room.live.position.legal_moves[move])))


async def ended(portal: Portal, key: str) -> str:
    """Wait until a game is lost on time, and return its result."""
    async with asyncio.timeout(PATIENCE):
        while True:
            stored = portal.games.load(key)
            if stored.ended is not None:
                assert stored.termination == "out-of-time", stored
                return stored.result
            await asyncio.sleep(0.05)


def test_a_deadline_passes_restarts_and_ends_the_game_while_nobody_looks(url: str) -> None:
    """Two days each: one day passes with a restart, then two more while no portal runs."""

    async def run() -> None:
        async with portals(url) as (portal,):
            seats = persons(portal)
            new = NewGame("ataxx", seats, time_control=f"{2 * DAY}/move")
            room = await portal.lobby.create(new)
            key = room.key
            await play(room)
            await play(room)
            assert not room.goes_on_alone
            # The room may close: the deadline is in the database.
            assert portal.games.attended() == ()
            left = portal.services.turns.left(key)
            assert left == pytest.approx(2 * DAY, abs=5)
            pass_time(portal.database, days=1)
        async with portals(url) as (portal,):
            room = await portal.lobby.room(key)
            assert room.live.clocks() == pytest.approx((DAY, 2 * DAY), abs=5)
            await portal.slow_watch.look()
            assert portal.games.load(key).ended is None
            await play(room)
            assert room.live.clocks() == pytest.approx((2 * DAY, 2 * DAY), abs=5)
            assert [turn.account for turn in portal.services.turns.queue(seats[1].account or 0)]
            assert portal.services.turns.queue(seats[0].account or 0) == ()
            pass_time(portal.database, days=2, seconds=1)
        async with portals(url) as (portal,):
            assert await ended(portal, key) == "1-0"
            assert portal.services.turns.left(key) is None

    asyncio.run(run())


def test_a_late_move_loses_and_a_takeback_begins_a_turn(url: str) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            seats = persons(portal)
            new = NewGame("ataxx", seats, time_control=f"{DAY}/move")
            room = await portal.lobby.create(new)
            await play(room)
            pass_time(portal.database, hours=20)
            await room.act(AskTakeback(0))
            await room.act(AskTakeback(1))
            assert portal.services.turns.left(room.key) == pytest.approx(DAY, abs=5)
            (turn,) = portal.services.turns.queue(seats[0].account or 0)
            assert turn.game_id == room.key
            pass_time(portal.database, hours=21)
            # Three hours are left of a day: the player is told once.
            for _ in range(2):
                await portal.slow_watch.look()
            await portal.notices.join()
            told = portal.notices.store.list(seats[0].account or 0)
            assert [notice.kind for notice in told] == ["low"]
            assert told[0].facts["hours"] == 2
            assert portal.games.busy() != (), "it was moved lately"
            pass_time(portal.database, hours=3)
            with pytest.raises(GameOver):
                await play(room)
            assert await ended(portal, room.key) == "0-1"

    asyncio.run(run())
