"""Your move: the slow games in which an account is to move, the most urgent first."""

from __future__ import annotations

import asyncio

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.routes.home import own_games
from outwit.server.routes.pages import Pages
from outwit.storage.history import HistoryStore
from outwit.storage.slowturns import TurnStore

router = Router()


@router.get("/turns")
async def show(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    history: Provided[HistoryStore],
    turns: Provided[TurnStore],
) -> Response:
    """Show the games in which the caller is to move, with the time left."""
    account = identity.account(request)
    mine, _ = await asyncio.to_thread(own_games, history, turns, account)
    waiting = [each for each in mine if each["is_turn"] and not each["waits"]]
    return await pages.show(request, "turns.html", mine=waiting)


@router.get("/turns/next")
async def next_game(
    request: Request, identity: Provided[Identity], turns: Provided[TurnStore], after: str = ""
) -> Response:
    """Lead to the most urgent game in which the caller is to move, but not to ``after``."""
    account = identity.account(request)
    queue = () if account is None else await asyncio.to_thread(turns.queue, account)
    found = next((turn.game_id for turn in queue if turn.game_id != after), None)
    return RedirectResponse("/turns" if found is None else f"/g/{found}", 303)
