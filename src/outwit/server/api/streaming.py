"""The streams over HTTP: a JSON object a line."""

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
Follow = Annotated[bool, Query(description="Go on; else end after what there is now.")]


class Lines(StreamingResponse):
    """An answer of lines."""

    media_type = NDJSON


def as_lines(lines: AsyncIterator[BaseModel | None]) -> Lines:
    """Return a stream as an answer, which proxies must not hold back."""
    return Lines(written(lines), headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})


async def written(lines: AsyncIterator[BaseModel | None]) -> AsyncIterator[str]:
    """Write objects as lines, empty ones where nothing happens.

    End when the token is revoked, the reader is too slow, the database is away, or the portal is
    about to end.
    """
    try:
        async for line in lines:
            yield "\n" if line is None else f"{line.model_dump_json(by_alias=True)}\n"
    except (BadToken, Ended, StorageFault):
        return


def described(line: Any, *statuses: int) -> dict[int | str, dict[str, Any]]:
    """Describe a stream for the schema by its lines, and its refusals, which are JSON."""
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
    """Stream what concerns you: games that begin and end, challenges that come and go.

    First come those that are going on. An empty line comes every few seconds.
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
    """Stream a game of yours: all of it, then each state and chat line, until it ends."""
    room, _ = await commands.seat(caller, key)
    return as_lines(streams.game(caller, presenters.of(request), room, follow))
