"""The list of notices of an account."""

from __future__ import annotations

import asyncio

from fastapi import Form, Request, Response
from fastapi.responses import RedirectResponse

from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.routes.pages import Pages, own_path
from outwit.server.routes.settingspages import signed_in
from outwit.storage.notices import NoticeStore

router = Router()


@router.get("/notices")
async def show(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    notices: Provided[NoticeStore],
) -> Response:
    """Show what is new for an account; ask strangers to sign in."""
    account = identity.account(request)
    if account is None:
        return RedirectResponse("/login?next=/notices", 303)
    found = await asyncio.to_thread(notices.list, account)
    return await pages.show(request, "notices.html", notices=found)


@router.post("/notices/read")
async def read(
    request: Request,
    identity: Provided[Identity],
    notices: Provided[NoticeStore],
    csrf: str = Form(max_length=64),
    notice: int | None = Form(None, ge=1, le=2**31 - 1),
    path: str = Form("/notices", max_length=200),
) -> Response:
    """Mark a notice as read and go where it leads, or mark all of them."""
    account = signed_in(identity, request, csrf)
    await asyncio.to_thread(notices.read, account, notice)
    return RedirectResponse(own_path(path), 303)
