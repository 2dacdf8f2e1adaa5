"""Tours of games for people who see them for the first time: whether one is due, and its end."""

from __future__ import annotations

import asyncio

from fastapi import Form, Request, Response

from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.routes.pages import game_at
from outwit.storage.accounts import AccountStore

router = Router()


async def is_due(accounts: AccountStore, account: int | None, game: str) -> bool:
    """Tell whether an account may not have seen the tour of a game; the browser may know better."""
    return account is None or game not in await asyncio.to_thread(accounts.tours, account)


@router.post("/tours/{name}")
async def end_tour(
    request: Request,
    name: str,
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    csrf: str = Form(max_length=64),
) -> Response:
    """Store that the visitor has seen the tour of a game; a stranger's browser keeps it alone."""
    game = game_at(name)
    account = identity.form_sender(request, csrf)
    if account is not None:
        await asyncio.to_thread(accounts.end_tour, account, game.name)
    return Response(status_code=204)
