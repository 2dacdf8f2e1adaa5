"""The pages of the portal."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import randrange
from typing import Any

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from fastapi.templating import Jinja2Templates
from markdown_it import MarkdownIt

from outwit.arena.seat import DEFAULT_LEVEL, level_seat
from outwit.arena.timecontrol import read_time_control
from outwit.core.game import Game
from outwit.core.option import Choice
from outwit.core.page import rules_page
from outwit.drawing.palette import style_sheet
from outwit.errors import NotFound, UnknownGame
from outwit.games import all_games
from outwit.games import game as find_game
from outwit.players.levels import LEVELS
from outwit.records.replay import option_text
from outwit.server.portal import portal_of
from outwit.server.room import Watcher
from outwit.server.view import picture
from outwit.storage.stored import NewGame, StoredSeat

WEB = Path(__file__).parent / "web"
CLOCKS = [
    {"value": "unlimited", "title": "No clock"},
    {"value": "180+2", "title": "3 minutes each, and 2 seconds a move"},
    {"value": "300+3", "title": "5 minutes each, and 3 seconds a move"},
    {"value": "900+10", "title": "15 minutes each, and 10 seconds a move"},
]
EITHER = "random"
# Rules come from games that anybody may have written: no HTML of theirs.
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
templates = Jinja2Templates(WEB / "templates")
router = APIRouter()


def page(request: Request, name: str, status: int = 200, /, **values: Any) -> HTMLResponse:
    """Return a page; all get who is there and the token for forms."""
    portal = portal_of(request.app)
    account = portal.identity.account(request)
    values |= {
        "csrf": portal.identity.form_token(account),
        "account": account,
        "status": status,
    }
    return templates.TemplateResponse(request, name, values, status_code=status)


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
        "svg": picture(game.start()),
    }


@router.get("/")
async def home(request: Request) -> HTMLResponse:
    """Show the games."""
    games = [shown_game(game) for game in all_games()]
    return page(request, "home.html", games=games, seeks=[], watched=[])


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
    return page(
        request,
        "play.html",
        game=shown_game(game),
        levels=levels,
        level=DEFAULT_LEVEL,
        sides=list(game.sides),
        options=options,
        clocks=CLOCKS,
    )


@router.post("/play")
async def begin(
    request: Request,
    game: str = Form(max_length=40),
    csrf: str = Form(max_length=64),
    level: int = Form(DEFAULT_LEVEL, ge=1, le=len(LEVELS)),
    side: str = Form("0", pattern=f"^(0|1|{EITHER})$"),
    clock: str = Form("unlimited", max_length=40),
) -> Response:
    """Begin a game against a bot; whoever has no account becomes a guest."""
    portal = portal_of(request.app)
    account = portal.identity.account(request)
    portal.identity.check_form(account, csrf)
    found = game_at(game)
    form = await request.form()
    given = {
        option.name: str(form[f"option-{option.name}"])
        for option in found.options
        if form.get(f"option-{option.name}")
    }
    position = found.start(**given)
    if account is None:
        account = (await asyncio.to_thread(portal.accounts.guest)).id
    person = await asyncio.to_thread(portal.accounts.get, account)
    is_second = randrange(2) == 1 if side == EITHER else side == "1"
    bot = level_seat(level).name
    seats = StoredSeat(person.name, account), StoredSeat(bot, None, bot)
    new = NewGame(
        found.name,
        (seats[1], seats[0]) if is_second else seats,
        {key: option_text(value) for key, value in position.options.items() if value is not None},
        position.text,
        str(read_time_control(clock)),
    )
    room = await portal.lobby.create(new)
    response = RedirectResponse(f"/g/{room.key}", 303)
    portal.identity.remember(response, account)
    return response


@router.get("/g/{key}")
async def game_page(request: Request, key: str) -> HTMLResponse:
    """Show a game: to be played, watched or looked at."""
    portal = portal_of(request.app)
    room = await portal.lobby.room(key)
    watcher = Watcher(room.side_of(portal.identity.account(request)), no_answer)
    state = room.state(watcher)
    return page(request, "game.html", state=state, game=room.live.game)


@router.get("/rules/{name}")
async def rules(request: Request, name: str) -> HTMLResponse:
    """Show the rules of a game."""
    game = game_at(name)
    # The page's own title stands above it already.
    text = rules_page(game).removeprefix("# ").partition("\n")[2]
    body = MARKDOWN.render(text)
    return page(request, "rules.html", game=shown_game(game), body=body, examples=[])


@router.get("/static/boards.css")
async def boards() -> PlainTextResponse:
    """Return the colours of every game's board."""
    sheets = (style_sheet(game.parts.look, f".outwit-{game.name}") for game in all_games())
    return PlainTextResponse("\n".join(sheets), media_type="text/css")


@router.get("/health")
async def health() -> PlainTextResponse:
    """Say that the portal is up."""
    return PlainTextResponse("ok\n")


async def no_answer(message: dict[str, Any]) -> None:
    """Send nothing: a page is not a socket."""
