"""The pages of the portal."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse
from fastapi.templating import Jinja2Templates
from markdown_it import MarkdownIt

from outwit.arena.seat import DEFAULT_LEVEL
from outwit.core.game import Game
from outwit.core.look import Look
from outwit.core.option import Choice
from outwit.core.page import rules_page
from outwit.drawing.palette import style_sheet
from outwit.errors import NotFound, UnknownGame
from outwit.games import all_games
from outwit.games import game as find_game
from outwit.players.levels import LEVELS
from outwit.records.replay import option_text
from outwit.server.examples import shown_examples, tried_example
from outwit.server.portal import Portal, portal_of
from outwit.server.puzzle import Attempt
from outwit.server.view import picture

WEB = Path(__file__).parent / "web"
CLOCKS = [
    {"value": "unlimited", "title": "No clock"},
    {"value": "180+2", "title": "3 minutes each, and 2 seconds a move"},
    {"value": "300+3", "title": "5 minutes each, and 3 seconds a move"},
    {"value": "900+10", "title": "15 minutes each, and 10 seconds a move"},
]
# Rules come from games that anybody may have written: no HTML of theirs.
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
templates = Jinja2Templates(WEB / "templates")
router = APIRouter()


async def page(request: Request, name: str, status: int = 200, /, **values: Any) -> HTMLResponse:
    """Return a page; all get who is there and the token for forms."""
    portal = portal_of(request.app)
    account = portal.identity.account(request)
    values |= {
        "csrf": portal.identity.form_token(account),
        "status": status,
        "user": await asyncio.to_thread(shown_user, portal, account),
    }
    return templates.TemplateResponse(request, name, values, status_code=status)


def shown_user(portal: Portal, account: int | None) -> dict[str, object] | None:
    """Return what pages show of whoever is there, None for a stranger."""
    if account is None:
        return None
    try:
        found = portal.accounts.get(account)
    except NotFound:
        return None
    return {"name": found.name, "guest": found.is_guest}


def game_at(name: str) -> Game:
    """Return the game of an address; raise NotFound if there is none."""
    try:
        return find_game(name)
    except UnknownGame as error:
        raise NotFound(str(error)) from None


def shown_game(game: Game) -> dict[str, str]:
    """Return what pages show of a game."""
    return {
        "name": game.name,
        "title": game.title,
        "display_name": game.display_name,
        "svg": picture(game.start(), prefix=f"{game.name}-"),
    }


@router.get("/")
async def home(request: Request) -> HTMLResponse:
    """Show the games."""
    games = [shown_game(game) for game in all_games()]
    lobby = portal_of(request.app).lobby
    seeks = [
        {
            "id": room.key,
            "game": room.live.game.display_name,
            "name": next(seat.name for seat in room.setup.seats if not seat.is_open),
            "clock": room.setup.time_control,
        }
        for room in lobby.waiting()
    ]
    watched = [
        {
            "id": room.key,
            "game": room.live.game.display_name,
            "players": [seat.name for seat in room.setup.seats],
        }
        for room in lobby.busy()
    ]
    today = await asyncio.to_thread(shown_today, portal_of(request.app))
    return await page(request, "home.html", games=games, seeks=seeks, watched=watched, today=today)


def shown_today(portal: Portal) -> dict[str, str] | None:
    """Return the puzzle of the day, None if there is none."""
    stored = portal.puzzles.of_day(datetime.now(UTC).date())
    if stored is None:
        return None
    attempt = Attempt(find_game(stored.game), stored)
    return {
        "path": f"/puzzles/{stored.game}/{stored.id}",
        "game": attempt.game.display_name,
        "question": attempt.question,
        "svg": attempt.board("today-"),
    }


@router.get("/play/{name}")
async def choose(request: Request, name: str) -> HTMLResponse:
    """Ask how to play; everything is proposed already."""
    game = game_at(name)
    options = [
        {
            "name": option.name,
            "summary": option.summary,
            "kind": type(option).__name__.lower(),
            "choices": list(option.choices) if isinstance(option, Choice) else [],
            "default": "" if option.default is None else option_text(option.default),
        }
        for option in game.options
    ]
    levels = [{"number": number, "manner": level.manner} for number, level in enumerate(LEVELS, 1)]
    return await page(
        request,
        "play.html",
        game=shown_game(game),
        levels=levels,
        level=DEFAULT_LEVEL,
        sides=list(game.sides),
        options=options,
        clocks=CLOCKS,
    )


@router.get("/rules/{name}")
async def rules(request: Request, name: str) -> HTMLResponse:
    """Show the rules of a game."""
    game = game_at(name)
    # The page's own title stands above it already.
    text = rules_page(game).removeprefix("# ").partition("\n")[2]
    body = MARKDOWN.render(text)
    examples = shown_examples(game)
    return await page(request, "rules.html", game=shown_game(game), body=body, examples=examples)


@router.get("/rules/{name}/examples/{number}")
async def try_example(name: str, number: int, move: str = Query(max_length=40)) -> JSONResponse:
    """Return what a move does in an example of the rules."""
    return JSONResponse(tried_example(game_at(name), number, move))


@router.get("/static/boards.css")
async def boards() -> PlainTextResponse:
    """Return the colours of every game's board."""
    sheets = [style_sheet(game.parts.look, f".outwit-{game.name}") for game in all_games()]
    family = style_sheet(Look(), ":root")
    return PlainTextResponse("\n".join((family, *sheets)), media_type="text/css")


@router.get("/health")
async def health() -> PlainTextResponse:
    """Say that the portal is up."""
    return PlainTextResponse("ok\n")
