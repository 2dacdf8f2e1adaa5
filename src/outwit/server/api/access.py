"""Authentication of the API: a token acts for its account; cookies are ignored."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPBearer
from starlette.requests import HTTPConnection

from outwit.core.value import Value
from outwit.errors import BadToken, NotAllowed
from outwit.server.base.provided import provided
from outwit.server.edge.bearer import find_token, secret_of
from outwit.storage.accounts import Account, AccountStore
from outwit.storage.tokens import TokenStore

# Only for the schema: ``find_caller`` reads the header itself, also for sockets.
SCHEME = HTTPBearer(auto_error=False, description="A token of /bots.")


class Caller(Value):
    """The account that a request acts for, and the secret of its token."""

    account: Account
    secret: str
    tokens: TokenStore

    async def check(self) -> None:
        """Raise BadToken if the token has been revoked since."""
        if await asyncio.to_thread(self.tokens.find, self.secret) is None:
            raise revoked()


async def find_caller(connection: HTTPConnection) -> Caller:
    """Return the caller; raise BadToken unless the header has a valid token."""
    tokens = provided(connection.app, TokenStore)
    secret = secret_of(connection)
    if not secret:
        raise BadToken("send the header `Authorization: Bearer TOKEN`; /bots gives tokens")
    token = await find_token(connection, tokens)
    if token is None:
        raise revoked()
    accounts = provided(connection.app, AccountStore)
    return Caller(await asyncio.to_thread(accounts.get, token.account), secret, tokens)


def revoked() -> BadToken:
    """Return the error for an unknown or revoked token."""
    return BadToken("the token is unknown or revoked; /bots gives a new one")


async def find_bot_caller(connection: HTTPConnection) -> Caller:
    """Return the calling bot; raise NotAllowed for a person's account."""
    caller = await find_caller(connection)
    if not caller.account.is_bot:
        raise NotAllowed(
            "this account is a person's: make a bot at /bots, or POST /api/bot/account/upgrade"
        )
    return caller


async def any_caller(request: Request, _: Annotated[object, Depends(SCHEME)]) -> Caller:
    """Return the caller, for operations that any account may use."""
    return await find_caller(request)


async def bot_caller(request: Request, _: Annotated[object, Depends(SCHEME)]) -> Caller:
    """Return the caller, for operations of bots."""
    return await find_bot_caller(request)


Anybody = Annotated[Caller, Depends(any_caller)]
Bot = Annotated[Caller, Depends(bot_caller)]
