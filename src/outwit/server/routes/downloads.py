"""Downloads of a game: record, pictures of positions, film."""

from __future__ import annotations

import asyncio
from typing import Literal

from fastapi import Request, Response

from outwit.drawing.png import to_png
from outwit.records.jsonlines import to_json
from outwit.records.replay import replay
from outwit.records.writer import write_record
from outwit.server.base.provided import Provided, Router
from outwit.server.base.workqueue import Painting
from outwit.server.edge.identity import Identity
from outwit.server.jobs.filecache import KeptPictures
from outwit.server.jobs.filming import Filming
from outwit.server.routes.review import finished, headers_for
from outwit.storage.games import GameStore
from outwit.storage.stored import StoredGame

Theme = Literal["light", "dark"]
TEXT, JSON_LINE, GIF, PNG, SVG = (
    "text/plain; charset=utf-8",
    "application/json",
    "image/gif",
    "image/png",
    "image/svg+xml",
)
# Width of a picture in pixels, as previews of links need it.
PIXELS = 640
router = Router()


@router.get("/g/{key}.txt")
async def text(key: str, games: Provided[GameStore]) -> Response:
    """Return a game as a record."""
    stored = await asyncio.to_thread(games.load, key)
    return saved(stored, write_record(stored.record()), TEXT, "txt")


@router.get("/g/{key}.json")
async def json_line(key: str, games: Provided[GameStore]) -> Response:
    """Return a game as a record in JSON."""
    stored = await asyncio.to_thread(games.load, key)
    return saved(stored, to_json(stored.record()) + "\n", JSON_LINE, "json")


@router.get("/g/{key}.svg")
async def svg(
    request: Request,
    key: str,
    games: Provided[GameStore],
    painting: Provided[Painting],
    identity: Provided[Identity],
    ply: int | None = None,
    flipped: bool = False,
    theme: Theme = "light",
) -> Response:
    """Return a position of a game as SVG, by default the last one."""
    stored = await asyncio.to_thread(games.load, key)
    drawn = await painting.run(
        lambda: drawing(stored, ply, flipped=flipped, theme=theme),
        client=identity.client(request),
    )
    return saved(stored, drawn, SVG)


@router.get("/g/{key}.png")
async def png(
    request: Request,
    key: str,
    games: Provided[GameStore],
    painting: Provided[Painting],
    pictures: Provided[KeptPictures],
    identity: Provided[Identity],
    ply: int | None = None,
    flipped: bool = False,
    theme: Theme = "light",
) -> Response:
    """Return a position of a game as PNG."""
    stored = await asyncio.to_thread(games.load, key)
    plies = len(stored.moves)
    number = plies if ply is None else max(0, min(plies, ply))
    # The name contains the move: in a running game it may be taken back and replaced.
    name = f"{key} {number} {flipped} {theme} {stored.moves[number - 1].move if number else ''}"
    data = pictures.get(name)
    if data is None:
        data = await painting.run(
            lambda: to_png(drawing(stored, number, flipped=flipped, theme=theme)),
            client=identity.client(request),
        )
        pictures.put(name, data)
    return saved(stored, data, PNG)


@router.get("/g/{key}.gif")
async def gif(
    request: Request,
    key: str,
    games: Provided[GameStore],
    filming: Provided[Filming],
    identity: Provided[Identity],
) -> Response:
    """Return a finished game as a GIF."""
    stored = await finished(games, key)
    data = await filming.film(key, stored.record(), identity.client(request))
    return saved(stored, data, GIF)


def drawing(stored: StoredGame, ply: int | None, *, flipped: bool, theme: str) -> str:
    """Draw a position of a game."""
    record = stored.record()
    if ply is not None:
        record = record.replace(moves=record.moves[: max(0, ply)])
    return replay(record).svg(size=PIXELS, theme=theme, flipped=flipped)


def saved(stored: StoredGame, content: str | bytes, kind: str, ending: str = "") -> Response:
    """Return a file; with an extension, the browser saves it under the game's name."""
    headers = dict(headers_for(stored))
    if ending:
        name = f"{stored.setup.game}-{stored.id}.{ending}"
        headers["Content-Disposition"] = f'attachment; filename="{name}"'
    if stored.ended is not None:
        headers["Cache-Control"] = "max-age=3600"
    return Response(content, media_type=kind, headers=headers)
