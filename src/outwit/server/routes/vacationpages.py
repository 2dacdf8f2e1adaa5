"""The vacation of an account: the clocks of its slow games stand."""

from __future__ import annotations

import asyncio

from fastapi import Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.errors import NotAllowed, UsageError
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.live.slowwatch import SlowWatch
from outwit.server.routes.pages import Pages
from outwit.server.routes.settingspages import signed_in
from outwit.server.values.shown import capital
from outwit.storage.vacations import DAYS_A_YEAR, PAUSE, VacationStore

PATH = "/settings/vacation"
router = Router()


@router.get(PATH)
async def show(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    vacations: Provided[VacationStore],
) -> Response:
    """Show the vacation of an account; ask strangers to sign in."""
    account = identity.account(request)
    if account is None:
        return RedirectResponse(f"/login?next={PATH}", 303)
    return await page(request, pages, vacations, account)


@router.post(PATH)
async def begin(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    vacations: Provided[VacationStore],
    watch: Provided[SlowWatch],
    csrf: str = Form(max_length=64),
    days: int = Form(ge=0, le=1_000),
) -> Response:
    """Begin a vacation."""
    account = signed_in(identity, request, csrf)
    try:
        games = await asyncio.to_thread(vacations.begin, account, days)
    except (NotAllowed, UsageError) as error:
        return await page(request, pages, vacations, account, 400, f"{capital(str(error))}.")
    await watch.follow(games)
    return RedirectResponse(PATH, 303)


@router.post(f"{PATH}/end")
async def end(
    request: Request,
    identity: Provided[Identity],
    vacations: Provided[VacationStore],
    watch: Provided[SlowWatch],
    csrf: str = Form(max_length=64),
) -> Response:
    """End a vacation early."""
    account = signed_in(identity, request, csrf)
    await watch.follow(await asyncio.to_thread(vacations.end, account))
    return RedirectResponse(PATH, 303)


async def page(
    request: Request,
    pages: Pages,
    vacations: VacationStore,
    account: int,
    status: int = 200,
    error: str = "",
) -> HTMLResponse:
    """Show the page."""
    until = await asyncio.to_thread(vacations.until, (account,))
    return await pages.show(
        request,
        "vacation.html",
        status,
        until=until.get(account),
        left=await asyncio.to_thread(vacations.days_left, account),
        most=DAYS_A_YEAR,
        pause=PAUSE.days,
        error=error,
    )
