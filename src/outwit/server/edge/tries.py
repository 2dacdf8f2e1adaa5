"""Limits on tries of passwords: slower after many mistakes, but the owner is never locked out.

Tries are counted by address, and by name and address. Many mistakes for one name from all
addresses delay its tries; refusing them would let strangers lock the owner out. A device that has
signed in to an account before is counted separately.
"""

from __future__ import annotations

from asyncio import sleep
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from secrets import token_urlsafe

from fastapi import Request, Response
from itsdangerous import BadSignature, URLSafeSerializer

from outwit.errors import TooMany
from outwit.server.edge.limits import Limiter, client_address
from outwit.storage.names import key_of

COOKIE = "outwit-device"
SALT = "device"
# Lifetime of the device cookie: one year.
SECONDS = 365 * 24 * 3600
# Most accounts in a device cookie; the oldest is dropped first.
MOST_KNOWN = 5
LONGEST = 400
# Delay of a try, in seconds, after many mistakes for its name.
SLOW_SECONDS = 4.0


class Try:
    """One try of a password; ``is_right`` is set once it is known."""

    is_right = False


class Tries:
    """Counts tries; recognises devices by a signed cookie, which alone signs nobody in."""

    def __init__(self, limiter: Limiter, secret: str, *, secure: bool) -> None:
        self._limiter = limiter
        self._serializer = URLSafeSerializer(secret, salt=SALT)
        self._secure = secure

    @asynccontextmanager
    async def count(self, request: Request, name: str) -> AsyncIterator[Try]:
        """Count a try for a name; raise TooMany, or wait, if there have been many."""
        key, address = key_of(name), client_address(request)
        device, known = self._device(request)
        limiter, tried = self._limiter, Try()
        own = "logins_device", (device, key)
        is_slow = False
        counted: list[tuple[str, object]]
        if key in known and limiter.may_take(*own):
            counted = [own]
        else:
            # A known device that tries too often is treated like an unknown one.
            counted = [("logins_address", address), ("logins_name", (key, address))]
            is_slow = not limiter.may_take("logins_everywhere", key)
            if not is_slow:
                counted.append(("logins_everywhere", key))
        for kind, client in counted:
            limiter.take(kind, client)
        if is_slow:
            await sleep(SLOW_SECONDS)
        try:
            yield tried
        except TooMany:
            # No password was looked at.
            tried.is_right = True
            raise
        finally:
            if tried.is_right:
                for kind, client in counted:
                    limiter.give_back(kind, client)

    def remember(self, request: Request, response: Response, name: str) -> None:
        """Note in a cookie that a device has signed in to an account."""
        device, known = self._device(request)
        key = key_of(name)
        names = [each for each in known if each != key][-MOST_KNOWN + 1 :]
        response.set_cookie(
            COOKIE,
            self._serializer.dumps([device, *names, key]),
            max_age=SECONDS,
            httponly=True,
            samesite="lax",
            secure=self._secure,
        )

    def _device(self, request: Request) -> tuple[str, list[str]]:
        """Return a device's id, new if it has none, and the accounts known to it."""
        cookie = request.cookies.get(COOKIE, "")
        try:
            found = self._serializer.loads(cookie[:LONGEST])
        except (BadSignature, RecursionError):
            found = None
        if isinstance(found, list) and found and all(isinstance(each, str) for each in found):
            return found[0], found[1:]
        return token_urlsafe(9), []
