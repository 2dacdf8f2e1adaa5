"""The pages of the portal."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse
from fastapi.templating import Jinja2Templates

from outwit import __version__
from outwit.arena.seat import DEFAULT_LEVEL
from outwit.core.game import Game
from outwit.core.look import Look
from outwit.drawing.palette import style_sheet
from outwit.errors import NotFound, UnknownGame
from outwit.games import all_games
from outwit.games import game as find_game
from outwit.server.portal import Portal, portal_of
from outwit.server.values.examples import shown_examples, tried_example
from outwit.server.values.puzzle import Attempt
from outwit.server.values.rulebook import rules_body
from outwit.server.values.shown import Shown, shown_busy, shown_line, shown_seek
from outwit.server.values.view import picture, small_picture

WEB = Path(__file__).parents[1] / "web"
# The first page shows games in which so many moves have been played.
GOING = 2
# It lists so many that are being played.
MOST_WATCHED = 8
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
    notice = portal.identity.notice(request)
    if notice:
        values.setdefault("notice", notice)
    response = templates.TemplateResponse(request, name, values, status_code=status)
    if notice:
        portal.identity.drop_notice(response)
    return response


def shown_user(portal: Portal, account: int | None) -> dict[str, object] | None:
    """Return what pages show of whoever is there, None for a stranger."""
    if account is None:
        return None
    try:
        found = portal.accounts.get(account)
    except NotFound:
        return None
    return {
        "name": found.name,
        "guest": found.is_guest,
        "invitations": portal.history.count_invitations(account),
    }


def own_path(path: str) -> str:
    """Return a path of this site; anything else leads to the first page.

    >>> own_path("/play/ataxx"), own_path("//elsewhere"), own_path("https://elsewhere")
    ('/play/ataxx', '/', '/')
    """
    is_own = path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if is_own and path.isprintable() else "/"


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
        "svg": start_picture(game),
    }


@lru_cache(maxsize=64)
def start_picture(game: Game) -> str:
    """Return the start position of a game, drawn once."""
    return picture(game.start(), prefix=f"{game.name}-")


@lru_cache(maxsize=64)
def small_size(game: Game) -> dict[str, int]:
    """Return how large the small picture of a game is, so that pages keep room for it."""
    found = re.search(r'width="(\d+)" height="(\d+)"', small_picture(game.start()))
    assert found is not None
    return {"width": int(found[1]), "height": int(found[2])}


@router.get("/")
async def home(request: Request) -> HTMLResponse:
    """Show the games, and what goes on."""
    portal = portal_of(request.app)
    account = portal.identity.account(request)
    known = {game.name: game for game in all_games()}
    # A game whose rules are not installed any more is not offered.
    seeks = [shown_seek(line) for line in await portal.lobby.waiting() if line.setup.game in known]
    busy = await busy_games(portal)
    mine, invitations = await asyncio.to_thread(own_games, portal, account)
    return await page(
        request,
        "home.html",
        games=[{**shown_game(game), **small_size(game)} for game in known.values()],
        version=__version__,
        live=by_game(busy),
        seeks=seeks,
        watched=busy[:MOST_WATCHED],
        level=DEFAULT_LEVEL,
        mine=mine,
        invitations=invitations,
        today=await asyncio.to_thread(shown_today, portal),
    )


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


async def busy_games(portal: Portal) -> list[Shown]:
    """Return what is being played before everybody's eyes, first what people play."""
    lines = await portal.lobby.busy()
    plies = await asyncio.to_thread(portal.history.plies, [line.id for line in lines])
    return [shown_busy(line, plies[line.id]) for line in lines]


def by_game(busy: list[Shown]) -> dict[str, Shown]:
    """Return of every kind of game the first one, of those that have got going."""
    return {each["name"]: each for each in reversed(busy) if each["plies"] >= GOING}


def own_games(portal: Portal, account: int | None) -> tuple[list[Shown], list[Shown]]:
    """Return the games that somebody has not finished, and those to which they are invited."""
    if account is None:
        return [], []
    running = portal.history.running(account)
    plies = portal.history.plies([line.id for line in running])
    mine = [shown_line(line, account, plies[line.id]) for line in running]
    invitations = [shown_line(line, account) for line in portal.history.invitations(account)]
    return mine, invitations


@router.get("/rules")
async def all_rules(request: Request) -> HTMLResponse:
    """List the rules of all games."""
    games = [shown_game(game) for game in all_games()]
    return await page(request, "games.html", title="Rules", folder="/rules", games=games)


@router.get("/rules/{name}")
async def rules(request: Request, name: str) -> HTMLResponse:
    """Show the rules of a game."""
    game = game_at(name)
    body = await asyncio.to_thread(rules_body, game)
    examples = shown_examples(game)
    return await page(request, "rules.html", game=shown_game(game), body=body, examples=examples)


@router.get("/rules/{name}/drawer")
async def rules_drawer(request: Request, name: str) -> HTMLResponse:
    """Return the rules of a game as a part of another page."""
    game = game_at(name)
    body = await asyncio.to_thread(rules_body, game)
    return await page(request, "drawer.html", game=shown_game(game), body=body)


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
