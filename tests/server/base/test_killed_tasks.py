"""Every kind of task may fail once at any moment: the portal goes on."""

from __future__ import annotations

import ast
import asyncio
import gc
from collections.abc import Awaitable, Callable, Coroutine, Generator, Sequence
from contextlib import ExitStack
from datetime import timedelta
from functools import partial
from pathlib import Path
from types import coroutine
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from outwit.errors import OutwitError
from outwit.records.record import UNFINISHED
from outwit.server.base import collector, tasks
from outwit.server.base.metrics import TASK_FAULTS
from outwit.server.base.tasks import Tasks
from outwit.server.edge import passes
from outwit.server.jobs import director, openingcounter, sender
from outwit.server.live import botturns, course, lobby, slowwatch
from outwit.server.live.commands import AskTakeback, Play, Resign
from outwit.server.live.room import Room
from outwit.server.news import postgresbus, presence
from outwit.server.news.hub import of_account
from outwit.server.portal import Portal
from outwit.server.routes import following
from outwit.storage.noticechoices import BROWSER, Choices
from outwit.storage.outgoing import LETTER, add_outgoing
from outwit.storage.plans import Plan
from outwit.storage.relations import FOLLOW
from outwit.storage.stored import NewGame, NewMove, NextTurn
from outwit.storage.tables import now
from tests.server.counts import number
from tests.server.live.test_processes import bus_of
from tests.server.live.test_slowgames import DAY, pass_time, plies
from tests.server.rooms import NOT_IN_A_BOOK, Seen, bot, game, persons, portals, until
from tests.server.tournament import entered
from tests.server.visits import portal as portal_of
from tests.server.visits import visited

pytestmark = pytest.mark.compiled_only
HERE = {"origin": "http://testserver"}
SOURCES = Path(tasks.__file__).parents[1]
ALONE = (
    "analysis",
    "bot move",
    "clock",
    "command",
    "director",
    "end of game",
    "lobby",
    "open room",
    "passes",
    "presence",
    "queue reminder",
    "reopen games",
    "shut room",
    "tell watchers",
    "tournament",
    "writer",
)
SHARED = (
    "bus",
    "bus answer",
    "catch up",
    "mirror",
    "rename",
    "say",
    "step down",
    "take over",
)
DAYS = (
    "end notices",
    "openings",
    "planned move",
    "send messages",
    "slow games",
    "tell followers",
    "tell notice",
)
PAGES = ("game socket", "outbox", "page answers", "page news", "state")


class Killed(Exception):
    """What a task fails with here."""


@coroutine
def dying(work: Coroutine[Any, Any, Any]) -> Generator[Any, Any, Any]:
    """Run some work, but let it fail where it first waits, at its end at the latest."""
    try:
        waited = work.send(None)
    except StopIteration:
        raise Killed("killed") from None
    try:
        if waited is not None:
            waited._asyncio_future_blocking = False
        waited = work.throw(Killed("killed"))
        while True:
            try:
                value = yield waited
            except BaseException as error:  # noqa: BLE001  # a cancellation is passed on
                waited = work.throw(error)
            else:
                waited = work.send(value)
    except StopIteration as end:
        return end.value


class Killer:
    """Lets the first task of each of some kinds fail."""

    def __init__(self, kinds: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.before = {kind: number(TASK_FAULTS, kind) for kind in kinds}
        self.left = set(kinds)
        start = Tasks.start

        def start_to_die(
            own: Tasks, name: str, work: Coroutine[Any, Any, Any], told: Any = ()
        ) -> asyncio.Task[Any]:
            if name in self.left:
                self.left.remove(name)
                # Whatever is told to others, this is not.
                told = tuple(each for each in as_tuple(told) if each is not Exception)

                async def run() -> Any:
                    return await dying(work)

                return start(own, name, run(), told)
            return start(own, name, work, told)

        monkeypatch.setattr(Tasks, "start", start_to_die)

    def check(self) -> None:
        """See that the tasks have failed, and that this was noted."""
        assert self.left == set(), "there was no task of these kinds"
        assert {kind: number(TASK_FAULTS, kind) - 1 for kind in self.before} == self.before


def as_tuple(told: Any) -> tuple[type[Exception], ...]:
    return told if isinstance(told, tuple) else (told,)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name, seconds in (
        (botturns, "NOTABLE_SECONDS", -1.0),
        (director, "LOOK_SECONDS", 0.02),
        (director, "STEP_SECONDS", 0.02),
        (lobby, "CARE_SECONDS", 0.02),
        (lobby, "IDLE_SECONDS", 0.05),
        (openingcounter, "LOOK_SECONDS", 0.02),
        (openingcounter, "PAUSE", 0.02),
        (passes, "CHECK_SECONDS", 0.02),
        (postgresbus, "RETRY_SECONDS", 0.02),
        (presence, "SECONDS", 0.02),
        (course, "RETRY_SECONDS", 0.02),
        (sender, "LOOK_SECONDS", 0.02),
        (slowwatch, "LOOK_SECONDS", 0.02),
        (tasks, "FIRST_PAUSE", 0.02),
        (following, "PAUSE_SECONDS", 0.02),
    ):
        monkeypatch.setattr(module, name, seconds)


async def insist(do: Callable[[], Awaitable[Any]]) -> Any:
    """Do something as somebody who tries again where it did not work."""
    async with asyncio.timeout(30):
        while True:
            try:
                return await do()
            except (Killed, OutwitError):
                await asyncio.sleep(0.01)


def test_every_kind_of_task_is_killed_here() -> None:
    kinds: set[str] = set()
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in ("start", "keep")
                and node.args
                and isinstance(node.args[0], ast.Constant)
                # A match of a regular expression starts at a number.
                and isinstance(node.args[0].value, str)
            ):
                kinds.add(node.args[0].value)
    assert kinds == {*ALONE, *DAYS, *SHARED, *PAGES, "garbage"}


