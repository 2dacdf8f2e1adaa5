"""The puzzle of the day, with the calendar of a month."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import Query, Request
from fastapi.responses import HTMLResponse

from outwit.errors import NotFound
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.routes.pages import Pages
from outwit.server.values.daily import read_month, shown_month, shown_today, today_in_utc
from outwit.storage.daily import DailyStore

router = Router()


@router.get("/daily")
async def daily(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    store: Provided[DailyStore],
    month: str = Query("", max_length=10),
) -> HTMLResponse:
    """Show today's puzzle, and the days of a month."""
    account = identity.account(request)
    today = await asyncio.to_thread(shown_day, store, account, month)
    return await pages.show(request, "daily.html", today=today)


def shown_day(store: DailyStore, account: int | None, month: str) -> dict[str, Any]:
    """Return today's puzzle with the chosen month; raise NotFound without any puzzle."""
    now = today_in_utc()
    chosen = read_month(month, now)
    today = shown_today(store, account, now)
    if today is None:
        raise NotFound("there are no puzzles here yet")
    if chosen != now.replace(day=1):
        today["month"] = shown_month(store, account, chosen, now)
    return today
