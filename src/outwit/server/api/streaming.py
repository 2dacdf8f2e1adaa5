"""The streams over HTTP: one JSON object per line."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Query, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from outwit.errors import BadToken, StorageFault
from outwit.server.api.access import Bot
from outwit.server.api.answers import EventLine, Fault, GameLine
from outwit.server.api.challenges import Key
from outwit.server.api.commands import BotCommands
from outwit.server.api.faults import COMMON, MEANING
from outwit.server.api.presenter import Presenters
from outwit.server.api.streams import Streams
from outwit.server.base.provided import Provided, Router
from outwit.server.news.feed import Ended

NDJSON = "application/x-ndjson"
router = Router(tags=["Streams"])
Follow = Annotated[bool, Query(description="false: send the current state and close the stream.")]


class Lines(StreamingResponse):
    """An answer of lines."""

    media_type = NDJSON


def as_lines(lines: AsyncIterator[BaseModel | None]) -> Lines:
    """Return a stream as an answer with headers that stop proxies from buffering it."""
    return Lines(written(lines), headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})


async def written(lines: AsyncIterator[BaseModel | None]) -> AsyncIterator[str]:
    """Write objects as lines, and an empty line for None.

    End when the token is revoked, the reader is too slow, the database is unavailable, or the
    portal is about to end.
    """
    try:
        async for line in lines:
            yield "\n" if line is None else f"{line.model_dump_json(by_alias=True)}\n"
    except (BadToken, Ended, StorageFault):
        return


def described(line: Any, *statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describe a stream for the schema: its lines, and its error answers in JSON."""
    fault = {"application/json": {"schema": {"$ref": f"#/components/schemas/{Fault.__name__}"}}}
    refusals: dict[int | str, dict[str, Any]] = {
        status: {"description": MEANING[status], "content": fault}
        for status in sorted({*COMMON, *statuses})
    }
    return {200: {"description": "A JSON object a line.", "model": line}, **refusals}


@router.get(
    "/stream/event",
    response_class=Lines,
    responses=described(EventLine, 401, 403),
)
async def stream_events(
    request: Request,
    caller: Bot,
    presenters: Provided[Presenters],
    streams: Provided[Streams],
    follow: Follow = True,
) -> Lines:
    """Stream your events: games that start and end, challenges that are made and closed.

    The stream starts with the running games and open challenges. The server sends an empty line
    every five seconds.
    """
    return as_lines(streams.events(caller, presenters.of(request), follow))


@router.get(
    "/bot/game/stream/{key}",
    response_class=Lines,
    responses=described(GameLine, 401, 403),
)
async def stream_game(
    request: Request,
    caller: Bot,
    key: Key,
    presenters: Provided[Presenters],
    streams: Provided[Streams],
    commands: Provided[BotCommands],
    follow: Follow = True,
) -> Lines:
    """Stream a game of yours: first the whole game, then each state and chat line, to its end."""
    room, _ = await commands.seat(caller, key)
    return as_lines(streams.game(caller, presenters.of(request), room, follow))
