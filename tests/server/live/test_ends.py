"""How games end, and moves are stored, when the database fails in the middle."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from outwit.errors import GameOver, OutwitError, StorageFault
from outwit.server.live import course as course_module
from outwit.server.live.commands import Play, Resign
from outwit.storage.games import Finished, GameStore
from outwit.storage.stored import NewGame, NewMove
from tests.server.rooms import Seen, bot, game, portals, until

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'portal.db'}"


@contextmanager
def answer_lost(monkeypatch: pytest.MonkeyPatch, games: GameStore, name: str) -> Iterator[None]:
    """Let a method of the store do its work and then lose the connection: what is asked fails."""
    method = getattr(games, name)

    def work_and_fail(*args: object) -> None:
        method(*args)
        raise StorageFault("the connection is lost")

    with monkeypatch.context() as broken:
        broken.setattr(games, name, work_and_fail)
        with pytest.raises(StorageFault):
            yield


def test_nobody_sees_an_end_before_it_is_stored(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            room = await portal.lobby.create(game(portal))
            seen = Seen(room)
            await room.act(Play(0, 0, "b7"))
            finish, reached, released = portal.games.finish, asyncio.Event(), threading.Event()
            loop = asyncio.get_running_loop()

            def finish_slowly(*args: object) -> Finished:
                loop.call_soon_threadsafe(reached.set)
                assert released.wait(30)
                return finish(*args)  # type: ignore[arg-type]

            monkeypatch.setattr(portal.games, "finish", finish_slowly)
            resigning = asyncio.create_task(room.act(Resign(0)))
            try:
                await reached.wait()
                await room.tell(seen.watcher)
                assert not seen.state["outcome"]
            finally:
                released.set()
            await resigning
            await until(lambda: seen.state["outcome"])
            assert seen.state["outcome"]["result"] == "0-1"

    asyncio.run(run())


def test_an_end_that_was_stored_before_an_error_holds(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            room = await portal.lobby.create(game(portal))
            seen = Seen(room)
            with answer_lost(monkeypatch, portal.games, "finish"):
                await room.act(Resign(0))
            with pytest.raises(GameOver):
                await room.act(Resign(1))
            await until(lambda: seen.state.get("outcome"))
            stored = portal.games.load(room.key)
            assert seen.state["outcome"]["result"] == room.live.result == stored.result == "0-1"
            assert all(
                each["outcome"] is None or each["outcome"]["result"] == "0-1"
                for each in seen.messages
                if each["t"] == "state"
            )

    asyncio.run(run())


def test_a_move_that_was_stored_before_an_error_keeps_its_clock(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            room = await portal.lobby.create(game(portal, time_control="60+0"))
            with answer_lost(monkeypatch, portal.games, "add_moves"):
                await room.act(Play(0, 0, "b7"))
            room.live.set_elapsed(20.0)
            await room.act(Play(0, 0, "b7"))
            (stored,) = portal.games.load(room.key).moves
            assert stored.clock is not None
            assert room.live.clock.left[0] == stored.clock / 1000
            await room.act(Play(1, 1, "f7"))
            assert [move.move for move in room.live.moves] == ["b7", "f7"]

    asyncio.run(run())


def test_a_move_that_was_stored_before_an_error_is_shown_when_the_game_ends(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            room = await portal.lobby.create(game(portal))
            seen = Seen(room)
            with answer_lost(monkeypatch, portal.games, "add_moves"):
                await room.act(Play(0, 0, "b7"))
            await room.act(Resign(1))
            await until(lambda: seen.state.get("outcome"))
            assert [move["text"] for move in seen.state["played"]] == ["b7"]
            assert [move.move for move in portal.games.load(room.key).moves] == ["b7"]

    asyncio.run(run())


def test_bots_play_on_after_a_move_that_was_stored_before_an_error(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            add, failed = portal.games.add_moves, False

            def fail_once(moves: Sequence[NewMove]) -> list[bool | OutwitError]:
                nonlocal failed
                done = add(moves)
                if not failed:
                    failed = True
                    raise StorageFault("the connection is lost")
                return done

            monkeypatch.setattr(portal.games, "add_moves", fail_once)
            monkeypatch.setattr(course_module, "RETRY_SECONDS", 0.02)
            room = await portal.lobby.create(NewGame("ataxx", (bot(1), bot(1))))
            await until(lambda: len(room.live.moves) >= 3)
            stored = [move.move for move in portal.games.load(room.key).moves]
            assert stored[:3] == [move.move for move in room.live.moves][:3]

    asyncio.run(run())


def test_a_move_that_is_a_little_late_leaves_the_stored_clock_at_nothing(url: str) -> None:
    async def run() -> None:
        async with portals(url) as (portal,):
            room = await portal.lobby.create(game(portal, time_control="60+1"))
            room.live.set_elapsed(60.0 + room.live.clock.margin / 2)
            await room.act(Play(0, 0, "b7"))
            (stored,) = portal.games.load(room.key).moves
            assert (stored.clock, room.live.clock.left[0]) == (1_000, 1.0)

    asyncio.run(run())
