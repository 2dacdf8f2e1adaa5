"""The opening explorer: the moves that were played in a position, on a page and as a panel."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import Query, Request
from fastapi.responses import HTMLResponse

from outwit.core.position import Position
from outwit.errors import OutwitError
from outwit.games import all_games
from outwit.server.base.provided import Provided, Router
from outwit.server.base.workqueue import Painting
from outwit.server.edge.identity import Identity
from outwit.server.routes.analysisboard import OPTION, explained, read_position, written_options
from outwit.server.routes.pages import Pages, game_at, shown_game
from outwit.server.values.openings import (
    LEASTS,
    node_of,
    read_filter,
    shown_openings,
    shown_sample,
)
from outwit.server.values.view import picture, shown_played
from outwit.storage.openings import MOST_PLIES, OpeningStore
from outwit.storage.timeclass import TIME_CLASSES

router = Router()


@router.get("/openings")
async def explorers(request: Request, pages: Provided[Pages]) -> HTMLResponse:
    """List the opening explorers of all games."""
    games = [shown_game(game) for game in all_games()]
    return await pages.show(
        request, "games.html", title="Opening explorer", folder="/openings", games=games
    )


@router.get("/openings/{name}")
async def explorer(
    request: Request,
    name: str,
    pages: Provided[Pages],
    painting: Provided[Painting],
    identity: Provided[Identity],
    openings: Provided[OpeningStore],
    pace: str = Query("", max_length=40),
    least: str = Query("", alias="rating", max_length=40),
) -> HTMLResponse:
    """Show a position, the moves played in it, and sample games."""
    game = game_at(name)
    error = ""
    try:
        position = await asyncio.to_thread(read_position, game, dict(request.query_params))
    except OutwitError as wrong:
        position, error = game.start(), explained(game, wrong)
    chosen = read_filter(pace, least)
    svg = await painting.run(lambda: picture(position), client=identity.client(request))
    return await pages.show(
        request,
        "openings.html",
        400 if error else 200,
        game=shown_game(game),
        svg=svg,
        status_line=position.status,
        error=error,
        **await asyncio.to_thread(found_in, openings, position, chosen),
    )


@router.get("/openings/{name}/table")
async def table(
    request: Request,
    name: str,
    pages: Provided[Pages],
    openings: Provided[OpeningStore],
    pace: str = Query("", max_length=40),
    least: str = Query("", alias="rating", max_length=40),
) -> HTMLResponse:
    """Return the moves of a position as a part of the analysis board."""
    game = game_at(name)
    error, position = "", game.start()
    try:
        position = await asyncio.to_thread(read_position, game, dict(request.query_params))
    except OutwitError as wrong:
        error = explained(game, wrong)
    found = await asyncio.to_thread(found_in, openings, position, read_filter(pace, least))
    status = 400 if error else 200
    return await pages.show(
        request, "openingtable.html", status, game=shown_game(game), error=error, **found
    )


def found_in(openings: OpeningStore, position: Position, chosen: tuple[str, int]) -> dict[str, Any]:
    """Return the moves, filters, links and sample games of a position for the templates."""
    pace, least = chosen
    node = node_of(position)
    played = shown_played(position)
    texts = [move["text"] for move in played]
    found = shown_openings(position, openings.moves(node, pace, least))
    for move in found["moves"]:
        move["href"] = link(position, [*texts, move["text"]], chosen)
    return {
        "found": found,
        "samples": [shown_sample(line) for line in openings.samples(node, pace, least)],
        "played": [
            {**move, "href": link(position, texts[: number + 1], chosen)}
            for number, move in enumerate(played)
        ],
        "start": link(position, [], chosen),
        "board": f"/analysis{link(position, texts, ('', 0)).removeprefix('/openings')}",
        "fields": fields(position, texts),
        "pace": pace,
        "paces": TIME_CLASSES,
        "least": least,
        "leasts": LEASTS,
        "too_deep": position.ply >= MOST_PLIES,
        "most_plies": MOST_PLIES,
    }


def fields(position: Position, moves: list[str]) -> dict[str, str]:
    """Return the query of a position after some moves, as ``read_position`` reads it."""
    plain = written_options(position.game.start())
    values = {
        f"{OPTION}{name}": value
        for name, value in written_options(position).items()
        if plain.get(name) != value
    }
    usual = position.game.start(**position.options)
    if position.beginning != usual.text:
        values["position"] = position.beginning
    return {**values, "moves": " ".join(moves)} if moves else values


def link(position: Position, moves: list[str], chosen: tuple[str, int]) -> str:
    """Return the URL of the explorer after some moves, with the chosen filters."""
    pace, least = chosen
    values = fields(position, moves)
    if pace:
        values["pace"] = pace
    if least:
        values["rating"] = str(least)
    path = f"/openings/{quote(position.game.name)}"
    return f"{path}?{urlencode(values)}" if values else path
