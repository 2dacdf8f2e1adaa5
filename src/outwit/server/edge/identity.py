"""Identity of visitors: a signed cookie names account and session; forms carry a token."""

from __future__ import annotations

import asyncio
import hmac
import time
from collections import OrderedDict
from secrets import token_hex, token_urlsafe

from fastapi import Request, Response, WebSocket
from fastapi.requests import HTTPConnection
from itsdangerous import BadSignature, URLSafeSerializer

from outwit.errors import NotAllowed
from outwit.server.edge.limits import client_address
from outwit.server.edge.passes import Passes, of_session, of_sessions
from outwit.storage.sessions import LoginSession, SessionStore

COOKIE = "outwit"
# The cookie with a message for the next page, and its lifetime in seconds.
NOTICE, NOTICE_SECONDS = "outwit-notice", 60
# Lifetime of the cookie of an account or guest: one year.
SECONDS = 365 * 24 * 3600
SALT = "session"
# Keys of a request's scope under which account and session are cached.
ACCOUNT, SESSION = "outwit.account", "outwit.session"
# Most seconds until another process notices an ended session if its note was lost.
REMEMBERED = 10.0
MOST_REMEMBERED = 10_000
OLD_FORM = "this form is too old or from elsewhere: go back and try again"
SALT_LENGTH, TOKEN_LENGTH = 16, 32


class Identity:
    """Signs and reads cookies and form tokens with the server's secret."""

    def __init__(
        self, secret: str, sessions: SessionStore, passes: Passes, *, secure: bool
    ) -> None:
        self._serializer = URLSafeSerializer(secret, salt=SALT)
        self._secret = secret.encode()
        self._sessions = sessions
        self._passes = passes
        self._secure = secure
        # Sessions that were valid lately: when to check again, and the epoch of the check.
        self._open: OrderedDict[str, tuple[float, int]] = OrderedDict()

    async def recognise(self, connection: HTTPConnection) -> int | None:
        """Find the account of a connection by its cookie, None without a valid session.

        From then on ``account`` returns it.
        """
        found = self.session(connection)
        is_open = found is not None and await self._is_open(found)
        account = found.account if found is not None and is_open else None
        connection.scope[ACCOUNT] = account
        connection.scope[SESSION] = found if is_open else None
        return account

    def account(self, connection: Request | WebSocket) -> int | None:
        """Return the number of the recognised account, None for a stranger."""
        account: int | None = connection.scope.get(ACCOUNT)
        return account

    def client(self, connection: Request | WebSocket) -> str:
        """Return the name of a client for limits: the account, or a stranger's address."""
        account = self.account(connection)
        return f"address {client_address(connection)}" if account is None else f"account {account}"

    def session(self, connection: HTTPConnection) -> LoginSession | None:
        """Return the session of a valid cookie, ended or not; None without one."""
        cookie = connection.cookies.get(COOKIE)
        if not cookie or len(cookie) > 400:
            return None
        try:
            match self._serializer.loads(cookie):
                case [int(account), str(name), int() | float() as since]:
                    return LoginSession(account, name, since)
        except (BadSignature, RecursionError):
            pass
        return None

    def remember(self, response: Response, account: int) -> None:
        """Set the cookie of a new session of an account."""
        self._give(response, LoginSession(account, token_urlsafe(16), time.time()))

    def keep(self, request: Request, response: Response, account: int) -> None:
        """Set the cookie of an account; a session of that account continues."""
        found = self.session(request)
        if found is not None and found.account == account == self.account(request):
            self._give(response, found)
        else:
            self.remember(response, account)

    def forget(self, response: Response) -> None:
        """Delete the cookie."""
        response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=self._secure)

    def leave_notice(self, response: Response, text: str) -> None:
        """Set a message for the next page of a browser."""
        response.set_cookie(
            NOTICE,
            self._serializer.dumps(text),
            max_age=NOTICE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=self._secure,
        )

    def notice(self, request: Request) -> str:
        """Return the message that was set for this browser, empty if there is none."""
        try:
            found = self._serializer.loads(request.cookies.get(NOTICE, ""))
        except BadSignature:
            return ""
        return found if isinstance(found, str) else ""

    def drop_notice(self, response: Response) -> None:
        """Delete the message after it is shown."""
        response.delete_cookie(NOTICE, httponly=True, samesite="lax", secure=self._secure)

    async def end(self, connection: HTTPConnection) -> None:
        """End the session of a browser and its sockets; copies of its cookie become invalid."""
        found = self.session(connection)
        if found is not None and connection.scope.get(ACCOUNT) == found.account:
            await asyncio.to_thread(self._sessions.end, found.account, found.name)
            self._passes.end(of_session(found.name))

    async def end_all(self, account: int) -> None:
        """End all sessions of an account with their sockets, as after a change of password."""
        await asyncio.to_thread(self._sessions.end, account)
        self._passes.end(of_sessions(account))

    def form_token(self, account: int | None) -> str:
        """Return the token of a form; other sites cannot know it.

        It differs each time, so that the length of a compressed page reveals nothing (BREACH).
        """
        return self._token(token_hex(SALT_LENGTH // 2), account)

    def check_form(self, account: int | None, token: str) -> None:
        """Raise NotAllowed unless a form came from a page of this account."""
        right = self._token(token[:SALT_LENGTH], account)
        if not hmac.compare_digest(right.encode(), token.encode(errors="replace")):
            raise NotAllowed(OLD_FORM)

    def form_sender(self, request: Request, csrf: str) -> int | None:
        """Return the account that sent a form, None for a stranger.

        Raise NotAllowed unless the form came from a page of this account.
        """
        account = self.account(request)
        self.check_form(account, csrf)
        return account

    def prove(self, fact: str) -> str:
        """Return a signed proof of a fact."""
        signed = f"fact {fact}".encode(errors="replace")
        return hmac.new(self._secret, signed, "sha256").hexdigest()[:TOKEN_LENGTH]

    def is_proof(self, proof: str, fact: str) -> bool:
        """Tell whether a proof is valid for a fact."""
        return hmac.compare_digest(self.prove(fact).encode(), proof.encode(errors="replace"))

    def _token(self, salt: str, account: int | None) -> str:
        signed = f"form {salt} {account}".encode(errors="replace")
        return salt + hmac.new(self._secret, signed, "sha256").hexdigest()[:TOKEN_LENGTH]

    def _give(self, response: Response, session: LoginSession) -> None:
        response.set_cookie(
            COOKIE,
            self._serializer.dumps([session.account, session.name, session.since]),
            max_age=SECONDS,
            httponly=True,
            samesite="lax",
            secure=self._secure,
        )

    async def _is_open(self, session: LoginSession) -> bool:
        moment, epoch = time.monotonic(), self._passes.epoch
        until, read_in = self._open.get(session.name, (0.0, 0))
        if until > moment and read_in == epoch:
            return True
        if not await asyncio.to_thread(self._sessions.still_open, [session]):
            return False
        self._open[session.name] = moment + REMEMBERED, epoch
        while len(self._open) > MOST_REMEMBERED:
            self._open.popitem(last=False)
        return True


def same_origin(connection: HTTPConnection) -> bool:
    """Tell whether a page of this site sent a request."""
    origin = connection.headers.get("origin", "")
    return origin.partition("://")[2] == connection.headers.get("host", "")
