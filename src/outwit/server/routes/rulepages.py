"""The rules of games, with interactive examples."""

from __future__ import annotations

import asyncio

from fastapi import Query, Request
from fastapi.responses import HTMLResponse, JSONResponse

from outwit.games import all_games
from outwit.server.base.provided import Provided, Router
from outwit.server.routes.pages import Pages, game_at, shown_game
from outwit.server.values.examples import shown_examples, tried_example
from outwit.server.values.rulebook import rules_body

router = Router()


@router.get("/rules")
async def all_rules(request: Request, pages: Provided[Pages]) -> HTMLResponse:
    """List the rules of all games."""
    games = [shown_game(game) for game in all_games()]
    return await pages.show(request, "games.html", title="Rules", folder="/rules", games=games)


@router.get("/rules/{name}")
async def rules(request: Request, name: str, pages: Provided[Pages]) -> HTMLResponse:
    """Show the rules of a game."""
    game = game_at(name)
    body = await asyncio.to_thread(rules_body, game, await pages.words(request))
    return await pages.show(
        request, "rules.html", game=shown_game(game), body=body, examples=shown_examples(game)
    )


@router.get("/rules/{name}/drawer")
async def rules_drawer(request: Request, name: str, pages: Provided[Pages]) -> HTMLResponse:
    """Return the rules of a game as a part of another page."""
    game = game_at(name)
    body = await asyncio.to_thread(rules_body, game, await pages.words(request))
    return await pages.show(request, "drawer.html", game=shown_game(game), body=body)


@router.get("/rules/{name}/examples/{number}")
async def try_example(name: str, number: int, move: str = Query(max_length=40)) -> JSONResponse:
    """Return the result of a move in an example of the rules."""
    return JSONResponse(tried_example(game_at(name), number, move))
