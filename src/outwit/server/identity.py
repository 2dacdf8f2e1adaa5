"""Who somebody is: a signed cookie holds the account's number, and forms carry a token."""

from __future__ import annotations

import hmac
from secrets import token_urlsafe

from fastapi import Request, Response, WebSocket
from itsdangerous import BadSignature, URLSafeSerializer

from outwit.errors import NotAllowed

COOKIE = "outwit"
# A year: whoever comes back within it is the same guest.
SECONDS = 365 * 24 * 3600
SALT = "who"


class Identity:
    """Signs and reads cookies and form tokens with the server's secret."""

    def __init__(self, secret: str, *, secure: bool) -> None:
        self._serializer = URLSafeSerializer(secret, salt=SALT)
        self._secret = secret.encode()
        self._secure = secure

    def account(self, connection: Request | WebSocket) -> int | None:
        """Return the number of the account in a cookie of ours, None if there is none."""
        cookie = connection.cookies.get(COOKIE)
        if not cookie or len(cookie) > 400:
            return None
        try:
            number = self._serializer.loads(cookie)
        except BadSignature:
            return None
        return number if isinstance(number, int) else None

    def remember(self, response: Response, account: int) -> None:
        """Give a browser the cookie of an account."""
        response.set_cookie(
            COOKIE,
            self._serializer.dumps(account),
            max_age=SECONDS,
            httponly=True,
            samesite="lax",
            secure=self._secure,
        )

    def forget(self, response: Response) -> None:
        """Take the cookie away from a browser."""
        response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=self._secure)

    def form_token(self, account: int | None) -> str:
        """Return what a form of ours carries; other sites cannot know it."""
        return hmac.new(self._secret, f"form {account}".encode(), "sha256").hexdigest()[:32]

    def check_form(self, account: int | None, token: str) -> None:
        """Raise NotAllowed unless a form came from a page that we gave this account."""
        if not hmac.compare_digest(self.form_token(account), token):
            raise NotAllowed("this form is too old or from elsewhere: go back and try again")


def new_secret() -> str:
    """Return a new key."""
    return token_urlsafe(32)


def same_origin(socket: WebSocket) -> bool:
    """Tell whether a socket was opened by a page of this site."""
    origin = socket.headers.get("origin", "")
    return origin.partition("://")[2] == socket.headers.get("host", "")
