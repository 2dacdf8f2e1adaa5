"""Signing in and out, and making an account: a guest takes the games along."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.errors import NotFound, TooMany, UsageError
from outwit.server.portal import form_sender, portal_of
from outwit.server.routes.pages import own_path, page
from outwit.server.values.shown import capital
from outwit.storage.accounts import Account

router = APIRouter()
# One sentence for both, so that nobody learns which names there are.
WRONG = "The name or the password is wrong."


@router.get("/login")
async def ask(request: Request, next: str = "/") -> HTMLResponse:  # noqa: A002  # the form's word
    """Ask for name and password."""
    return await page(request, "login.html", error=None, name="", next=own_path(next))


@router.get("/register")
async def offer(request: Request, next: str = "/") -> HTMLResponse:  # noqa: A002
    """Offer an account."""
    return await page(request, "register.html", error=None, name="", next=own_path(next))


@router.post("/login")
async def sign_in(
    request: Request,
    csrf: str = Form(max_length=64),
    name: str = Form(max_length=100),
    password: str = Form(max_length=1000),
    next: str = Form("/", max_length=200),  # noqa: A002
) -> Response:
    """Sign in."""
    portal, _ = form_sender(request, csrf)
    async with portal.tries.count(request, name) as tried:
        async with portal.limiter.hashing():
            found = await asyncio.to_thread(portal.accounts.check, name, password)
        tried.is_right = found is not None
    if found is None:
        return await page(request, "login.html", 403, error=WRONG, name=name, next=own_path(next))
    return welcome(request, found, next)


@router.post("/register")
async def register(
    request: Request,
    csrf: str = Form(max_length=64),
    name: str = Form(max_length=100),
    password: str = Form(max_length=1000),
    next: str = Form("/", max_length=200),  # noqa: A002
) -> Response:
    """Make an account; a guest becomes it, with all games played so far."""
    portal, number = form_sender(request, csrf)
    accounts = portal.accounts
    try:
        guest = None if number is None else await asyncio.to_thread(accounts.get, number)
    except NotFound:
        guest = None
    try:
        async with portal.limiter.hashing():
            if guest is not None and guest.is_guest:
                made = await asyncio.to_thread(accounts.become, guest.id, name, password)
                # Whoever has had the guest's cookie is not the owner of the account.
                await portal.identity.end_all(guest.id)
                await portal.lobby.renamed(guest.id)
            else:
                made = await asyncio.to_thread(accounts.register, name, password)
    except TooMany:
        raise
    except UsageError as error:
        said = f"{capital(str(error))}."
        return await page(request, "register.html", 400, error=said, name=name, next=own_path(next))
    response = welcome(request, made, next)
    came_along = guest is not None and guest.is_guest
    notice = f"Welcome, {made.name}.{' Your games came along.' if came_along else ''}"
    portal.identity.leave_notice(response, notice)
    return response


@router.post("/logout")
async def sign_out(request: Request, csrf: str = Form(max_length=64)) -> Response:
    """Sign out; the cookie is worth nothing any more, should somebody have a copy."""
    portal, _ = form_sender(request, csrf)
    await portal.identity.end(request)
    response = RedirectResponse("/", 303)
    portal.identity.forget(response)
    return response


def welcome(request: Request, account: Account, next_path: str) -> Response:
    """Return the way on for somebody who has just signed in."""
    response = RedirectResponse(own_path(next_path), 303)
    portal = portal_of(request.app)
    portal.identity.remember(response, account.id)
    portal.tries.remember(request, response, account.name)
    return response