def some(kinds: Sequence[str], groups: int) -> list[tuple[str, ...]]:
    """Return kinds in groups: neighbours, which depend on each other, are in different ones."""
    return [tuple(kinds[number::groups]) for number in range(groups)]


@pytest.mark.parametrize("kinds", some(ALONE, 5), ids=", ".join)
def test_games_and_tournaments_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kinds: tuple[str, ...]
) -> None:
    url = f"sqlite:///{tmp_path / 'portal.db'}"

    async def run() -> None:
        async with portals(url) as (portal,):
            # Its last move is written down, its end is not.
            over = portal.games.create(NewGame("push", persons(portal), time_control="600+1"))
            position = (await portal.lobby.room(over)).live.position.copy()
            await portal.lobby.close()
            while not position.is_over:
                move = str(position.legal_moves[0])
                portal.games.add_move(over, position.ply, move)
                position.play(move)
        killer = Killer(kinds, monkeypatch)
        async with portals(url) as (portal,):
            await play_bot(portal)
            await lose_on_time(portal)
            await until(lambda: portal.games.load(over).ended)
            await analyse(portal, over)
            await hold_tournament(portal)
            await until(lambda: not portal.lobby.rooms())
            killer.check()

    asyncio.run(run())


async def play_bot(portal: Portal) -> None:
    new = NewGame("ataxx", (persons(portal)[0], bot(2)), NOT_IN_A_BOOK)
    key = portal.games.create(new)
    room = await insist(lambda: portal.lobby.room(key))
    seen = Seen(room, 0)
    for ply in (0, 2):
        move = room.live.position.legal_moves[0].text
        await insist(partial(room.act, Play(0, ply, move)))
        await until(partial(has_moves, room, ply + 2))
    await until(lambda: seen.state.get("n") == 4)
    await insist(lambda: room.act(AskTakeback(0)))
    seen.leave()


def has_moves(room: Room, count: int) -> bool:
    return len(room.live.moves) == count


async def lose_on_time(portal: Portal) -> None:
    key = portal.games.create(game(portal, time_control="0.2+0"))
    await insist(lambda: portal.lobby.room(key))
    await until(lambda: portal.games.load(key).termination)


async def analyse(portal: Portal, key: str) -> None:
    analyses = portal.running_analyses

    async def once() -> None:
        analyses.start(key, portal.games.record(key), "somebody")
        await until(lambda: analyses.progress(key) is None)
        if portal.analyses.of_game(key) is None:
            raise Killed

    await insist(once)


async def hold_tournament(portal: Portal) -> None:
    with ExitStack() as there:
        players = [portal.accounts.guest().id for _ in range(2)]
        for each in players:
            there.enter_context(portal.hub.attend(of_account(each)))
        key = entered(portal, players, "round-robin", rounds=1)
        portal.director.wake()
        await until(lambda: any(each.game_id for each in portal.tournaments.load(key).pairings))
        (pairing,) = portal.tournaments.load(key).pairings
        room = await insist(lambda: portal.lobby.room(str(pairing.game_id)))
        await insist(lambda: room.act(Resign(0)))
        await until(lambda: portal.tournaments.load(key).tournament.ended)
        assert portal.tournaments.load(key).pairings[0].result != UNFINISHED


@pytest.mark.parametrize("kinds", some(DAYS, 2), ids=", ".join)
def test_games_of_days_notices_and_messages_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kinds: tuple[str, ...]
) -> None:
    async def run() -> None:
        killer = Killer(kinds, monkeypatch)
        async with portals(f"sqlite:///{tmp_path / 'portal.db'}") as (portal,):
            await play_for_days(portal)
            await until(lambda: not portal.openings.waiting())
            await send(portal, {"to": "Ann"})
            killer.check()

    asyncio.run(run())


