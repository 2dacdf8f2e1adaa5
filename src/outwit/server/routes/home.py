"""The first page: the games, and running games."""

from __future__ import annotations

import asyncio
from functools import lru_cache

from fastapi import Request
from fastapi.responses import HTMLResponse, PlainTextResponse

from outwit import __version__
from outwit.arena.seat import DEFAULT_LEVEL
from outwit.core.look import Look
from outwit.drawing.boardstyle import CLASSIC, board_style
from outwit.drawing.palette import page_sheet
from outwit.games import all_games
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.live.lobby import Lobby
from outwit.server.live.seeking import accounts_of
from outwit.server.routes.friends import Friends
from outwit.server.routes.pages import Pages, shown_game, small_size
from outwit.server.values.daily import shown_today, today_in_utc
from outwit.server.values.shown import Shown, shown_busy, shown_line, shown_seek
from outwit.server.values.timeleft import time_left
from outwit.storage.daily import DailyStore
from outwit.storage.history import HistoryStore
from outwit.storage.relations import RelationStore
from outwit.storage.slowturns import TurnStore

# Fewest moves a game needs to be shown as a board.
GOING = 2
# Most running games listed.
MOST_WATCHED = 8
router = Router()


@router.get("/")
async def home(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    lobby: Provided[Lobby],
    history: Provided[HistoryStore],
    turns: Provided[TurnStore],
    daily: Provided[DailyStore],
    relations: Provided[RelationStore],
    friends: Provided[Friends],
) -> HTMLResponse:
    """Show the games, and running games."""
    account = identity.account(request)
    apart = await asyncio.to_thread(relations.apart, account)
    known = {game.name: game for game in all_games()}
    # Seeks of games that are not installed any more are left out.
    seeks = [
        shown_seek(line)
        for line in await lobby.waiting()
        if line.setup.game in known and apart.isdisjoint(accounts_of(line))
    ]
    busy = await busy_games(lobby, history)
    mine, invitations = await asyncio.to_thread(own_games, history, turns, account)
    return await pages.show(
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
        friends=await asyncio.to_thread(friends.shown, account),
        today=await asyncio.to_thread(shown_today, daily, account, today_in_utc()),
    )


async def busy_games(lobby: Lobby, history: HistoryStore) -> list[Shown]:
    """Return the public running games, first those of people."""
    lines = await lobby.busy()
    plies = await asyncio.to_thread(history.plies, [line.id for line in lines])
    return [shown_busy(line, plies[line.id]) for line in lines]


def by_game(busy: list[Shown]) -> dict[str, Shown]:
    """Return for each game the first running one with at least ``GOING`` moves."""
    return {each["name"]: each for each in reversed(busy) if each["plies"] >= GOING}


def own_games(
    history: HistoryStore, turns: TurnStore, account: int | None
) -> tuple[list[Shown], list[Shown]]:
    """Return an account's running games, and the games to which it is invited.

    Slow games in which it is to move come first, the most urgent before the others.
    """
    if account is None:
        return [], []
    running = history.running(account)
    plies = history.plies([line.id for line in running])
    mine = [shown_line(line, account, plies[line.id]) for line in running]
    queue = {turn.game_id: turn.deadline for turn in turns.queue(account)}
    for each in mine:
        deadline = queue.get(each["id"])
        each["left"] = deadline and time_left((deadline - turns.clock()).total_seconds())
    order = list(queue)
    mine.sort(key=lambda each: order.index(each["id"]) if each["id"] in queue else len(order))
    invitations = [shown_line(line, account) for line in history.invitations(account)]
    return mine, invitations


@router.get("/static/boards.css")
async def boards(style: str = CLASSIC) -> PlainTextResponse:
    """Return the style sheet with the colours of pages, and of every game's board in a style."""
    board_style(style)
    return PlainTextResponse(board_sheet(style), media_type="text/css")


@lru_cache
def board_sheet(style: str) -> str:
    """Return the style sheet of the boards in a style; only they follow it, not the pages."""
    sheets = [page_sheet(game.parts.look, f".outwit-{game.name}", style) for game in all_games()]
    return "\n".join((page_sheet(Look()), *sheets))
