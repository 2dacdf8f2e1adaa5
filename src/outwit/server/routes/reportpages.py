"""Reporting a player to the moderators."""

from __future__ import annotations

import asyncio

from fastapi import Form, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.datastructures import URL

from outwit.errors import TooMany, UsageError
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.routes.pages import Pages
from outwit.server.routes.relationpages import find
from outwit.server.routes.settingspages import signed_in
from outwit.server.routes.visitors import member
from outwit.server.values.shown import capital
from outwit.storage.accounts import Account, AccountStore
from outwit.storage.reports import LONGEST, REASONS, SHORTEST, ReportStore

THANKS = "Thank you. A moderator will look at your report, and you will be told."
router = Router()


@router.get("/people/{name}/report")
async def ask(
    request: Request,
    name: str,
    pages: Provided[Pages],
    accounts: Provided[AccountStore],
    game: str = Query("", max_length=40),
) -> HTMLResponse:
    """Show the form of a report, perhaps about a game."""
    other = await asyncio.to_thread(find, accounts, name)
    return await page(request, pages, other, {"game": game})


@router.post("/people/{name}/report")
async def report(
    request: Request,
    name: str,
    pages: Provided[Pages],
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    reports: Provided[ReportStore],
    csrf: str = Form(max_length=64),
    reason: str = Form("", max_length=40),
    text: str = Form("", max_length=2_000),
    game: str = Form("", max_length=200),
) -> Response:
    """Send a report; who sends it needs an account."""
    account = signed_in(identity, request, csrf)
    await member(accounts, account, "report a player")
    other = await asyncio.to_thread(find, accounts, name)
    # People paste the address of a game.
    key = URL(game.strip()).path.rstrip("/").rpartition("/")[2]
    try:
        await asyncio.to_thread(reports.make, account, other.id, reason, text, key or None)
    except TooMany:
        raise
    except UsageError as error:
        typed = {"reason": reason, "text": text, "game": game}
        return await page(request, pages, other, typed, str(error))
    response = RedirectResponse(URL(f"/people/{other.name}").path, 303)
    identity.leave_notice(response, THANKS)
    return response


async def page(
    request: Request, pages: Pages, other: Account, typed: dict[str, str], error: str = ""
) -> HTMLResponse:
    """Show the form, with the error for what was sent."""
    return await pages.show(
        request,
        "report.html",
        400 if error else 200,
        whom=other.name,
        reasons=REASONS,
        typed={"reason": "", "text": "", "game": ""} | typed,
        shortest=SHORTEST,
        longest=LONGEST,
        error=error and f"{capital(error)}.",
    )
