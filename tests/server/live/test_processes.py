"""Several processes on one PostgreSQL: one owns a game, all play it, and none is needed."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from psycopg import OperationalError

from outwit.errors import IllegalMove, NotYourTurn, StalePly
from outwit.server.edge.settings import Settings
from outwit.server.live import lobby as lobby_module
from outwit.server.live.commands import AskTakeback, OfferDraw, Play, Resign, Sit
from outwit.server.live.room import Room
from outwit.server.news import postgresbus
from outwit.server.news.hub import of_account
from outwit.server.news.postgresbus import PostgresBus
from outwit.server.portal import Portal
from outwit.storage.stored import NewGame, StoredSeat
from tests.server.rooms import NOT_IN_A_BOOK, PATIENCE, Seen, bot, game, persons, portals, until

pytestmark = [
    pytest.mark.compiled_only,
    pytest.mark.parametrize("url", ["postgresql"], indirect=True),
]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "CARE_SECONDS", 0.1)
    monkeypatch.setattr(lobby_module, "SEARCH_SECONDS", 0.2)


def bus_of(portal: Portal) -> PostgresBus:
    assert isinstance(portal.bus, PostgresBus)
    return portal.bus


def owners(processes: list[Portal], key: str) -> list[int]:
    """Return which processes own a game."""
    return [at for at, portal in enumerate(processes) if key in bus_of(portal)._owned]


async def kill(portal: Portal) -> None:
    """Let a process fall silent as if it had been killed: its connections are gone."""
    bus = bus_of(portal)
    await bus._running.close()
    await portal.lobby._tasks.close()
    await bus._disconnect()


async def until_free(portal: Portal, keys: list[str]) -> None:
    """Wait until a killed process has no game: PostgreSQL takes a moment to see that it is gone."""
    async with asyncio.timeout(PATIENCE):
        while set(await portal.bus.claim(keys)) != set(keys):
            await portal.bus.release(keys)
            await asyncio.sleep(0.01)
    await portal.bus.release(keys)


def test_two_persons_play_in_two_processes(url: str) -> None:
    async def run() -> None:
        async with portals(url, 2) as processes:
            here, there = processes
            room = await here.lobby.create(game(here))
            mirror = await there.lobby.room(room.key)
            one, two = Seen(room, 0), Seen(mirror, 1)
            for ply, text in enumerate(("b7", "f7", "c7", "e7")):
                await (room, mirror)[ply % 2].act(Play(ply % 2, ply, text))
                await until(
                    lambda: one.state.get("n") == two.state.get("n") == len(room.live.moves)
                )
                assert mirror.live.position.text == room.live.position.text
            assert owners(processes, room.key) == [0]
            assert two.state["played"] == one.state["played"]
            assert not two.state["moves"]
            assert one.state["moves"]
            # A repeated move is harmless, whatever else is wrong is told by its code.
            await mirror.act(Play(1, 3, "e7"))
            with pytest.raises(StalePly):
                await mirror.act(Play(1, 9, "d7"))
            with pytest.raises(NotYourTurn):
                await mirror.act(Play(1, 4, "d7"))
            await room.act(Play(0, 4, "d6"))
            with pytest.raises(IllegalMove):
                await mirror.act(Play(1, 5, "a1a1"))
            assert [move.move for move in here.games.load(room.key).moves][4:] == ["d6"]

    asyncio.run(run())


def test_offers_takebacks_words_and_the_end_reach_the_other_process(url: str) -> None:
    async def run() -> None:
        async with portals(url, 2) as (here, there):
            room = await here.lobby.create(game(here, time_control="600+1"))
            mirror = await there.lobby.room(room.key)
            two = Seen(mirror, 1)
            await room.act(Play(0, 0, "b7"))
            await room.act(AskTakeback(0))
            await until(lambda: two.state.get("offers", {}).get("takeback") == 0)
            await mirror.act(AskTakeback(1))
            await until(lambda: two.state.get("n") == 0)
            assert two.state["clocks"]["running"] == 0
            await room.say({"t": "chat", "name": "Ada", "text": "hello"})
            await until(lambda: {"t": "chat", "name": "Ada", "text": "hello"} in two.messages)
            await mirror.act(OfferDraw(1))
            await until(lambda: two.state["offers"]["draw"] == 1)
            # Whoever comes later is told as well.
            assert room.draw_by == 1
            await room.act(OfferDraw(0))
            await until(lambda: two.state["outcome"])
            assert two.state["outcome"]["sentence"] == "Draw: both players agreed"
            with pytest.raises(IllegalMove):
                await mirror.act(Resign(1))

    asyncio.run(run())


def test_an_opponent_sits_down_in_another_process(url: str) -> None:
    async def run() -> None:
        async with portals(url, 2) as (here, there):
            person, other = persons(here)
            assert other.account is not None
            room = await here.lobby.create(NewGame("ataxx", (person, StoredSeat())))
            one = Seen(room, 0)
            assert [line.id for line in await there.lobby.waiting()] == [room.key]
            mirror = await there.lobby.room(room.key)
            assert await mirror.act(Sit(other.account, other.name))
            assert not await mirror.act(Sit(other.account, other.name))
            await until(lambda: not mirror.waits)
            await until(lambda: one.state and not one.state["waits"])
            assert mirror.side_of(other.account) == 1
            await room.act(Play(0, 0, "b7"))
            await mirror.act(Play(1, 1, "f7"))

    asyncio.run(run())


def test_a_killed_process_loses_its_games_to_the_one_where_somebody_watches(url: str) -> None:
    async def run() -> None:
        async with portals(url, 2) as processes:
            here, there = processes
            room = await here.lobby.create(game(here, time_control="600+1"))
            mirror = await there.lobby.room(room.key)
            two = Seen(mirror, 1)
            await room.act(Play(0, 0, "b7"))
            await room.act(OfferDraw(0))
            await until(lambda: two.state.get("offers", {}).get("draw") == 0)
            await kill(here)
            # Though the owner is silent, the move is played.
            await mirror.act(Play(1, 1, "f7"))
            assert owners(processes, room.key) == [1]
            assert [move.move for move in there.games.load(room.key).moves] == ["b7", "f7"]
            await until(lambda: two.state["n"] == 2)

    asyncio.run(run())


def test_a_bot_goes_on_after_its_process_was_killed(url: str) -> None:
    async def run() -> None:
        async with portals(url, 2) as (here, there):
            person = persons(here)[0]
            room = await here.lobby.create(NewGame("ataxx", (bot(10), person), NOT_IN_A_BOOK))
            mirror = await there.lobby.room(room.key)
            two = Seen(mirror, 1)
            await until(lambda: here.thinking.running)
            await kill(here)
            await here.lobby.close()
            await until(lambda: two.state.get("n") == 1)

    asyncio.run(run())


def test_a_clock_that_nobody_watches_runs_out_though_its_process_was_killed(url: str) -> None:
    async def run() -> None:
        async with portals(url, 2) as (here, there):
            room = await here.lobby.create(game(here, time_control="1.5+0"))
            await kill(here)
            await here.lobby.close()
            await until(lambda: there.games.load(room.key).termination)
            assert there.games.load(room.key).result == "0-1"

    asyncio.run(run())


def test_a_process_that_stops_hands_its_games_over(url: str) -> None:
    async def run() -> None:
        async with portals(url, 1) as (there,):
            async with portals(url, 1) as (here,):
                room = await here.lobby.create(game(here))
                await room.act(Play(0, 0, "b7"))
                mirror = await there.lobby.room(room.key)
                Seen(mirror, 1)
                assert owners([here, there], room.key) == [0]
            await until(lambda: owners([there], room.key) == [0])
            await mirror.act(Play(1, 1, "f7"))

    asyncio.run(run())


def test_an_idle_owner_gives_way_to_the_process_with_watchers(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_module, "IDLE_SECONDS", 0.1)

    async def run() -> None:
        async with portals(url, 2) as processes:
            here, there = processes
            room = await here.lobby.create(game(here))
            mirror = await there.lobby.room(room.key)
            Seen(mirror, 1)
            await until(lambda: owners(processes, room.key) == [1])
            assert not here.lobby.rooms()

    asyncio.run(run())


def test_a_lost_connection_comes_back_and_games_go_on(url: str) -> None:
    async def run() -> None:
        async with portals(url, 2) as processes:
            here, there = processes
            room = await here.lobby.create(game(here))
            one, two = Seen(room, 0), Seen(await there.lobby.room(room.key), 1)
            await room.act(Play(0, 0, "b7"))
            with there.database.session() as connection:
                connection.exec_driver_sql(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    f"WHERE application_name = '{bus_of(here).name}'"
                )
            await two.room.act(Play(1, 1, "f7"))
            await room.act(Play(0, 2, "c7"))
            await until(lambda: one.state["n"] == two.state["n"] == 3)
            assert len(owners(processes, room.key)) == 1

    asyncio.run(run())


def test_nobody_referees_a_game_whose_claim_was_lost_meanwhile(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nothing here happens by itself.
    monkeypatch.setattr(lobby_module, "CARE_SECONDS", 600.0)
    monkeypatch.setattr(postgresbus, "RETRY_SECONDS", 600.0)

    async def run() -> None:
        async with portals(url, 2) as (here, there):
            keys = [(await there.lobby.create(game(there))).key for _ in range(2)]
            for key in keys:
                await here.lobby.room(key)
            await until(lambda: not running(here, "catch up"))
            await kill(there)
            await until_free(here, keys)
            load, goes_on, begun = here.lobby._loader.load, asyncio.Event(), asyncio.Event()

            async def wait_and_load(room: Room) -> None:
                begun.set()
                await goes_on.wait()
                await load(room)

            monkeypatch.setattr(here.lobby._loader, "load", wait_and_load)
            change = asyncio.create_task(here.lobby._take_over(keys))
            await begun.wait()
            bus = bus_of(here)
            assert bus._listening is not None
            bus._break(OperationalError("closed"), bus._listening)
            # The other game has nothing to step down from.
            await until(lambda: bus._speaking is None and len(running(here, "step down")) == 1)
            goes_on.set()
            await change
            await until(lambda: not running(here, "step down"))
            assert not [each for each in here.lobby._entries.values() if each.referee]

    asyncio.run(run())


def running(portal: Portal, name: str) -> list[asyncio.Task[Any]]:
    """Return the tasks of a lobby with a name."""
    return [each for each in portal.lobby._tasks._running if each.get_name() == name]


def test_a_game_claimed_for_a_room_that_is_closing_is_free_again(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_module, "CARE_SECONDS", 600.0)

    async def run() -> None:
        async with portals(url, 2) as processes:
            here, there = processes
            room = await there.lobby.create(game(there))
            await here.lobby.room(room.key)
            entry = here.lobby._entries[room.key]
            await kill(there)
            await until_free(here, [room.key])
            async with entry.changing:
                closing = asyncio.create_task(here.lobby._shut(room.key, entry))
                await until(lambda: room.key in here.lobby._shutting)
                change = asyncio.create_task(here.lobby._take_over([room.key]))
                await until(lambda: owners(processes, room.key) == [0])
            await asyncio.gather(closing, change)
            assert owners(processes, room.key) == []

    asyncio.run(run())


def test_a_rematch_is_made_once_for_two_processes(url: str) -> None:
    async def run() -> None:
        async with portals(url, 2) as (here, there):
            room = await here.lobby.create(game(here))
            await room.act(Resign(0))
            mirror = await there.lobby.room(room.key)
            keys = await asyncio.gather(here.lobby.rematch(room), there.lobby.rematch(mirror))
            assert len(set(keys)) == 1

    asyncio.run(run())


def test_news_of_an_account_reach_every_process(url: str) -> None:
    async def run() -> None:
        async with portals(url, 2) as (here, there):
            new = game(here)
            account = new.seats[0].account
            assert account is not None
            with there.hub.subscribe(of_account(account)) as news:
                room = await here.lobby.create(new)
                async with asyncio.timeout(30):
                    assert await news.get() == {"type": "gameStart", "id": room.key}

    asyncio.run(run())


def test_what_is_too_long_for_a_note_is_not_sent(url: str) -> None:
    async def run() -> None:
        async with portals(url, 2) as (here, there):
            with there.hub.subscribe("all") as news:
                here.hub.publish("all", {"text": "ü" * 5_000})
                here.hub.publish("all", {"text": "same"})
                here.hub.publish("all", {"text": "same"})
                async with asyncio.timeout(30):
                    assert await news.get() == await news.get() == {"text": "same"}

    asyncio.run(run())


def test_all_processes_sign_cookies_with_the_same_key(url: str) -> None:
    async def run() -> None:
        one, other = Portal(Settings(url)), Portal(Settings(url))
        other.identity.check_form(1, one.identity.form_token(1))
        for portal in (one, other):
            portal.database.close()

    asyncio.run(run())
