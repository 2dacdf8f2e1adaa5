"""The settings of an account: password, download of games, and closing it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from fastapi import Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse

from outwit.errors import NotAllowed, NotFound, TooMany, UsageError
from outwit.records.writer import write_record
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.edge.limits import Limiter
from outwit.server.edge.passes import Passes, of_sessions, of_tokens
from outwit.server.live.leaving import Leaving
from outwit.server.routes.pages import Pages
from outwit.storage.accounts import AccountStore
from outwit.storage.games import GameStore
from outwit.storage.history import HistoryStore

PASSWORD, CLOSE = "password", "close"
router = Router()


@router.get("/settings")
async def settings(
    request: Request, pages: Provided[Pages], identity: Provided[Identity]
) -> Response:
    """Show the settings of the signed-in account; ask others to sign in."""
    if identity.account(request) is None:
        return RedirectResponse("/login?next=/settings", 303)
    return await shown(pages, request)


@router.post("/settings/password")
async def change_password(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    limiter: Provided[Limiter],
    accounts: Provided[AccountStore],
    csrf: str = Form(max_length=64),
    old: str = Form(max_length=1000),
    new: str = Form(max_length=1000),
) -> Response:
    """Change the password."""
    account = signed_in(identity, request, csrf)
    limiter.take("logins_name", account)
    try:
        async with limiter.hashing():
            await asyncio.to_thread(accounts.change_password, account, old, new)
    except NotFound:
        raise NotAllowed("a guest has no password: create an account first") from None
    except TooMany:
        raise
    except UsageError as error:
        return await shown(pages, request, 400, PASSWORD, str(error))
    await identity.end_all(account)
    notice = "The password is changed. Other devices sign in again."
    response = await shown(pages, request, notice=notice)
    identity.remember(response, account)
    return response


@router.post("/settings/close")
async def close(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    limiter: Provided[Limiter],
    accounts: Provided[AccountStore],
    leaving: Provided[Leaving],
    passes: Provided[Passes],
    csrf: str = Form(max_length=64),
    password: str = Form(max_length=1000),
) -> Response:
    """Close the account: resign running games, and remove the name from all games."""
    account = signed_in(identity, request, csrf)
    limiter.take("logins_name", account)
    try:
        name = (await asyncio.to_thread(accounts.get, account)).name
        async with limiter.hashing():
            if await asyncio.to_thread(accounts.check, name, password) is None:
                return await shown(pages, request, 400, CLOSE, "the password is wrong")
        await leaving.leave_all(account)
        bots = [bot.id for bot in await asyncio.to_thread(accounts.bots_of, account)]
        for bot in bots:
            await leaving.leave_all(bot)
        async with limiter.hashing():
            await asyncio.to_thread(accounts.close, account, password)
        passes.end(of_sessions(account), *(of_tokens(each) for each in (account, *bots)))
    except NotFound:
        raise NotAllowed("a guest has no account to close") from None
    except TooMany:
        raise
    except UsageError as error:
        return await shown(pages, request, 400, CLOSE, str(error))
    response = RedirectResponse("/", 303)
    identity.forget(response)
    return response


@router.get("/settings/games.txt")
async def download(
    request: Request,
    identity: Provided[Identity],
    games: Provided[GameStore],
    history: Provided[HistoryStore],
) -> Response:
    """Return all games of the caller, as records."""
    account = identity.account(request)
    if account is None:
        raise NotAllowed("sign in to download your games")
    ids = await asyncio.to_thread(history.ids, account)

    def records() -> Iterator[str]:
        for game in ids:
            yield write_record(games.record(game))

    headers = {
        "Content-Disposition": 'attachment; filename="outwit-games.txt"',
        "Cache-Control": "no-store",
    }
    return StreamingResponse(records(), media_type="text/plain; charset=utf-8", headers=headers)


def signed_in(identity: Identity, request: Request, csrf: str) -> int:
    """Return the account that sent a form; raise NotAllowed without one."""
    account = identity.form_sender(request, csrf)
    if account is None:
        raise NotAllowed("sign in first")
    return account


async def shown(
    pages: Pages,
    request: Request,
    status: int = 200,
    wrong: str = "",
    error: str = "",
    notice: str = "",
) -> HTMLResponse:
    """Show the settings, with the error beside the sent form."""
    error = error[:1].upper() + error[1:]
    return await pages.show(
        request, "settings.html", status, wrong=wrong, error=error, notice=notice or None
    )
