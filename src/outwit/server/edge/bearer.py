"""The token that a request to the API carries."""

from __future__ import annotations

import asyncio

from fastapi.security.utils import get_authorization_scheme_param
from starlette.requests import HTTPConnection

from outwit.storage.tokens import Token, TokenStore

LONGEST_SECRET = 200
# Key of a request's scope under which its token is cached.
TOKEN = "outwit.token"


def secret_of(connection: HTTPConnection) -> str:
    """Return the secret of the header ``Authorization: Bearer SECRET``, empty without one."""
    kind, secret = get_authorization_scheme_param(connection.headers.get("authorization"))
    return secret if kind.lower() == "bearer" else ""


async def find_token(connection: HTTPConnection, tokens: TokenStore) -> Token | None:
    """Return the valid token of a request, None without one; it is looked up once."""
    if TOKEN not in connection.scope:
        secret = secret_of(connection)
        found = None
        if 0 < len(secret) <= LONGEST_SECRET:
            found = await asyncio.to_thread(tokens.find, secret)
        connection.scope[TOKEN] = found
    token: Token | None = connection.scope[TOKEN]
    return token
