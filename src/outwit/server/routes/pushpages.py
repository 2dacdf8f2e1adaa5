"""Browsers subscribe to notices here, and get the script that shows them."""

from __future__ import annotations

import asyncio

from fastapi import Form, Request, Response
from fastapi.responses import FileResponse

from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.jobs.pushing import Pusher
from outwit.server.routes.settingspages import signed_in
from outwit.server.wording.rendering import WEB
from outwit.storage.subscriptions import LONGEST, Subscription

DONE = 204
router = Router()


@router.get("/worker.js")
async def worker() -> Response:
    """Return the service worker: from the root, because it is to open any page."""
    return FileResponse(
        WEB / "static" / "worker.js",
        media_type="text/javascript",
        headers={"Cache-Control": "no-cache"},
    )


@router.post("/settings/webpush")
async def subscribe(
    request: Request,
    identity: Provided[Identity],
    pusher: Provided[Pusher],
    csrf: str = Form(max_length=64),
    endpoint: str = Form(max_length=LONGEST),
    key: str = Form(max_length=200),
    secret: str = Form(max_length=100),
) -> Response:
    """Store a browser of the account."""
    account = signed_in(identity, request, csrf)
    new = Subscription(account, endpoint, key, secret)
    await asyncio.to_thread(pusher.subscribe, new)
    return Response(status_code=DONE)


@router.post("/settings/webpush/end")
async def unsubscribe(
    request: Request,
    identity: Provided[Identity],
    pusher: Provided[Pusher],
    csrf: str = Form(max_length=64),
    endpoint: str = Form(max_length=LONGEST),
) -> Response:
    """Forget a browser of the account."""
    account = signed_in(identity, request, csrf)
    await asyncio.to_thread(pusher.subscriptions.remove, endpoint, account)
    return Response(status_code=DONE)
