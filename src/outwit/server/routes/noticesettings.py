"""The settings of notices: what an account is told by which way, and when not."""

from __future__ import annotations

import asyncio
import re
from typing import Any
from zoneinfo import available_timezones

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.errors import NotAllowed, UsageError
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.edge.settings import Settings
from outwit.server.jobs.digests import stop_fact
from outwit.server.jobs.pushing import Pusher
from outwit.server.routes.pages import Pages
from outwit.server.routes.settingspages import signed_in
from outwit.server.values.shown import capital
from outwit.storage.emails import EmailStore
from outwit.storage.noticechoices import BROWSER, EMAIL, KINDS, PAUSES, Choices, ChoiceStore

PATH = "/settings/notices"
TIME = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")
router = Router()


@router.get(PATH)
async def show(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    settings: Provided[Settings],
    choices: Provided[ChoiceStore],
    emails: Provided[EmailStore],
    pusher: Provided[Pusher],
) -> Response:
    """Show what an account is told; ask strangers to sign in."""
    account = identity.account(request)
    if account is None:
        return RedirectResponse(f"/login?next={PATH}", 303)
    chosen = await asyncio.to_thread(choices.of, account)
    return await page(request, pages, settings, emails, pusher, account, chosen)


@router.post(PATH)
async def change(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    settings: Provided[Settings],
    choices: Provided[ChoiceStore],
    emails: Provided[EmailStore],
    pusher: Provided[Pusher],
) -> Response:
    """Store what an account wants to be told."""
    form = await request.form(max_files=0, max_fields=60)
    account = signed_in(identity, request, str(form.get("csrf", "")))
    before = await asyncio.to_thread(choices.of, account)
    try:
        chosen = read_choices(form)
        await asyncio.to_thread(choices.set, account, chosen)
    except UsageError as error:
        return await page(
            request, pages, settings, emails, pusher, account, before, 400, str(error)
        )
    response = RedirectResponse(PATH, 303)
    identity.leave_notice(response, "Your choice is stored.")
    return response


@router.get("/notices/stop")
async def ask_stop(request: Request, pages: Provided[Pages], account: int, proof: str) -> Response:
    """Ask whether e-mail is to stop: programs that look through mail open links."""
    return await pages.show(request, "stopmail.html", account=account, proof=proof[:64])


@router.post("/notices/stop")
async def stop(
    request: Request,
    identity: Provided[Identity],
    pages: Provided[Pages],
    choices: Provided[ChoiceStore],
    account: int,
    proof: str,
) -> Response:
    """Stop all notices by e-mail; mail programs send this by themselves (RFC 8058)."""
    if not identity.is_proof(proof, stop_fact(account)):
        raise NotAllowed("this link is not complete: copy all of it from the letter")
    await asyncio.to_thread(choices.no_more_email, account)
    return await pages.show(request, "stopmail.html", account=None, proof="")


def read_choices(form: Any) -> Choices:
    """Return the choices of a form; raise UsageError for an invalid one."""
    channels = {
        kind: {channel: f"{kind}-{channel}" in form for channel in (BROWSER, EMAIL)}
        for kind in KINDS
    }
    start, end = (read_time(str(form.get(name, ""))) for name in ("from", "to"))
    if (start is None) != (end is None):
        raise UsageError("quiet hours have a beginning and an end")
    pause = str(form.get("pause", ""))
    zone = str(form.get("zone", ""))[:64]
    return Choices(channels, start, end, zone, int(pause) if pause.isdecimal() else -1)


def read_time(text: str) -> int | None:
    """Return a time of the day in minutes, None for an empty text; raise UsageError.

    >>> read_time("22:30"), read_time("")
    (1350, None)
    """
    if not text:
        return None
    found = TIME.fullmatch(text)
    if found is None:
        raise UsageError(f"{text[:20]!r} is not a time of the day such as 22:00")
    return 60 * int(found[1]) + int(found[2])


async def page(
    request: Request,
    pages: Pages,
    settings: Settings,
    emails: EmailStore,
    pusher: Pusher,
    account: int,
    chosen: Choices,
    status: int = 200,
    error: str = "",
) -> HTMLResponse:
    """Show the form."""
    address = (await asyncio.to_thread(emails.of, account)).address
    return await pages.show(
        request,
        "noticesettings.html",
        status,
        notice_kinds=[
            {
                "name": kind,
                "title": title,
                "browser": chosen.wants(kind, BROWSER),
                "email": chosen.wants(kind, EMAIL),
            }
            for kind, title in KINDS.items()
        ],
        quiet_from=shown_time(chosen.quiet_from),
        quiet_to=shown_time(chosen.quiet_to),
        zone=chosen.zone,
        zones=sorted(available_timezones()),
        pause=chosen.pause,
        pauses=PAUSES,
        address=address,
        push_key=pusher.public_key,
        has_mail=settings.mail is not None,
        error=error and f"{capital(error)}.",
    )


def shown_time(minute: int | None) -> str:
    """Return a time of the day as forms have it."""
    return "" if minute is None else f"{minute // 60:02}:{minute % 60:02}"
