"""Games with days for each move: deadlines pass restarts, and nobody escapes one."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from outwit.errors import GameOver, NotAllowed, StalePly, UsageError
from outwit.server.live.commands import AskTakeback, Play, SetPlan
from outwit.server.live.room import Room
from outwit.server.portal import Portal
from outwit.storage.database import Database
from outwit.storage.games import GameStore
from outwit.storage.slowtables import SlowTurns
from outwit.storage.slowturns import begin_turn
from outwit.storage.stored import NewGame, NewMove, NextTurn
from outwit.storage.tables import now
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
            # The time of the database passed, not that of the room.
            await portal.slow_watch.follow((room.key,))
            with pytest.raises(GameOver):
                await play(room)
            assert await ended(portal, room.key) == "0-1"

    asyncio.run(run())


def plies(room: Room, count: int) -> list[str]:
    """Return the first legal move after each ply from here on."""
    here, found = room.live.position.copy(), []
    for _ in range(count):
        found.append(str(here.legal_moves[0]))
        here.play(found[-1])
    return found


async def until_ply(portal: Portal, key: str, count: int) -> list[str]:
    async with asyncio.timeout(PATIENCE):
        while len(moves := [each.move for each in portal.games.load(key).moves]) < count:
            await asyncio.sleep(0.02)
    return moves


def test_planned_answers_are_played_once_and_nobody_else_sees_them(url: str) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            seats = persons(portal)
            new = NewGame("ataxx", seats, time_control=f"{DAY}/move")
            room = await portal.lobby.create(new)
            line = plies(room, 5)
            await room.act(Play(0, 0, line[0]))
            for wrong, said in (
                ([line[1:4]], "ends with your answer"),
                ([["nothing", line[2]]], "nothing"),
                ([line[1:3], [line[1], "xx"]], "xx"),
                ([line[1:3]] * 21, "at most 20 lines"),
            ):
                with pytest.raises(UsageError, match=said):
                    await room.act(SetPlan(0, 1, wrong))
            with pytest.raises(StalePly):
                await room.act(SetPlan(0, 0, [line[1:3]]))
            with pytest.raises(StalePly, match="meanwhile"):
                await room.act(SetPlan(1, 1, [line[1:3]]))
            await room.act(SetPlan(0, 1, [line[1:5]]))
            await asyncio.gather(*(room.act(Play(1, 1, line[1])) for _ in range(3)))
            assert await until_ply(portal, room.key, 3) == line[:3]
            # The rest of the line is still planned; another move ends it.
            other = next(m for m in room.live.position.legal_moves if str(m) != line[3])
            await room.act(Play(1, 3, str(other)))
            async with asyncio.timeout(PATIENCE):
                while portal.services.plans.of(room.key, seats[0].account or 0):
                    await asyncio.sleep(0.02)
            assert len(room.live.moves) == 4
            assert portal.services.turns.queue(seats[0].account or 0)

    asyncio.run(run())


def test_an_answer_that_a_dead_process_owed_is_played_by_the_watch(url: str) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            seats = persons(portal)
            new = NewGame("ataxx", seats, time_control=f"{DAY}/move")
            room = await portal.lobby.create(new)
            key, line = room.key, plies(room, 3)
            await room.act(Play(0, 0, line[0]))
            await room.act(SetPlan(0, 1, [line[1:3]]))
        # The opponent's move is stored, and the process ends at once.
        database = Database(url)
        turn = NextTurn(seats[0].account, DAY)
        assert GameStore(database).add_moves([NewMove(key, 1, line[1], turn=turn)]) == [True]
        database.close()
        async with portals(url) as (portal,):
            await portal.slow_watch.look()
            assert await until_ply(portal, key, 3) == line[:3]
            for _ in range(2):
                await portal.slow_watch.look()
            assert len(portal.games.load(key).moves) == 3

    asyncio.run(run())


def test_a_takeback_ends_a_plan(url: str) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            new = NewGame("ataxx", persons(portal), time_control=f"{DAY}/move")
            room = await portal.lobby.create(new)
            line = plies(room, 3)
            await room.act(Play(0, 0, line[0]))
            await room.act(SetPlan(0, 1, [line[1:3]]))
            await room.act(Play(1, 1, line[1]))
            await until_ply(portal, room.key, 3)
            await room.act(AskTakeback(0))
            await room.act(AskTakeback(1))
            assert len(room.live.moves) == 2
            await portal.slow_watch.look()
            assert len(room.live.moves) == 2

    asyncio.run(run())


def test_on_vacation_clocks_stand_but_not_in_tournaments_nor_twice(url: str) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            seats = persons(portal)
            ada = seats[0].account or 0
            new = NewGame("ataxx", seats, time_control=f"{DAY}/move")
            room = await portal.lobby.create(new)
            vacations = portal.vacations
            with pytest.raises(UsageError, match="30 left"):
                vacations.begin(ada, 31)
            assert vacations.begin(ada, 10) == (room.key,)
            with pytest.raises(NotAllowed, match="already"):
                vacations.begin(ada, 1)
            await portal.slow_watch.follow((room.key,))
            assert (room.live.clocks() or (0, 0))[0] == pytest.approx(11 * DAY, abs=5)
            await play(room)
            await play(room)
            # The opponent's clock ran, and the vacation comes before the next turn.
            assert portal.services.turns.left(room.key) == pytest.approx(11 * DAY, abs=5)
            assert list(vacations.until(room.accounts)) == [ada]
            assert vacations.end(ada) == (room.key,)
            assert portal.services.turns.left(room.key) == pytest.approx(DAY, abs=5)
            assert vacations.days_left(ada) == 29, "a part of a day counts as one"
            with pytest.raises(NotAllowed, match="7 days after"):
                vacations.begin(ada, 1)
            vacations.clock = lambda: now() + timedelta(days=8)
            assert vacations.begin(ada, 29)
            assert vacations.days_left(ada) == 0
            turn = NextTurn(ada, DAY, rests=False)
            with portal.database.session() as connection:
                begin_turn(connection, room.key, turn, vacations.clock())
            left = portal.services.turns.left(room.key)
            assert left == pytest.approx(9 * DAY, abs=5), "a tournament goes on"

    asyncio.run(run())
