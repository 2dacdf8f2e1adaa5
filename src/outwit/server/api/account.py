"""Accounts: your own, others', and the bots that are online."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Path, Request

from outwit.errors import NotFound
from outwit.server.api.access import Anybody, Bot
from outwit.server.api.answers import Ok, Online, Playing, User
from outwit.server.api.bodies import Played, described, read_body
from outwit.server.api.faults import answers
from outwit.server.api.presenter import Presenters
from outwit.server.base.provided import Provided, Router
from outwit.storage.accounts import AccountStore
from outwit.storage.botplays import Plays
from outwit.storage.invitations import InvitationStore

MOST_BOTS = 200
router = Router(tags=["Account"])
Username = Annotated[str, Path(min_length=1, max_length=40, description="The name of an account.")]


@router.get("/account", responses=answers(401))
async def own_account(request: Request, caller: Anybody, presenters: Provided[Presenters]) -> User:
    """Show the account that the token acts for."""
    return await asyncio.to_thread(presenters.of(request).user, caller.account)


@router.get("/account/playing", responses=answers(401))
async def now_playing(
    request: Request,
    caller: Anybody,
    presenters: Provided[Presenters],
    invitations: Provided[InvitationStore],
) -> Playing:
    """List the games that you are playing."""
    presenter, account = presenters.of(request), caller.account.id
    lines = await asyncio.to_thread(invitations.playing, account)
    games = await asyncio.to_thread(lambda: [presenter.info(line, account) for line in lines])
    return Playing(now_playing=games)


@router.post("/bot/account/upgrade", responses=answers(401, 403))
async def upgrade(caller: Anybody, accounts: Provided[AccountStore]) -> Ok:
    """Turn your account into a bot's, permanently; it must not have played."""
    await asyncio.to_thread(accounts.upgrade, caller.account.id)
    return Ok()


@router.post("/bot/account/plays", responses=answers(401, 403), openapi_extra=described(Played))
async def declare(request: Request, caller: Bot, accounts: Provided[AccountStore]) -> Ok:
    """Declare which games your bot plays; this replaces the last declaration."""
    said = await read_body(request, Played)
    games, speeds = read_list(said.games), read_list(said.speeds)
    plays = Plays(games, speeds, said.rated, said.variants, said.opponents).check()
    await asyncio.to_thread(accounts.declare, caller.account.id, plays)
    return Ok()


def read_list(text: str) -> tuple[str, ...]:
    """Return the words of a list.

    >>> read_list("ataxx, push"), read_list("")
    (('ataxx', 'push'), ())
    """
    return tuple(word.strip() for word in text.split(",") if word.strip())


@router.get("/bot/online", responses=answers())
async def bots_online(
    request: Request, presenters: Provided[Presenters], accounts: Provided[AccountStore]
) -> Online:
    """List the bots that are connected."""
    presenter = presenters.of(request)
    found = await asyncio.to_thread(accounts.bots_online, MOST_BOTS)
    return Online(bots=await asyncio.to_thread(lambda: [presenter.user(bot) for bot in found]))


@router.get("/user/{username}", responses=answers())
async def somebody(
    request: Request,
    username: Username,
    presenters: Provided[Presenters],
    accounts: Provided[AccountStore],
) -> User:
    """Show an account."""
    found = await asyncio.to_thread(accounts.find, username)
    if found is None:
        raise NotFound(f"there is nobody called {username!r}")
    return await asyncio.to_thread(presenters.of(request).user, found)
