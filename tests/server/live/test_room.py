"""Rooms: what happens in them, when they close, and that their tasks end with them."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from outwit.drawing.svg import Subject
from outwit.drawing.view import View
from outwit.errors import NotAllowed, NotFound, NotYourTurn, StalePly, StorageFault
from outwit.server.base import tasks as tasks_module
from outwit.server.live import course as course_module
from outwit.server.live import lobby as lobby_module
from outwit.server.live import room as room_module
from outwit.server.live.botturns import BotTurns
from outwit.server.live.commands import AskTakeback, Cancel, Play, Resign
from outwit.server.live.lobby import Lobby
from outwit.server.live.room import Watcher
from outwit.server.values.state import State
from outwit.storage.stored import NewGame, NewMove, StoredSeat
from tests.server.rooms import NOT_IN_A_BOOK, Seen, bot, game, persons, portals, until

pytestmark = pytest.mark.compiled_only


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "CARE_SECONDS", 0.02)
    monkeypatch.setattr(course_module, "RETRY_SECONDS", 0.02)
    monkeypatch.setattr(tasks_module, "FIRST_PAUSE", 0.02)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'portal.db'}"


def test_a_room_without_anybody_closes_and_opens_again(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_module, "IDLE_SECONDS", 0.05)

    async def run() -> None:
        async with portals(url) as (portal,):
            room = await portal.lobby.create(game(portal))
            seen = Seen(room)
            await room.act(Play(0, 0, "b7"))
            await asyncio.sleep(0.3)
            assert portal.lobby.rooms() == [room]
            seen.leave()
            await until(lambda: not portal.lobby.rooms())
            again = await portal.lobby.room(room.key)
            assert again is not room
            assert [move.move for move in again.live.moves] == ["b7"]
            # Whoever has kept the old room commands the new one.
            await room.act(Play(1, 1, "f7"))
            assert len(portal.games.load(room.key).moves) == 2

    asyncio.run(run())


@pytest.mark.parametrize(
    ("seats", "fields", "stays"),
    [
        ("persons", {"time_control": "60+1"}, True),
        ("persons", {}, False),
        ("open", {"time_control": "60+1"}, False),
    ],
)
def test_a_room_stays_open_while_a_clock_runs(
    url: str, monkeypatch: pytest.MonkeyPatch, seats: str, fields: dict[str, Any], stays: bool
) -> None:
    monkeypatch.setattr(lobby_module, "IDLE_SECONDS", 0.0)

    async def run() -> None:
        async with portals(url) as (portal,):
            new = game(portal, **fields)
            if seats == "open":
                new = new.replace(seats=(new.seats[0], StoredSeat()))
            await portal.lobby.create(new)
            if stays:
                await asyncio.sleep(0.3)
                assert portal.lobby.rooms()
            else:
                await until(lambda: not portal.lobby.rooms())

    asyncio.run(run())


def test_after_a_restart_only_games_that_need_the_server_are_open(url: str) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            person = persons(portal)[0]
            # Written by a server that was killed before it could do anything more.
            store = portal.games.create
            clock = store(game(portal, time_control="600+1"))
            to_move = store(NewGame("ataxx", (bot(1), person)))
            waiting_for_person = store(NewGame("ataxx", (person, bot(1))))
            two_persons = store(game(portal))
            seek = store(NewGame("ataxx", (person, StoredSeat()), time_control="600+1"))
        async with portals(url) as (portal,):
            await until(lambda: len(portal.lobby.rooms()) == 2)
            await until(lambda: len(portal.games.load(to_move).moves) == 1)
            keys = {room.key for room in portal.lobby.rooms()}
            assert keys == {clock, to_move}
            assert keys.isdisjoint({waiting_for_person, two_persons, seek})

    asyncio.run(run())


def test_a_game_whose_last_move_was_written_before_a_kill_ends(url: str) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            key = portal.games.create(NewGame("push", persons(portal), time_control="600+1"))
            position = (await portal.lobby.room(key)).live.position.copy()
            await portal.lobby.close()
            while not position.is_over:
                portal.games.add_move(key, position.ply, str(position.legal_moves[0]))
                position.play(position.legal_moves[0])
            assert portal.games.load(key).ended is None
        async with portals(url) as (portal,):
            await until(lambda: portal.games.load(key).ended)
            assert portal.games.load(key).result != "*"

    asyncio.run(run())


def test_every_task_ends_with_its_game(url: str) -> None:
    async def run() -> None:
        async with portals(url, threads=1) as (portal,):
            before = asyncio.all_tasks()
            person = persons(portal)[0]
            room = await portal.lobby.create(
                NewGame("ataxx", (bot(10), person), NOT_IN_A_BOOK, time_control="600+1")
            )
            Seen(room)
            # The bot thinks.
            await until(lambda: portal.thinking.running)
            assert asyncio.all_tasks() - before
            await room.act(Resign(1))
            await until(lambda: not asyncio.all_tasks() - before)
            assert room.live.is_over

    asyncio.run(run())


def test_closing_waits_for_a_move_that_is_being_written(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            room = await portal.lobby.create(game(portal))
            reached, write = asyncio.Event(), portal.services.writer.add

            async def slowly(move: NewMove) -> None:
                reached.set()
                await asyncio.sleep(0.2)
                await write(move)

            monkeypatch.setattr(portal.services.writer, "add", slowly)
            move = asyncio.ensure_future(room.act(Play(0, 0, "b7")))
            await reached.wait()
            await portal.lobby.close()
            assert [each.move for each in portal.games.load(room.key).moves] == ["b7"]
            await move

    asyncio.run(run())


def test_a_bot_is_not_lost_when_a_move_is_taken_back_while_it_thinks(url: str) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            person = persons(portal)[0]
            room = await portal.lobby.create(NewGame("ataxx", (person, bot(10)), NOT_IN_A_BOOK))
            for text in ("b7", "a6", "b7"):
                await room.act(Play(0, 0, text))
                await until(lambda: portal.thinking.running)
                await room.act(AskTakeback(0))
                assert room.live.moves == []
            await room.act(Play(0, 0, "a6"))
            await until(lambda: len(room.live.moves) == 2)

    asyncio.run(run())


def test_moves_of_many_games_are_all_written(url: str) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            seats = persons(portal)
            rooms = [await portal.lobby.create(NewGame("ataxx", seats)) for _ in range(20)]
            for ply, text in enumerate(("b7", "f7", "c7", "e7")):
                await asyncio.gather(*(room.act(Play(ply % 2, ply, text)) for room in rooms))
            for room in rooms:
                stored = [move.move for move in portal.games.load(room.key).moves]
                assert stored == ["b7", "f7", "c7", "e7"]
            answers = await asyncio.gather(
                rooms[0].act(Play(0, 4, "d6")),
                rooms[1].act(Play(0, 9, "d6")),
                rooms[2].act(Play(1, 4, "d6")),
                return_exceptions=True,
            )
            assert [type(each) for each in answers] == [type(None), StalePly, NotYourTurn]

    asyncio.run(run())


def test_what_the_database_refuses_is_not_played(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StorageFault("the disk is full")

    async def run() -> None:
        async with portals(url) as (portal,):
            room = await portal.lobby.create(game(portal))
            with monkeypatch.context() as broken:
                for method in ("add_moves", "finish"):
                    broken.setattr(portal.games, method, fail)
                with pytest.raises(StorageFault):
                    await room.act(Play(0, 0, "b7"))
                with pytest.raises(StorageFault):
                    await room.act(Resign(0))
                assert not room.live.is_over
            await room.act(Play(0, 0, "b7"))
            assert [move.move for move in room.live.moves] == ["b7"]

    asyncio.run(run())


def test_a_bots_move_waits_for_the_database(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = 0

    async def run() -> None:
        nonlocal tried
        async with portals(url) as (portal,):
            write = portal.games.add_moves

            def fail_twice(moves: list[NewMove]) -> object:
                nonlocal tried
                tried += 1
                if tried <= 2:
                    raise StorageFault("the disk is full")
                return write(moves)

            monkeypatch.setattr(portal.games, "add_moves", fail_twice)
            person = persons(portal)[0]
            room = await portal.lobby.create(NewGame("ataxx", (bot(1), person)))
            await until(lambda: len(room.live.moves) == 1)
            assert tried == 3

    asyncio.run(run())


@pytest.mark.parametrize("error", [StorageFault("the disk is full"), ZeroDivisionError("oh")])
def test_a_bot_thinks_on_when_a_resignation_could_not_be_stored(
    url: str, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object) -> None:
        raise error

    async def run() -> None:
        async with portals(url) as (portal,):
            person = persons(portal)[0]
            room = await portal.lobby.create(NewGame("ataxx", (person, bot(8)), NOT_IN_A_BOOK))
            await room.act(Play(0, 0, "b7"))
            await until(lambda: portal.thinking.running)
            with monkeypatch.context() as broken:
                broken.setattr(portal.games, "finish", fail)
                with pytest.raises(type(error)):
                    await room.act(Resign(0))
            assert not room.live.is_over
            await until(lambda: len(room.live.moves) == 2)

    asyncio.run(run())


def test_a_bot_moves_after_an_error_of_ours_which_is_logged(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    choose = BotTurns.choose
    errors = [ZeroDivisionError("oh")]

    async def fail_once(turns: BotTurns) -> Any:
        if errors:
            raise errors.pop()
        return await choose(turns)

    monkeypatch.setattr(BotTurns, "choose", fail_once)

    async def run() -> None:
        async with portals(url) as (portal,):
            room = await portal.lobby.create(NewGame("ataxx", (bot(1), persons(portal)[0])))
            await until(lambda: len(room.live.moves) == 1)

    asyncio.run(run())
    assert [each.exc_info[0] for each in caplog.records if each.exc_info] == [ZeroDivisionError]


def test_the_end_of_a_game_is_told_though_ratings_cannot_be_read(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail() -> None:
        raise StorageFault("away")

    async def run() -> None:
        async with portals(url) as (portal,):
            room = await portal.lobby.create(game(portal))
            seen = Seen(room, 0)
            monkeypatch.setattr(room, "look", fail)
            await room.act(Resign(0))
            await until(lambda: seen.state.get("outcome"))

    asyncio.run(run())


def test_a_move_is_written_after_an_error_of_ours(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            room = await portal.lobby.create(game(portal))
            with monkeypatch.context() as broken:
                broken.setattr(portal.games, "add_moves", lambda _: [])
                with pytest.raises(StorageFault):
                    await room.act(Play(0, 0, "b7"))
            await room.act(Play(0, 0, "b7"))
            assert len(portal.games.load(room.key).moves) == 1

    asyncio.run(run())


def test_rooms_are_looked_after_again_after_an_error_of_ours(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_module, "IDLE_SECONDS", 0.05)
    shut = Lobby._shut
    errors = [ZeroDivisionError("oh")]

    async def fail_once(lobby: Lobby, key: str, entry: Any) -> None:
        if errors:
            raise errors.pop()
        await shut(lobby, key, entry)

    monkeypatch.setattr(Lobby, "_shut", fail_once)

    async def run() -> None:
        async with portals(url) as (portal,):
            await portal.lobby.create(game(portal))
            await until(lambda: not portal.lobby.rooms())

    asyncio.run(run())
    assert not errors


def test_lists_show_games_whose_rooms_are_closed(url: str) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            person, other = persons(portal)
            seek = portal.games.create(NewGame("ataxx", (person, StoredSeat())))
            portal.games.create(NewGame("ataxx", (person, StoredSeat()), visibility="link"))
            portal.games.create(NewGame("ataxx", (person, StoredSeat()), invited=other.account))
            busy = portal.games.create(NewGame("ataxx", (person, other)))
            over = portal.games.create(NewGame("ataxx", (person, other)))
            portal.games.finish(over, "1-0", "resigned", "")
            assert [line.id for line in await portal.lobby.waiting()] == [seek]
            assert [line.id for line in await portal.lobby.busy()] == [busy]

    asyncio.run(run())


def test_only_those_concerned_may_call_a_game_off(url: str) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            person, other = persons(portal)
            assert person.account is not None
            assert other.account is not None
            room = await portal.lobby.create(NewGame("ataxx", (person, StoredSeat())))
            with pytest.raises(NotAllowed):
                await room.act(Cancel(other.account))
            await room.act(Cancel(person.account))
            assert portal.games.load(room.key).ended

    asyncio.run(run())


@pytest.mark.parametrize("key", ["nothing", "aaaaaaaa", "\0" * 8, "é" * 8])
def test_there_is_no_room_without_a_game(url: str, key: str) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            with pytest.raises(NotFound):
                await portal.lobby.room(key)

    asyncio.run(run())


def test_however_many_ask_how_a_game_stands_it_is_drawn_once(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            room = await portal.lobby.create(game(portal))
            crowd = [Seen(room) for _ in range(50)]
            made = 0
            state = room.state

            def counted(watcher: Watcher) -> State:
                nonlocal made
                made += 1
                return state(watcher)

            monkeypatch.setattr(room, "state", counted)
            for each in crowd * 3:
                room.tell_soon(each.watcher)
            await until(lambda: all(each.messages for each in crowd))
            assert made == 1

    asyncio.run(run())


def test_a_large_board_is_drawn_in_a_thread(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = set()
    parts = Subject.parts

    def noted(subject: Subject, view: View) -> tuple[str, ...]:
        threads.add(threading.current_thread().name.partition("_")[0])
        return parts(subject, view)

    monkeypatch.setattr(Subject, "parts", noted)

    async def run() -> None:
        async with portals(url) as (portal,):
            size = {"size": "15"}
            new = NewGame("jesonmor", (persons(portal)[0], bot(1)), options=size)
            room = await portal.lobby.create(new)
            seen = Seen(room, 0)
            room.tell_soon(seen.watcher)
            await until(lambda: bool(seen.messages))
            message = seen.messages[0]
            assert isinstance(message, State)
            assert len(message.seen.parts) > 5

    asyncio.run(run())
    assert threads == {"thinking"}


def test_a_level_that_is_beaten_with_a_hint_is_not_beaten_without_help(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_module, "HINT_SECONDS", 0.05)

    async def run() -> None:
        async with portals(url) as (portal,):
            person = persons(portal)[0]
            assert person.account is not None
            for number, has_hint in enumerate((True, False), 1):
                seats = bot(number), person
                room = await portal.lobby.create(NewGame("ataxx", seats))
                while not room.live.moves:
                    await asyncio.sleep(0.01)
                if has_hint:
                    await room.hint(1)
                # A game with fewer moves counts as not played.
                await room.act(Play(1, 1, room.live.position.legal_moves[0].text))
                await room.act(Resign(0))
            wins = portal.level_wins.of_account(person.account)
            assert [(win.level, win.side, win.clean) for win in wins] == [
                (1, 1, False),
                (2, 1, True),
            ]

    asyncio.run(run())
