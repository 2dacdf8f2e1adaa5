"""The settings of an account: its password, its games as a file, and closing it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse

from outwit.errors import (
    GameOver,
    NotAllowed,
    NotFound,
    OutwitError,
    StorageFault,
    TooMany,
    UsageError,
)
from outwit.records.record import UNFINISHED
from outwit.records.writer import write_record
from outwit.server.edge.passes import of_sessions, of_tokens
from outwit.server.live.commands import Cancel, Resign
from outwit.server.portal import Portal, form_sender, portal_of
from outwit.server.routes.pages import page

PASSWORD, CLOSE = "password", "close"
# How often the same games are given up in vain before their player is told so.
MOST_TRIES = 5
router = APIRouter()


@router.get("/settings")
async def settings(request: Request) -> Response:
    """Show the settings of whoever is signed in; others are asked to sign in."""
    if portal_of(request.app).identity.account(request) is None:
        return RedirectResponse("/login?next=/settings", 303)
    return await shown(request)


@router.post("/settings/password")
async def change_password(
    request: Request,
    csrf: str = Form(max_length=64),
    old: str = Form(max_length=1000),
    new: str = Form(max_length=1000),
) -> Response:
    """Change the password."""
    portal = portal_of(request.app)
    account = signed_in(request, csrf)
    portal.limiter.take("logins_name", account)
    try:
        async with portal.limiter.hashing():
            await asyncio.to_thread(portal.accounts.change_password, account, old, new)
    except NotFound:
        raise NotAllowed("a guest has no password: create an account first") from None
    except TooMany:
        raise
    except UsageError as error:
        return await shown(request, 400, PASSWORD, str(error))
    await portal.identity.end_all(account)
    response = await shown(request, notice="The password is changed. Other devices sign in again.")
    portal.identity.remember(response, account)
    return response


@router.post("/settings/close")
async def close(
    request: Request, csrf: str = Form(max_length=64), password: str = Form(max_length=1000)
) -> Response:
    """Close the account: games that go on are given up, and the name is taken out of all."""
    portal = portal_of(request.app)
    account = signed_in(request, csrf)
    portal.limiter.take("logins_name", account)
    try:
        name = (await asyncio.to_thread(portal.accounts.get, account)).name
        async with portal.limiter.hashing():
            if await asyncio.to_thread(portal.accounts.check, name, password) is None:
                return await shown(request, 400, CLOSE, "the password is wrong")
        await leave_games(portal, account)
        bots = [bot.id for bot in await asyncio.to_thread(portal.accounts.bots_of, account)]
        for bot in bots:
            await leave_games(portal, bot)
        async with portal.limiter.hashing():
            await asyncio.to_thread(portal.accounts.close, account, password)
        portal.passes.end(of_sessions(account), *(of_tokens(each) for each in (account, *bots)))
    except NotFound:
        raise NotAllowed("a guest has no account to close") from None
    except TooMany:
        raise
    except UsageError as error:
        return await shown(request, 400, CLOSE, str(error))
    response = RedirectResponse("/", 303)
    portal.identity.forget(response)
    return response


@router.get("/settings/games.txt")
async def download(request: Request) -> Response:
    """Return all games of whoever asks, as records."""
    portal = portal_of(request.app)
    account = portal.identity.account(request)
    if account is None:
        raise NotAllowed("sign in to download your games")
    ids = await asyncio.to_thread(portal.history.ids, account)

    def records() -> Iterator[str]:
        for game in ids:
            yield write_record(portal.games.record(game))

    headers = {
        "Content-Disposition": 'attachment; filename="outwit-games.txt"',
        "Cache-Control": "no-store",
    }
    return StreamingResponse(records(), media_type="text/plain; charset=utf-8", headers=headers)


def signed_in(request: Request, csrf: str) -> int:
    """Return the account of whoever sent a form; raise NotAllowed for a stranger."""
    _, account = form_sender(request, csrf)
    if account is None:
        raise NotAllowed("sign in first")
    return account


async def leave_games(portal: Portal, account: int) -> None:
    """Give up all games of an account, and call off those that nobody has joined.

    Raise StorageFault if that cannot be done now: games that are left go on.
    """
    before: set[str] = set()
    tries = 0
    while lines := await asyncio.to_thread(portal.history.running, account):
        for line in lines:
            await leave(portal, account, line.id)
        keys = {line.id for line in lines}
        tries = tries + 1 if keys == before else 0
        if tries == MOST_TRIES:
            raise StorageFault("a game cannot be given up now: try again in a moment")
        before = keys


async def leave(portal: Portal, account: int, key: str) -> None:
    """Give up one game, or call it off."""
    try:
        room = await portal.lobby.room(key)
    except StorageFault:
        raise
    except OutwitError:
        # Its rules are not here any more, so nobody can play it.
        await asyncio.to_thread(portal.games.finish, key, UNFINISHED, "", "")
        return
    try:
        if room.waits:
            await room.act(Cancel(account))
        else:
            await room.act(Resign(room.side_of(account)))
    except (GameOver, NotAllowed):
        return  # it has ended or begun this moment; whatever is left is looked at again


async def shown(
    request: Request, status: int = 200, wrong: str = "", error: str = "", notice: str = ""
) -> HTMLResponse:
    """Show the settings, with what is wrong beside the form that was sent."""
    error = error[:1].upper() + error[1:]
    return await page(
        request, "settings.html", status, wrong=wrong, error=error, notice=notice or None
    )
