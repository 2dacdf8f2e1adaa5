"""The queue for threads: the urgent first, nobody for ever, and about how long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event

import pytest

from outwit.errors import TooMany
from outwit.server.base.workqueue import MOST_OF_CLIENT, PATIENCE, Priority, WorkQueue
from outwit.server.edge.limits import ClientLimits, Limiter
from outwit.server.live import botturns
from outwit.server.live.commands import Play
from outwit.server.live.room import Room
from outwit.server.live.services import Resting
from outwit.server.live.talk import Talk
from outwit.server.routes.sockets import Tab
from outwit.storage.stored import NewGame
from tests.server.rooms import Seen, bot, persons, portals, until

pytestmark = pytest.mark.compiled_only


def order_of(priorities: list[Priority], pause: float = 0) -> list[int]:
    """Queue work of these priorities behind a busy thread; return the order it is done in."""
    done: list[int] = []

    def work(number: int) -> Callable[[], None]:
        return lambda: done.append(number)

    async def run() -> None:
        thinking = WorkQueue(1)
        busy = Event()
        first = asyncio.create_task(thinking.run(lambda: busy.wait(30), Priority.MOVE))
        await until(lambda: thinking.running == 1)
        tasks = []
        for number, priority in enumerate(priorities):
            tasks.append(asyncio.create_task(thinking.run(work(number), priority)))
            await asyncio.sleep(pause)
        assert thinking.waiting == len(priorities)
        busy.set()
        await asyncio.gather(first, *tasks)
        thinking.close()

    asyncio.run(run())
    return done


def test_the_most_urgent_comes_first() -> None:
    wanted = [Priority.ANALYSIS, Priority.HINT, Priority.MOVE, Priority.MOVE_ON_CLOCK]
    assert order_of(wanted) == [3, 2, 1, 0]


def test_of_equals_the_first_comes_first() -> None:
    assert order_of([Priority.MOVE] * 5) == [0, 1, 2, 3, 4]


def test_whoever_has_waited_long_enough_is_not_passed_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted = [Priority.ANALYSIS, Priority.MOVE]
    monkeypatch.setitem(PATIENCE, Priority.ANALYSIS, PATIENCE[Priority.MOVE] + 0.02)
    assert order_of(wanted, pause=0.1) == [0, 1]


def test_a_move_on_a_clock_is_never_passed_however_long_others_wait() -> None:
    wanted = [Priority.ANALYSIS, Priority.HINT, Priority.MOVE, Priority.MOVE_ON_CLOCK]
    with pytest.MonkeyPatch.context() as patch:
        for priority in PATIENCE:
            patch.setitem(PATIENCE, priority, 0.0)
        assert order_of(wanted, pause=0.02)[0] == 3


def test_whoever_asks_for_much_waits_for_it_and_others_pass() -> None:
    """Eight hints of one guest, then one of another: it comes after the first, not the eighth."""
    done: list[str] = []

    async def run() -> None:
        thinking = WorkQueue(1)
        busy = Event()
        first = asyncio.create_task(thinking.run(lambda: busy.wait(30), Priority.MOVE))
        await until(lambda: thinking.running == 1)
        tasks = [
            asyncio.create_task(thinking.run(partial(done.append, client), Priority.HINT, client))
            for client in [*["greedy"] * 8, "other"]
        ]
        await until(lambda: thinking.waiting == 9)
        busy.set()
        await asyncio.gather(first, *tasks)
        thinking.close()

    asyncio.run(run())
    assert done.index("other") == 1


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_a_move_finds_a_thread_however_much_else_goes_on(threads: int) -> None:
    async def run() -> None:
        thinking = WorkQueue(threads)
        busy = Event()
        others = [
            asyncio.create_task(thinking.run(lambda: busy.wait(30), Priority.HINT, f"{i}"))
            for i in range(20)
        ]
        await until(lambda: thinking.running > 0)
        assert thinking.seconds_to_wait(Priority.MOVE_ON_CLOCK) == 0
        assert await asyncio.wait_for(thinking.run(lambda: 7, Priority.MOVE_ON_CLOCK), 20) == 7
        busy.set()
        await asyncio.gather(*others)
        thinking.close()

    asyncio.run(run())


def test_a_client_may_not_fill_the_queue() -> None:
    async def run() -> None:
        thinking = WorkQueue(1)
        busy = Event()
        tasks = [
            asyncio.create_task(thinking.run(lambda: busy.wait(30), Priority.HINT, "greedy"))
            for _ in range(MOST_OF_CLIENT + 1)
        ]
        await until(lambda: thinking.waiting == MOST_OF_CLIENT)
        with pytest.raises(TooMany, match="before comes first"):
            await thinking.run(lambda: 0, Priority.HINT, "greedy")
        busy.set()
        assert await thinking.run(lambda: 7, Priority.HINT, "other") == 7
        await asyncio.gather(*tasks)
        thinking.close()

    asyncio.run(run())


def test_what_nobody_waits_for_any_more_is_not_done() -> None:
    done: list[str] = []

    async def run() -> None:
        thinking = WorkQueue(1)
        busy = Event()
        first = asyncio.create_task(thinking.run(lambda: busy.wait(30)))
        await until(lambda: thinking.running == 1)
        second = asyncio.create_task(thinking.run(lambda: done.append("second")))
        third = asyncio.create_task(thinking.run(lambda: done.append("third")))
        await until(lambda: thinking.waiting == 2)
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        assert thinking.waiting == 1
        busy.set()
        await asyncio.gather(first, third)
        thinking.close()

    asyncio.run(run())
    assert done == ["third"]


def test_an_error_reaches_whoever_asked_and_the_thread_goes_on() -> None:
    async def run() -> None:
        thinking = WorkQueue(1)
        with pytest.raises(ZeroDivisionError):
            await thinking.run(lambda: 1 // 0)
        assert await thinking.run(lambda: 7) == 7
        assert thinking.running == 0
        thinking.close()

    asyncio.run(run())


def test_the_time_to_wait_grows_with_the_queue() -> None:
    async def run() -> None:
        thinking = WorkQueue(1)
        assert thinking.seconds_to_wait(Priority.ANALYSIS) == 0
        busy = Event()
        tasks = [asyncio.create_task(thinking.run(lambda: busy.wait(30))) for _ in range(6)]
        await until(lambda: thinking.waiting == 5)
        last = thinking.seconds_to_wait(Priority.ANALYSIS)
        # Five wait for a second each, by the first guess, and one is being done.
        assert 5 <= last <= 6
        assert thinking.seconds_to_wait(Priority.MOVE_ON_CLOCK) < 1
        busy.set()
        await asyncio.gather(*tasks)
        thinking.close()

    asyncio.run(run())


def test_whoever_plays_a_bot_that_waits_is_told_how_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(botturns, "NOTABLE_SECONDS", 0.01)

    async def run() -> None:
        async with portals(f"sqlite:///{tmp_path / 'portal.db'}", threads=1) as (portal,):
            busy = Event()
            others = [
                asyncio.create_task(portal.thinking.run(lambda: busy.wait(30), Priority.MOVE))
                for _ in range(60)
            ]
            await until(lambda: portal.thinking.running)
            room = await portal.lobby.create(NewGame("ataxx", (persons(portal)[0], bot(1))))
            seen = Seen(room, 0)
            await room.act(Play(0, 0, "b7"))
            await until(lambda: any(each["t"] == "queue" for each in seen.messages))
            message = next(each for each in seen.messages if each["t"] == "queue")
            assert 3 <= message["seconds"] <= 30
            busy.set()
            await asyncio.gather(*others)
            await until(lambda: len(room.live.moves) == 2)

    asyncio.run(run())


def test_only_a_few_bots_keep_their_tables_and_none_is_lost(tmp_path: Path) -> None:
    async def run() -> None:
        async with portals(f"sqlite:///{tmp_path / 'portal.db'}") as (portal,):
            portal.services.resting = Resting(2)
            person = persons(portal)[0]
            rooms = [
                await portal.lobby.create(NewGame("ataxx", (person, bot(1)))) for _ in range(4)
            ]
            for ply, text in ((0, "b7"), (2, "c7")):
                for room in rooms:
                    await room.act(Play(0, ply, text))
                await settled(rooms, ply + 2)
            entries = portal.lobby._entries.values()
            kept = [entry.referee.course.bots.bots.players for entry in entries if entry.referee]
            assert sum(map(bool, kept)) == 2

    asyncio.run(run())


async def settled(rooms: list[Room], plies: int) -> None:
    """Wait until so many plies have been played in all rooms."""
    await until(lambda: all(len(room.live.moves) == plies for room in rooms))


def test_a_guest_who_asks_for_many_hints_is_told_to_wait(tmp_path: Path) -> None:
    async def run() -> None:
        url = f"sqlite:///{tmp_path / 'portal.db'}"
        async with portals(url) as (portal,):
            limiter = Limiter(ClientLimits(hints=0.001, hints_burst=1))
            room = await portal.lobby.create(NewGame("ataxx", (persons(portal)[0], bot(1))))
            seen = Seen(room, 0)
            talk = Talk(portal.chat, limiter, portal.relations, portal.sanctions)
            tab = Tab(room, seen.watcher, talk, limiter)
            for _ in range(2):
                await tab.answer('{"t": "hint"}')
            kinds = [each["t"] for each in seen.messages if each["t"] in ("hint", "error")]
            assert kinds == ["hint", "error"]
            assert "too much at once" in seen.messages[-1]["message"]

    asyncio.run(run())
