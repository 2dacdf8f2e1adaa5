"""How to bring a bot, one's own bots and their tokens, and the page of the API."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.core.value import Value
from outwit.errors import NotAllowed, NotFound, UsageError
from outwit.games import all_games
from outwit.server.edge.passes import of_token
from outwit.server.portal import Portal, form_sender, portal_of
from outwit.server.routes.pages import page
from outwit.server.values.accepting import played_games
from outwit.server.values.reference import kinds, operations
from outwit.storage.accounts import Account
from outwit.storage.tokens import Token

MOST_TOKENS = 20
MOST_SHOWN = 50
SIGN_IN = "sign in to have bots of your own"
router = APIRouter()


class OwnBot(Value):
    """An account that somebody manages, and its tokens that are valid."""

    name: str
    is_bot: bool
    tokens: tuple[Token, ...]


@router.get("/bots")
async def bots(request: Request) -> HTMLResponse:
    """Show how to bring a bot, whose bots are here, and one's own."""
    return await show(request)


@router.post("/bots")
async def make(
    request: Request, csrf: str = Form(max_length=64), name: str = Form(max_length=100)
) -> Response:
    """Make a bot."""
    portal, person = await signed_in(request, csrf)
    try:
        await asyncio.to_thread(portal.accounts.make_bot, person.id, name)
    except UsageError as error:
        return await show(request, 400, error=str(error), typed=name)
    return RedirectResponse("/bots#own", 303)


@router.post("/bots/tokens")
async def make_token(
    request: Request,
    csrf: str = Form(max_length=64),
    bot: str = Form(max_length=100),
    name: str = Form("", max_length=100),
) -> Response:
    """Make a token and show it, this once: the page is not to be kept anywhere."""
    portal, person = await signed_in(request, csrf)
    account = await managed(portal, person, bot)
    try:
        make = portal.tokens.create
        secret = await asyncio.to_thread(make, account.id, name or "token", MOST_TOKENS)
    except UsageError as error:
        return await show(request, 400, error=str(error))
    response = await show(request, secret=secret, secret_of=account.name)
    response.headers["Cache-Control"] = "no-store"
    return response


@router.post("/bots/tokens/revoke")
async def revoke(
    request: Request,
    csrf: str = Form(max_length=64),
    bot: str = Form(max_length=100),
    token: int = Form(ge=0, le=2**31 - 1),
) -> Response:
    """Make a token useless."""
    portal, person = await signed_in(request, csrf)
    account = await managed(portal, person, bot)
    await asyncio.to_thread(portal.tokens.revoke, account.id, token)
    portal.passes.end(of_token(token))
    return RedirectResponse("/bots#own", 303)


@router.get("/api")
async def reference(request: Request) -> HTMLResponse:
    """Show what the API can do."""
    schema = request.app.state.api.openapi()
    return await page(
        request,
        "api.html",
        subjects=operations(schema),
        kinds=kinds(schema),
        site=site_of(request),
    )


async def show(
    request: Request,
    status: int = 200,
    *,
    error: str = "",
    typed: str = "",
    secret: str = "",
    secret_of: str = "",
) -> HTMLResponse:
    """Return the page, with what is wrong, or with a new secret."""
    portal = portal_of(request.app)
    account = portal.identity.account(request)
    person = None if account is None else await account_of(portal, account)
    own = None if person is None or person.is_guest else await own_bots(portal, person)
    online = await asyncio.to_thread(portal.accounts.bots_online, MOST_SHOWN)
    return await page(
        request,
        "bots.html",
        status,
        own=own,
        online=[bot.name for bot in online],
        played=await asyncio.to_thread(
            lambda: {bot.name: played_games(portal.accounts.plays_of(bot.id)) for bot in online}
        ),
        games=[{"name": game.name, "display_name": game.display_name} for game in all_games()],
        site=site_of(request),
        error=error[:1].upper() + error[1:],
        typed=typed,
        secret=secret,
        secret_of=secret_of,
    )


async def signed_in(request: Request, csrf: str) -> tuple[Portal, Account]:
    """Return who sent a form; raise NotAllowed for guests, strangers and forms from elsewhere."""
    portal, account = form_sender(request, csrf)
    person = None if account is None else await account_of(portal, account)
    if person is None or person.is_guest:
        raise NotAllowed(SIGN_IN)
    return portal, person


async def account_of(portal: Portal, account: int) -> Account | None:
    """Return an account by its number, None if it is gone."""
    try:
        return await asyncio.to_thread(portal.accounts.get, account)
    except NotFound:
        return None


async def managed(portal: Portal, person: Account, name: str) -> Account:
    """Return an account that somebody may make tokens for: a bot of theirs, or their own."""
    found = await asyncio.to_thread(portal.accounts.find, name)
    if found is None or person.id not in (found.id, found.owner):
        raise NotAllowed("you have no bot of that name")
    return found


async def own_bots(portal: Portal, person: Account) -> list[OwnBot]:
    """Return what somebody manages: their bots, and last their own account."""
    accounts = [*await asyncio.to_thread(portal.accounts.bots_of, person.id), person]
    return [
        OwnBot(account.name, account.is_bot, await valid_tokens(portal, account))
        for account in accounts
    ]


async def valid_tokens(portal: Portal, account: Account) -> tuple[Token, ...]:
    """Return the tokens of an account that are not revoked."""
    tokens = await asyncio.to_thread(portal.tokens.list, account.id)
    return tuple(token for token in tokens if token.revoked is None)


def site_of(request: Request) -> str:
    """Return the address of this portal, as whoever asks has written it."""
    return f"{request.url.scheme}://{request.url.netloc}"
