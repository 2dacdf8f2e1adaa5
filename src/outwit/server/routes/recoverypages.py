"""A forgotten password: a link by e-mail, or a code kept on paper; and confirmed addresses."""

from __future__ import annotations

import asyncio

from fastapi import Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.errors import NotAllowed, NotFound, TooMany, UsageError
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.edge.limits import Limiter, client_address
from outwit.server.edge.settings import Settings
from outwit.server.edge.tries import Tries
from outwit.server.jobs.sender import Sender
from outwit.server.routes.pages import Pages
from outwit.server.values.shown import capital
from outwit.storage.emails import EmailStore
from outwit.storage.links import CONFIRM, RESET, LinkStore
from outwit.storage.recovery import RecoveryStore

router = Router()
# The same answer whether the account exists or not.
SENT = (
    "If there is an account with this name or address, and its address is confirmed, a link is on "
    "its way. Look into your mail."
)
CHANGED = "The password is changed, and all devices are signed out. Sign in with the new one."
NO_MAIL = "this portal sends no e-mail: use a recovery code, or ask its operator"


@router.get("/forgot")
async def offer(
    request: Request, pages: Provided[Pages], settings: Provided[Settings]
) -> HTMLResponse:
    """Offer the ways to a new password."""
    return await forgot_page(pages, settings, request)


@router.post("/forgot")
async def send_link(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    settings: Provided[Settings],
    limiter: Provided[Limiter],
    emails: Provided[EmailStore],
    sender: Provided[Sender],
    csrf: str = Form(max_length=64),
    typed: str = Form(max_length=254),
) -> Response:
    """Send a link for a new password; the answer does not tell whether there is an account."""
    identity.form_sender(request, csrf)
    if settings.mail is None:
        raise NotAllowed(NO_MAIL)
    limiter.take("letters_address", client_address(request))
    limiter.take("letters", f"reset {typed.strip().lower()}")
    await asyncio.to_thread(emails.ask_reset, typed)
    sender.wake()
    return await forgot_page(pages, settings, request, notice=SENT)


@router.post("/recover")
async def recover(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    settings: Provided[Settings],
    limiter: Provided[Limiter],
    tries: Provided[Tries],
    recovery: Provided[RecoveryStore],
    csrf: str = Form(max_length=64),
    name: str = Form(max_length=100),
    code: str = Form(max_length=60),
    new: str = Form(max_length=1000),
) -> Response:
    """Set a new password by a recovery code."""
    identity.form_sender(request, csrf)
    try:
        async with tries.count(request, name) as tried:
            async with limiter.hashing():
                account = await asyncio.to_thread(recovery.by_code, name, code, new)
            tried.is_right = True
    except TooMany:
        raise
    except UsageError as error:
        status = 403 if isinstance(error, NotAllowed) else 400
        return await forgot_page(pages, settings, request, status, str(error), name)
    return await changed(identity, account.id)


@router.get("/reset")
async def ask_password(
    request: Request, pages: Provided[Pages], links: Provided[LinkStore], link: str = ""
) -> HTMLResponse:
    """Ask for the new password, if the link is valid."""
    await asyncio.to_thread(links.account, RESET, link[:100])
    return secret_page(await pages.show(request, "reset.html", link=link, error=""))


@router.post("/reset")
async def reset(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    limiter: Provided[Limiter],
    recovery: Provided[RecoveryStore],
    csrf: str = Form(max_length=64),
    link: str = Form(max_length=100),
    new: str = Form(max_length=1000),
) -> Response:
    """Set a new password by a link, which works once."""
    identity.form_sender(request, csrf)
    try:
        async with limiter.hashing():
            account = await asyncio.to_thread(recovery.by_link, link, new)
    except (TooMany, NotAllowed):
        raise
    except UsageError as error:
        said = f"{capital(str(error))}."
        return secret_page(await pages.show(request, "reset.html", 400, link=link, error=said))
    return await changed(identity, account.id)


@router.get("/confirm")
async def ask_confirmation(
    request: Request, pages: Provided[Pages], links: Provided[LinkStore], link: str = ""
) -> HTMLResponse:
    """Ask to confirm an address: programs that look through mail open links, but send no forms."""
    await asyncio.to_thread(links.account, CONFIRM, link[:100])
    return secret_page(await pages.show(request, "confirm.html", link=link))


@router.post("/confirm")
async def confirm(
    request: Request,
    identity: Provided[Identity],
    emails: Provided[EmailStore],
    csrf: str = Form(max_length=64),
    link: str = Form(max_length=100),
) -> Response:
    """Confirm an address."""
    identity.form_sender(request, csrf)
    try:
        await asyncio.to_thread(emails.confirm, link)
    except NotFound as error:
        raise NotAllowed(str(error)) from None
    response = RedirectResponse("/settings/contact", 303)
    identity.leave_notice(response, "Your e-mail address is confirmed.")
    return response


async def forgot_page(
    pages: Pages,
    settings: Settings,
    request: Request,
    status: int = 200,
    error: str = "",
    name: str = "",
    notice: str = "",
) -> HTMLResponse:
    """Show the ways to a new password."""
    return await pages.show(
        request,
        "forgot.html",
        status,
        has_mail=settings.mail is not None,
        error=error and f"{capital(error)}.",
        name=name,
        **({"notice": notice} if notice else {}),
    )


async def changed(identity: Identity, account: int) -> Response:
    """End all sessions after a change of the password, and lead to signing in."""
    await identity.end_all(account)
    response = RedirectResponse("/login", 303)
    identity.forget(response)
    identity.leave_notice(response, CHANGED)
    return response


def secret_page(response: HTMLResponse) -> HTMLResponse:
    """Keep the secret in a page's address from caches and other sites."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
