"""A game to take away: its record, pictures of its positions, a film."""

from __future__ import annotations

import asyncio
from typing import Literal

from fastapi import APIRouter, Request, Response

from outwit.drawing.png import to_png
from outwit.records.jsonlines import to_json
from outwit.records.replay import replay
from outwit.records.writer import write_record
from outwit.server.portal import portal_of
from outwit.server.routes.review import finished, headers_for
from outwit.storage.stored import StoredGame

Theme = Literal["light", "dark"]
TEXT, JSON_LINE, GIF, PNG, SVG = (
    "text/plain; charset=utf-8",
    "application/json",
    "image/gif",
    "image/png",
    "image/svg+xml",
)
# What a link's preview wants.
PIXELS = 640
router = APIRouter()


@router.get("/g/{key}.txt")
async def text(request: Request, key: str) -> Response:
    """Return a game as a record."""
    stored = await load(request, key)
    return saved(stored, write_record(stored.record()), TEXT, "txt")


@router.get("/g/{key}.json")
async def json_line(request: Request, key: str) -> Response:
    """Return a game as a record in JSON."""
    stored = await load(request, key)
    return saved(stored, to_json(stored.record()) + "\n", JSON_LINE, "json")


@router.get("/g/{key}.svg")
async def svg(
    request: Request,
    key: str,
    ply: int | None = None,
    flipped: bool = False,
    theme: Theme = "light",
) -> Response:
    """Return a position of a game as a picture, the last one unless another is asked for."""
    stored = await load(request, key)
    portal = portal_of(request.app)
    drawn = await portal.painting.run(
        lambda: drawing(stored, ply, flipped=flipped, theme=theme),
        client=portal.identity.client(request),
    )
    return saved(stored, drawn, SVG)


@router.get("/g/{key}.png")
async def png(
    request: Request,
    key: str,
    ply: int | None = None,
    flipped: bool = False,
    theme: Theme = "light",
) -> Response:
    """Return a position of a game as a picture that every program shows."""
    portal = portal_of(request.app)
    stored = await load(request, key)
    plies = len(stored.moves)
    number = plies if ply is None else max(0, min(plies, ply))
    # A move may be taken back and another one played while the game goes on.
    name = f"{key} {number} {flipped} {theme} {stored.moves[number - 1].move if number else ''}"
    data = portal.pictures.get(name)
    if data is None:
        data = await portal.painting.run(
            lambda: to_png(drawing(stored, number, flipped=flipped, theme=theme)),
            client=portal.identity.client(request),
        )
        portal.pictures.put(name, data)
    return saved(stored, data, PNG)


@router.get("/g/{key}.gif")
async def gif(request: Request, key: str) -> Response:
    """Return a finished game as a film."""
    portal = portal_of(request.app)
    stored = await finished(portal, key)
    data = await portal.filming.film(key, stored.record(), portal.identity.client(request))
    return saved(stored, data, GIF)


async def load(request: Request, key: str) -> StoredGame:
    """Return a game; raise NotFound."""
    return await asyncio.to_thread(portal_of(request.app).games.load, key)


def drawing(stored: StoredGame, ply: int | None, *, flipped: bool, theme: str) -> str:
    """Draw a position of a game."""
    record = stored.record()
    if ply is not None:
        record = record.replace(moves=record.moves[: max(0, ply)])
    return replay(record).svg(size=PIXELS, theme=theme, flipped=flipped)


def saved(stored: StoredGame, content: str | bytes, kind: str, ending: str = "") -> Response:
    """Return a file; one with an ending is saved under the game's name instead of shown."""
    headers = dict(headers_for(stored))
    if ending:
        name = f"{stored.setup.game}-{stored.id}.{ending}"
        headers["Content-Disposition"] = f'attachment; filename="{name}"'
    if stored.ended is not None:
        headers["Cache-Control"] = "max-age=3600"
    return Response(content, media_type=kind, headers=headers)
