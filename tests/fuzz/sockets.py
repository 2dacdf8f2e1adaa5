"""Messages of the portal's sockets, and bodies of its API.

The first line says whose: ``page GAME`` (a browser in a game), ``bot GAME`` (a bot in a game),
``news`` (a page that only listens), ``json MODEL`` and ``form MODEL`` (a body). Then come messages,
one a line, or the body.
"""

from __future__ import annotations

import asyncio
import json
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.errors import OutwitError, StalePly, UnreadableMove, UsageError
from outwit.server.api import apisockets, bodies
from outwit.server.api.commands import BotCommands
from outwit.server.live import commands
from outwit.server.live.commands import Command, Play
from outwit.server.live.room import LONGEST_MOVE, Watcher
from outwit.server.live.talk import Talk
from outwit.server.routes.following import _answer_to
from outwit.server.routes.sockets import Tab
from outwit.storage.chat import _storable
from tests.fuzz.heads import check_refusal, chosen, game_named, read_head

MOST_MESSAGES = 20
MODELS: dict[str, type[bodies.Body]] = {
    model.__name__: model for model in (bodies.Terms, bodies.Declined, bodies.Played, bodies.Said)
}


def target(data: bytes) -> None:
    words, rest = read_head(data)
    kind, name = (*words[:2], "", "")[:2]
    if kind in ("json", "form"):
        check_body(kind, MODELS.get(name, bodies.Terms), rest)
        return
    texts = [line.decode("utf-8", "replace") for line in rest.split(b"\n")[:MOST_MESSAGES]]
    if kind == "news":
        for text in texts:
            check_answer(_answer_to(text))
        return
    room = QuietRoom(game_named(name))
    serve = serve_bot if kind == "bot" else serve_page
    loop().run_until_complete(serve(room, texts))


@lru_cache(1)
def loop() -> asyncio.AbstractEventLoop:
    return asyncio.new_event_loop()


class QuietRoom:
    """A game with one player, who plays both sides; nothing is stored."""

    key = "key"

    def __init__(self, game: Game) -> None:
        self.position: Position = game.start()

    async def act(self, command: Command) -> None:
        """Play a move as a room does; carry nothing else out, but send it on as to a process."""
        assert commands.read(json.loads(json.dumps(commands.write(command)))) == command
        if not isinstance(command, Play):
            return
        if len(command.text) > LONGEST_MOVE:
            raise UnreadableMove(f"{command.text[:40]!r}… is no move")
        if command.ply != len(self.position.played):
            raise StalePly(f"ply {command.ply} is not next")
        self.position.play(command.text)

    async def hint(self, side: int | None, client: str) -> Any:
        """Return some move, and a reason."""
        return self.position.move(next(iter(self.position.legal_moves))), "It is legal."

    def tell_soon(self, watcher: Watcher) -> None:
        """Tell nothing."""

    async def say(self, message: dict[str, Any]) -> None:
        """Say something to everybody."""
        check_answer(message)

    def side_of(self, account: int) -> int:
        """Return the player's side."""
        return 0


LIMITER: Any = SimpleNamespace(take=lambda kind, client: None)


def talk() -> Talk:
    """Return the chat, which keeps nothing."""

    def say(key: str, account: int, text: str) -> Any:
        said = SimpleNamespace(isoformat=lambda: "now")
        return SimpleNamespace(name="Ann", text=" ".join(_storable(text).split()), said=said)

    store: Any = SimpleNamespace(say=say)
    relations: Any = SimpleNamespace(blockers=lambda account: ())
    sanctions: Any = SimpleNamespace(get=lambda account, kind: None)
    return Talk(store, LIMITER, relations, sanctions)


def commands_in(room: QuietRoom) -> BotCommands:
    """Return what a bot can do in a room."""

    async def find(key: str) -> QuietRoom:
        return room

    def load(key: str) -> Any:
        return SimpleNamespace(moves=room.position.played, ended=None)

    lobby: Any = SimpleNamespace(room=find)
    games: Any = SimpleNamespace(load=load)
    return BotCommands(lobby, games, talk())


async def serve_page(room: Any, texts: list[str]) -> None:
    """Every message of a page is answered once at most, and an error is a message."""
    answers: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        answers.append(message)

    tab = Tab(room, Watcher(1, 0, send), talk(), LIMITER)
    for text in texts:
        answers.clear()
        await tab.answer(text)
        assert len(answers) <= 1, answers
        for each in answers:
            check_answer(each)


async def serve_bot(room: Any, texts: list[str]) -> None:
    """Every message of a bot is carried out, or raises an error that it can be told."""
    caller: Any = SimpleNamespace(account=SimpleNamespace(id=1))
    for text in texts:
        try:
            await apisockets.carry_out(commands_in(room), caller, "key", text)
        except OutwitError as error:
            check_refusal(error)
            check_answer(apisockets.refusal(error))


def check_answer(message: dict[str, Any]) -> None:
    """An answer is JSON in UTF-8."""
    assert json.loads(json.dumps(message, ensure_ascii=False).encode()) == message


class Request:
    """A request with a body."""

    def __init__(self, kind: str, data: bytes) -> None:
        self.headers = {"content-type": bodies.JSON if kind == "json" else bodies.FORM}
        self.data = data

    async def stream(self) -> Any:
        """Give the body in two parts."""
        half = chosen(self.data, len(self.data) + 1)
        yield self.data[:half]
        yield self.data[half:]


def check_body(kind: str, model: type[bodies.Body], data: bytes) -> None:
    """A body is read, and is the same when it is sent as JSON; or its field is named."""
    request: Any = Request(kind, data)
    try:
        body = loop().run_until_complete(bodies.read_body(request, model))
    except UsageError as error:
        check_refusal(error)
        return
    again: Any = Request("json", body.model_dump_json(by_alias=True).encode())
    assert loop().run_until_complete(bodies.read_body(again, model)) == body
