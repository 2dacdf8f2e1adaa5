"""A socket that notifies a page of changes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack

from fastapi import WebSocket, WebSocketDisconnect

from outwit.errors import OutwitError, UsageError
from outwit.server.base.tasks import Tasks
from outwit.server.edge.identity import same_origin
from outwit.server.news.feed import Ended, Feed
from outwit.server.news.hub import Hub, Message
from outwit.server.routes.sockets import (
    AGAIN,
    GONE,
    POLICY,
    close,
    read_message,
    receive_text,
    send,
)

# Least seconds between two notifications; changes in between are merged.
PAUSE_SECONDS = 1.0


async def follow(
    socket: WebSocket,
    hub: Hub,
    channel: str,
    present_on: Sequence[str],
    allowed: Callable[[], Awaitable[None]],
    translate: Callable[[Message], Awaitable[Message | None]],
) -> None:
    """Send the news of a channel to a page until it disconnects.

    Meanwhile its account counts as present on the channels ``present_on``. ``allowed`` raises an
    OutwitError for accounts without access. ``translate`` returns the message for the page. The
    server closes the socket of a page that reads too slowly; the page then reconnects.
    """
    if not same_origin(socket):
        await socket.close(POLICY)
        return
    # Subscribe before accepting, so that no news after the connection is missed.
    with hub.subscribe(channel) as news, ExitStack() as there:
        await socket.accept()
        try:
            await allowed()
        except OutwitError as error:
            await socket.send_json({"t": "error", "code": error.code, "message": str(error)})
            await socket.close(GONE)
            return
        for each in present_on:
            there.enter_context(hub.attend(each))
        async with Tasks() as tasks:
            telling = tasks.start("page news", _tell(socket, news, translate), Ended)
            reading = tasks.start("page answers", _answer(socket))
            await asyncio.wait((telling, reading), return_when=asyncio.FIRST_COMPLETED)
        await close(socket, AGAIN)


async def _answer(socket: WebSocket) -> None:
    """Answer the messages of a page until it disconnects."""
    try:
        while True:
            await send(socket, _answer_to(await receive_text(socket)))
    except WebSocketDisconnect:
        return


def _answer_to(text: str | None) -> Message:
    """Return the answer to a message; these pages send only pings."""
    try:
        kind = read_message(text)["t"]
    except UsageError as error:
        wrong = str(error)
    else:
        if kind == "ping":
            return {"t": "pong"}
        wrong = f"there are no messages of kind {kind[:40]!r}"
    return {"t": "error", "code": UsageError.code, "message": wrong}


async def _tell(
    socket: WebSocket,
    news: Feed[Message],
    translate: Callable[[Message], Awaitable[Message | None]],
) -> None:
    """Send news to a page until it disconnects; raise Ended if messages are lost."""
    while True:
        waiting = [await news.get(), *news.take()]
        told: list[Message] = []
        for message in waiting:
            said = await translate(message)
            if said is not None and said not in told:
                told.append(said)
        try:
            for said in told:
                await send(socket, said)
        except WebSocketDisconnect:
            return
        await asyncio.sleep(PAUSE_SECONDS)
