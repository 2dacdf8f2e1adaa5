"""The choice of theme, boards, size of the text and language, for guests and strangers too."""

from __future__ import annotations

import asyncio

from fastapi import Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.games import all_games
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.routes.pages import Pages, dress, small_size
from outwit.server.values.appearance import FIELDS, WISHED, chosen_appearance
from outwit.server.wording.languages import OFFERED
from outwit.storage.accounts import AccountStore

PATH = "/settings/appearance"
router = Router()


@router.get(PATH)
async def appearance(request: Request, pages: Provided[Pages]) -> HTMLResponse:
    """Show the choices."""
    shown = [{"name": game.name, **small_size(game)} for game in all_games()]
    known = (WISHED, *OFFERED)
    languages = {name: title for name, title in FIELDS["language"].items() if name in known}
    looks = {**FIELDS, "language": languages}
    return await pages.show(request, "appearance.html", looks=looks, games=shown)


@router.post(PATH)
async def choose(
    request: Request,
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    csrf: str = Form(max_length=64),
    theme: str = Form(max_length=40),
    board: str = Form(max_length=40),
    size: str = Form(max_length=40),
    language: str = Form(WISHED, max_length=40),
) -> Response:
    """Store the choice in this browser, and for an account in the database."""
    account = identity.form_sender(request, csrf)
    chosen = chosen_appearance({"theme": theme, "board": board, "size": size, "language": language})
    if account is not None:
        await asyncio.to_thread(accounts.dress, account, str(chosen))
    response = RedirectResponse(PATH, 303)
    dress(response, chosen)
    return response
