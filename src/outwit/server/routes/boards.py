"""Boards as separate pictures: the games on the first page, and small boards in lists.

The first page shows running games. For a game without one, it replays a demonstration between
two bots.
"""

from __future__ import annotations

import asyncio
import gzip
from functools import lru_cache
from typing import Any

from fastapi import Request, Response

from outwit.core.position import Position
from outwit.games import game as find_game
from outwit.records.replay import replay
from outwit.server.base.provided import Provided, Router
from outwit.server.base.workqueue import Painting
from outwit.server.edge.identity import Identity
from outwit.server.jobs.demonstrations import Demonstrations
from outwit.server.live.lobby import Lobby
from outwit.server.routes.home import busy_games, by_game
from outwit.server.routes.pages import appearance_of, game_at
from outwit.server.values.view import small_picture
from outwit.storage.games import GameStore
from outwit.storage.history import HistoryStore

# Security headers of a picture: it contains its styles and loads nothing.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    # The cookie has the appearance that the visitor has chosen.
    "Vary": "Accept-Encoding, Cookie",
}
A_DAY, A_WHILE = "private, max-age=86400", "private, max-age=600"
# Number of extra pictures of the start and of the end of a demonstration.
REST = 2
# The theme and the style of a picture.
PictureLook = tuple[str, str]
router = Router()


@router.get("/boards/now.json")
async def now(lobby: Provided[Lobby], history: Provided[HistoryStore]) -> dict[str, Any]:
    """Return the running games that the first page shows, by game."""
    return by_game(await busy_games(lobby, history))


@router.get("/boards/{name}.svg")
async def start(request: Request, name: str, theme: str = "", style: str = "") -> Response:
    """Return the start position of a game, as the visitor has chosen or in a theme and style."""
    chosen, own = appearance_of(request).picture
    data = start_picture(game_at(name).name, (theme or chosen, style or own))
    return picture_answer(request, data, A_DAY)


@router.get("/boards/{name}/{ply}.svg")
async def demonstration(
    request: Request,
    name: str,
    ply: int,
    demonstrations: Provided[Demonstrations],
    painting: Provided[Painting],
    identity: Provided[Identity],
) -> Response:
    """Return a board of a game's demonstration, which repeats after its end."""
    game = game_at(name)
    moves = await demonstrations.moves(game)
    ply = max(0, ply) % (len(moves) + 2 * REST)
    client = identity.client(request)
    line, look = moves[: max(0, ply - REST)], appearance_of(request).picture
    data = await painting.run(lambda: moved_picture(game.name, line, look), client=client)
    return picture_answer(request, data, A_DAY)


@router.get("/g/{key}/small.svg")
async def small(
    request: Request,
    key: str,
    games: Provided[GameStore],
    painting: Provided[Painting],
    identity: Provided[Identity],
) -> Response:
    """Return the current board of a game, drawn from the database."""
    stored = await asyncio.to_thread(games.load, key)
    client, look = identity.client(request), appearance_of(request).picture
    data = await painting.run(lambda: packed(replay(stored.record()), look), client=client)
    return picture_answer(request, data, "no-cache" if stored.ended is None else A_WHILE)


def picture_answer(request: Request, data: bytes, cache: str) -> Response:
    """Return a compressed picture, decompressed for clients without gzip."""
    headers = {**HEADERS, "Cache-Control": cache}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        data = gzip.decompress(data)
    return Response(data, headers=headers, media_type="image/svg+xml")


def packed(position: Position, look: PictureLook) -> bytes:
    """Return a position drawn and compressed."""
    return gzip.compress(small_picture(position, *look).encode(), mtime=0)


@lru_cache(maxsize=64)
def start_picture(name: str, look: PictureLook) -> bytes:
    """Return the start position of a game, compressed."""
    return packed(find_game(name).start(), look)


@lru_cache(maxsize=512)
def moved_picture(name: str, moves: tuple[str, ...], look: PictureLook) -> bytes:
    """Return the board of a game after some moves, compressed."""
    position = find_game(name).start()
    for move in moves:
        position.play(move)
    return packed(position, look)
