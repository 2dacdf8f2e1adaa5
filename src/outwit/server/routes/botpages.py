"""The pages of bots: instructions, one's own bots and tokens, and the API reference."""

from __future__ import annotations

import asyncio
from typing import Literal

from fastapi import Form, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from outwit.core.value import Value
from outwit.errors import NotAllowed, UsageError
from outwit.games import all_games
from outwit.server.base.provided import Provided, Router
from outwit.server.edge.identity import Identity
from outwit.server.edge.passes import Passes, of_token
from outwit.server.routes.pages import Pages
from outwit.server.routes.visitors import found_account
from outwit.server.values.accepting import played_games
from outwit.server.values.reference import kinds, operations
from outwit.storage.accounts import Account, AccountStore
from outwit.storage.botplays import Plays
from outwit.storage.timeclass import TIME_CLASSES
from outwit.storage.tokens import Token, TokenStore

MOST_TOKENS = 20
MOST_SHOWN = 50
SIGN_IN = "sign in to have bots of your own"
router = Router()


class OwnBot(Value):
    """An account that a person manages, with its valid tokens and what it accepts."""

    name: str
    is_bot: bool
    tokens: tuple[Token, ...]
    plays: Plays = Plays()


class BotPage:
    """The page of bots: instructions, bots online, and one's own bots."""

    def __init__(
        self, pages: Pages, identity: Identity, accounts: AccountStore, tokens: TokenStore
    ) -> None:
        self._pages = pages
        self._identity = identity
        self._accounts = accounts
        self._tokens = tokens

    async def show(
        self,
        request: Request,
        status: int = 200,
        *,
        error: str = "",
        typed: str = "",
        secret: str = "",
        secret_of: str = "",
    ) -> HTMLResponse:
        """Return the page, with an error or a new secret."""
        accounts = self._accounts
        account = self._identity.account(request)
        person = await found_account(accounts, account)
        own = None if person is None or person.is_guest else await self._own_bots(person)
        online = await asyncio.to_thread(accounts.bots_online, MOST_SHOWN)
        return await self._pages.show(
            request,
            "bots.html",
            status,
            own=own,
            online=[bot.name for bot in online],
            played=await asyncio.to_thread(
                lambda: {bot.name: played_games(accounts.plays_of(bot.id)) for bot in online}
            ),
            games=[{"name": game.name, "display_name": game.display_name} for game in all_games()],
            speeds=TIME_CLASSES,
            site=site_of(request),
            error=error[:1].upper() + error[1:],
            typed=typed,
            secret=secret,
            secret_of=secret_of,
        )

    async def _own_bots(self, person: Account) -> list[OwnBot]:
        """Return the accounts that a person manages: the bots, then the own account."""
        accounts = [*await asyncio.to_thread(self._accounts.bots_of, person.id), person]
        return [
            OwnBot(
                account.name,
                account.is_bot,
                await self._valid_tokens(account),
                await asyncio.to_thread(self._accounts.plays_of, account.id),
            )
            for account in accounts
        ]

    async def _valid_tokens(self, account: Account) -> tuple[Token, ...]:
        """Return the tokens of an account that are not revoked."""
        tokens = await asyncio.to_thread(self._tokens.list, account.id)
        return tuple(token for token in tokens if token.revoked is None)


@router.get("/bots")
async def bots(request: Request, bot_page: Provided[BotPage]) -> HTMLResponse:
    """Show instructions, bots online, and one's own bots."""
    return await bot_page.show(request)


@router.post("/bots")
async def make(
    request: Request,
    bot_page: Provided[BotPage],
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    csrf: str = Form(max_length=64),
    name: str = Form(max_length=100),
) -> Response:
    """Make a bot."""
    person = await signed_in(identity, accounts, request, csrf)
    try:
        await asyncio.to_thread(accounts.make_bot, person.id, name)
    except UsageError as error:
        return await bot_page.show(request, 400, error=str(error), typed=name)
    return RedirectResponse("/bots#own", 303)


@router.post("/bots/plays")
async def declare(
    request: Request,
    bot_page: Provided[BotPage],
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    csrf: str = Form(max_length=64),
    bot: str = Form(max_length=100),
    rated: Literal["", "yes", "no"] = Form(""),
    variants: str = Form("", max_length=10),
    opponents: str = Form("", max_length=40),
) -> Response:
    """Declare what a bot accepts, in place of its earlier declaration."""
    person = await signed_in(identity, accounts, request, csrf)
    account = await managed(accounts, person, bot)
    if not account.is_bot:
        raise NotAllowed("only a bot declares what it plays")
    form = await request.form()
    games, speeds = (tuple(map(str, form.getlist(name)[:MOST_SHOWN])) for name in ("game", "speed"))
    wanted = {"": None, "yes": True, "no": False}[rated]
    try:
        plays = Plays(games, speeds, wanted, bool(variants), opponents).check()
    except UsageError as error:
        return await bot_page.show(request, 400, error=str(error))
    await asyncio.to_thread(accounts.declare, account.id, plays)
    return RedirectResponse("/bots#own", 303)


@router.post("/bots/tokens")
async def make_token(
    request: Request,
    bot_page: Provided[BotPage],
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    tokens: Provided[TokenStore],
    csrf: str = Form(max_length=64),
    bot: str = Form(max_length=100),
    name: str = Form("", max_length=100),
) -> Response:
    """Create a token and show it once, on a page that is never cached."""
    person = await signed_in(identity, accounts, request, csrf)
    account = await managed(accounts, person, bot)
    try:
        secret = await asyncio.to_thread(tokens.create, account.id, name or "token", MOST_TOKENS)
    except UsageError as error:
        return await bot_page.show(request, 400, error=str(error))
    response = await bot_page.show(request, secret=secret, secret_of=account.name)
    response.headers["Cache-Control"] = "no-store"
    return response


@router.post("/bots/tokens/revoke")
async def revoke(
    request: Request,
    identity: Provided[Identity],
    accounts: Provided[AccountStore],
    tokens: Provided[TokenStore],
    passes: Provided[Passes],
    csrf: str = Form(max_length=64),
    bot: str = Form(max_length=100),
    token: int = Form(ge=0, le=2**31 - 1),
) -> Response:
    """Revoke a token."""
    person = await signed_in(identity, accounts, request, csrf)
    account = await managed(accounts, person, bot)
    await asyncio.to_thread(tokens.revoke, account.id, token)
    passes.end(of_token(token))
    return RedirectResponse("/bots#own", 303)


@router.get("/api")
async def reference(request: Request, pages: Provided[Pages]) -> HTMLResponse:
    """Show the API reference."""
    schema = request.app.state.api.openapi()
    return await pages.show(
        request,
        "api.html",
        subjects=operations(schema),
        kinds=kinds(schema),
        site=site_of(request),
    )


async def signed_in(
    identity: Identity, accounts: AccountStore, request: Request, csrf: str
) -> Account:
    """Return the sender of a form; raise NotAllowed for guests, strangers and foreign forms."""
    account = identity.form_sender(request, csrf)
    person = await found_account(accounts, account)
    if person is None or person.is_guest:
        raise NotAllowed(SIGN_IN)
    return person


async def managed(accounts: AccountStore, person: Account, name: str) -> Account:
    """Return an account for which a person may create tokens: an own bot, or the own account."""
    found = await asyncio.to_thread(accounts.find, name)
    if found is None or person.id not in (found.id, found.owner):
        raise NotAllowed("you have no bot of that name")
    return found


def site_of(request: Request) -> str:
    """Return the base URL of this portal as in the request."""
    return f"{request.url.scheme}://{request.url.netloc}"
