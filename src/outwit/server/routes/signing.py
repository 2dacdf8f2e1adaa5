"""Signing in and out, and creating an account; a guest keeps the games."""

from __future__ import annotations

import asyncio

from fastapi import Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.errors import NotFound, TooMany, UsageError
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.edge.limits import Limiter
from outwit.server.edge.tries import Tries
from outwit.server.live.lobby import Lobby
from outwit.server.routes.pages import Pages, own_path
from outwit.server.values.shown import capital, shown_day
from outwit.storage.accounts import Account, AccountStore
from outwit.storage.sanctions import CLOSE, Sanction, SanctionStore

router = Router()
# One message for both errors, so that it does not reveal which names exist.
WRONG = "The name or the password is wrong."


@router.get("/login")
async def ask(
    request: Request,
    pages: Provided[Pages],
    next: str = "/",  # noqa: A002  # the form's word
) -> HTMLResponse:
    """Ask for name and password."""
    return await pages.show(request, "login.html", error=None, name="", next=own_path(next))


@router.get("/register")
async def offer(
    request: Request,
    pages: Provided[Pages],
    next: str = "/",  # noqa: A002
) -> HTMLResponse:
    """Offer an account."""
    return await pages.show(request, "register.html", error=None, name="", next=own_path(next))


@router.post("/login")
async def sign_in(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    tries: Provided[Tries],
    limiter: Provided[Limiter],
    sanctions: Provided[SanctionStore],
    csrf: str = Form(max_length=64),
    name: str = Form(max_length=100),
    password: str = Form(max_length=1000),
    next: str = Form("/", max_length=200),  # noqa: A002
) -> Response:
    """Sign in."""
    identity.form_sender(request, csrf)
    async with tries.count(request, name) as tried:
        async with limiter.hashing():
            found = await asyncio.to_thread(accounts.check, name, password)
        tried.is_right = found is not None
    closed = None if found is None else await asyncio.to_thread(sanctions.get, found.id, CLOSE)
    if found is None or closed is not None:
        said = WRONG if closed is None else told(closed)
        return await pages.show(
            request, "login.html", 403, error=said, name=name, next=own_path(next)
        )
    return welcome(identity, tries, request, found, next)


@router.post("/register")
async def register(
    request: Request,
    pages: Provided[Pages],
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    tries: Provided[Tries],
    limiter: Provided[Limiter],
    lobby: Provided[Lobby],
    csrf: str = Form(max_length=64),
    name: str = Form(max_length=100),
    password: str = Form(max_length=1000),
    next: str = Form("/", max_length=200),  # noqa: A002
) -> Response:
    """Create an account; a guest becomes that account and keeps all games."""
    number = identity.form_sender(request, csrf)
    try:
        guest = None if number is None else await asyncio.to_thread(accounts.get, number)
    except NotFound:
        guest = None
    try:
        async with limiter.hashing():
            if guest is not None and guest.is_guest:
                made = await asyncio.to_thread(accounts.become, guest.id, name, password)
                # Another person may have the guest's cookie, which must not open the account.
                await identity.end_all(guest.id)
                await lobby.renamed(guest.id)
            else:
                made = await asyncio.to_thread(accounts.register, name, password)
    except TooMany:
        raise
    except UsageError as error:
        said = f"{capital(str(error))}."
        return await pages.show(
            request, "register.html", 400, error=said, name=name, next=own_path(next)
        )
    response = welcome(identity, tries, request, made, next)
    came_along = guest is not None and guest.is_guest
    notice = f"Welcome, {made.name}.{' Your games came along.' if came_along else ''}"
    identity.leave_notice(response, notice)
    return response


@router.post("/logout")
async def sign_out(
    request: Request, identity: Provided[Identity], csrf: str = Form(max_length=64)
) -> Response:
    """Sign out; copies of the cookie become invalid."""
    identity.form_sender(request, csrf)
    await identity.end(request)
    response = RedirectResponse("/", 303)
    identity.forget(response)
    return response


def told(closed: Sanction) -> str:
    """Return what the owner of a closed account reads who signs in."""
    if closed.until is None:
        return "A moderator has closed this account."
    return f"A moderator has closed this account until {shown_day(closed.until)}."


def welcome(
    identity: Identity, tries: Tries, request: Request, account: Account, next_path: str
) -> Response:
    """Return the redirect after signing in."""
    response = RedirectResponse(own_path(next_path), 303)
    identity.remember(response, account.id)
    tries.remember(request, response, account.name)
    return response