async def play_for_days(portal: Portal) -> None:
    seats = persons(portal)
    ann, ben, fan = (*(seat.account or 0 for seat in seats), portal.accounts.guest().id)
    new = NewGame("ataxx", seats, time_control=f"{DAY}/move")
    portal.relations.add(fan, ann, FOLLOW)
    portal.choices.set(fan, Choices({FOLLOW: {BROWSER: True}}))
    begun = await insist(lambda: portal.lobby.create(new))
    await until(lambda: [each.kind for each in portal.notices.store.list(fan)] == [FOLLOW])
    # Ann has moved and planned an answer; Ben has been told that it is his turn.
    key = portal.games.create(new)
    line = plies(begun, 3)
    portal.games.add_moves([NewMove(key, 0, line[0], turn=NextTurn(ben, DAY))])
    portal.services.plans.set(key, ann, Plan(1, (tuple(line[1:]),)))
    portal.notices.store.add(ben, "turn", f"turn {key} 1", {"path": f"/g/{key}"})
    room = await insist(lambda: portal.lobby.room(key))
    await insist(lambda: room.act(Play(1, 1, line[1])))
    await until(lambda: [each.move for each in portal.games.load(key).moves] == line)
    # What is done is read, and each turn was told.
    await until(lambda: told(portal, ben) == {f"turn {key} 1": True, f"turn {key} 3": False})
    await until(lambda: told(portal, ann) == {f"turn {key} 2": True})
    pass_time(portal.database, days=2)
    await until(lambda: portal.games.load(key).termination == "out-of-time")


def told(portal: Portal, account: int) -> dict[str, bool]:
    """Return the keys of an account's notices, each with whether it has been read."""
    return {each.key: each.read is not None for each in portal.notices.store.list(account)}


async def send(portal: Portal, content: dict[str, Any]) -> None:
    sent: list[dict[str, Any]] = []
    portal.sender.channels = {LETTER: sent.append}
    with portal.database.session() as connection:
        add_outgoing(connection, LETTER, content)
    await until(lambda: sent == [content])


@pytest.mark.parametrize("kinds", some(SHARED, 4), ids=", ".join)
def test_processes_stay_together(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, kinds: tuple[str, ...]
) -> None:
    async def run() -> None:
        async with portals(postgres_url, 1) as (there,):
            killer = Killer(kinds, monkeypatch)
            async with portals(postgres_url, 1) as (here,):
                # Watched at once: a room without anybody closes.
                one = Seen(await insist(lambda: here.lobby.create(game(here))), 0)
                room = one.room
                two = Seen(await insist(lambda: there.lobby.room(room.key)), 1)
                mirror = two.room
                for ply, text in enumerate(("b7", "f7")):
                    mover = (room, mirror)[ply % 2]
                    await insist(partial(mover.act, Play(ply % 2, ply, text)))
                await until(lambda: one.state.get("n") == two.state.get("n") == 2)
                # Nobody is there in the process that owns the next one.
                other = await insist(partial(here.lobby.create, game(here)))
                left = Seen(await insist(lambda: there.lobby.room(other.key)))
                await until(lambda: other.key in bus_of(there)._owned)
                left.leave()
                account = room.accounts[0]
                assert account is not None
                await there.lobby.renamed(account)
                await mirror.say({"t": "chat", "name": "Ann", "text": "hello"})
                await here.lobby.renamed(account)
                await room.say({"t": "chat", "name": "Ann", "text": "hello"})
                # A note that is on its way when the connection is lost is lost.
                await until(lambda: not killer.left & {"rename", "say"})
                with there.database.session() as connection:
                    connection.exec_driver_sql(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                        "WHERE starts_with(application_name, 'outwit_')"
                    )
                await insist(lambda: mirror.act(Play(0, 2, "c7")))
                await insist(lambda: room.act(Play(1, 3, "e7")))
                await until(lambda: one.state["n"] == two.state["n"] == 4)
                one.leave()
            await insist(lambda: mirror.act(Resign(0)))
            await until(lambda: two.state["outcome"])
            killer.check()

    asyncio.run(run())


@pytest.mark.parametrize("kind", PAGES)
def test_a_page_that_comes_back_sees_the_game_and_the_news(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    with visited(tmp_path) as browser:
        portal = portal_of(browser)
        key = portal.games.create(game(portal))
        players = [portal.accounts.guest().id for _ in range(2)]
        friday = entered(portal, players, "round-robin", starts=now() + timedelta(hours=1))
        killer = Killer((kind,), monkeypatch)
        for path, wanted in ((f"/ws/g/{key}", "state"), (f"/ws/t/{friday}", "pong")):
            for _ in range(2):
                try:
                    with browser.websocket_connect(path, headers=HERE) as socket:
                        socket.send_json({"t": "sync" if wanted == "state" else "ping"})
                        while socket.receive_json()["t"] != wanted:
                            pass
                    break
                except WebSocketDisconnect:
                    continue
            else:
                pytest.fail(f"{path} does not come back")
        killer.check()


def test_garbage_is_collected_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collector, "SECONDS", 0.01)
    collected: list[int] = []

    def collect() -> int:
        collected.append(1)
        return 0

    async def run() -> None:
        killer = Killer(("garbage",), monkeypatch)
        async with collector.rare_collections():
            monkeypatch.setattr(gc, "collect", collect)
            await until(lambda: len(collected) > 1)
        killer.check()

    asyncio.run(run())
