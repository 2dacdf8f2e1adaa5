"""Logins from learning platforms: each is begun here, and ended by one launch."""

from __future__ import annotations

import asyncio
import hmac
from asyncio import Semaphore
from secrets import token_urlsafe
from urllib.parse import urlencode, urlsplit, urlunsplit

from fastapi import Request, Response
from itsdangerous import BadSignature, URLSafeTimedSerializer

from outwit.errors import NetworkFault, NotAllowed, NotFound
from outwit.lti.addresses import origins_of
from outwit.lti.launch import Launch, read_launch
from outwit.lti.verifier import AGAIN, Verifier
from outwit.server.base.logs import event
from outwit.storage.accounts import Account
from outwit.storage.platformpeople import PersonStore
from outwit.storage.platforms import Platform, PlatformStore

# The cookie of a login, with the beginning of its state: logins in several tabs do not disturb
# each other. Seconds until it expires.
COOKIE, SHOWN, SECONDS = "outwit-lti-", 8, 600
# Launches checked at once: a platform that does not answer must not hold all threads.
AT_ONCE = 2
SALT = "lti"
LOGIN, LAUNCH, KEYS = "/lti/login", "/lti/launch", "/lti/jwks"
FRAMES = ("iframe", "frame", "embed", "object")
# What a platform tells at the beginning of a login.
TOLD = (
    "iss",
    "login_hint",
    "target_link_uri",
    "lti_message_hint",
    "client_id",
    "lti_deployment_id",
)
NO_COOKIE = (
    "your browser has not kept the cookie of this login, or the login took too long: let the "
    "learning platform open this activity in a new window, and try again"
)


class Launching:
    """Begins logins of people of learning platforms, and ends them by their launch."""

    def __init__(
        self,
        secret: str,
        platforms: PlatformStore,
        people: PersonStore,
        verifier: Verifier,
        *,
        secure: bool,
    ) -> None:
        self._serializer = URLSafeTimedSerializer(secret, salt=SALT)
        self._platforms = platforms
        self._people = people
        self._verifier = verifier
        self._secure = secure
        self._turns = Semaphore(AT_ONCE)

    def origin(self, request: Request) -> str:
        """Return the address of this portal as the browser has it."""
        scheme = "https" if self._secure else request.url.scheme
        return f"{scheme}://{request.headers['host']}"

    def platform(self, told: dict[str, str]) -> Platform:
        """Return the platform that begins a login; call it in a thread."""
        if not told.get("iss") or not told.get("login_hint"):
            raise NotAllowed("this address is for learning platforms: open the activity there")
        try:
            return self._platforms.find(told["iss"], told.get("client_id", ""))
        except NotFound as error:
            raise NotAllowed(str(error)) from None

    def begin(
        self, request: Request, platform: Platform, told: dict[str, str]
    ) -> tuple[str, str, str]:
        """Return the address of a login at its platform, and name and content of its cookie."""
        state, nonce = token_urlsafe(24), token_urlsafe(24)
        asked = {
            "scope": "openid",
            "response_type": "id_token",
            "response_mode": "form_post",
            "prompt": "none",
            "client_id": platform.client_id,
            "redirect_uri": f"{self.origin(request)}{LAUNCH}",
            "login_hint": told["login_hint"],
            "state": state,
            "nonce": nonce,
        }
        if told.get("lti_message_hint"):
            asked["lti_message_hint"] = told["lti_message_hint"]
        parts = urlsplit(platform.login_url)
        query = "&".join(filter(None, (parts.query, urlencode(asked))))
        cookie = self._serializer.dumps([state, nonce, platform.id])
        return urlunsplit(parts._replace(query=query)), f"{COOKIE}{state[:SHOWN]}", cookie

    def remember(self, response: Response, name: str, cookie: str) -> None:
        """Set the cookie of a login.

        The platform's page will send the launch as a form: browsers then leave out cookies that
        are not marked as for requests from elsewhere, and such a mark needs HTTPS.
        """
        response.set_cookie(
            name,
            cookie,
            max_age=SECONDS,
            path="/lti/",
            httponly=True,
            secure=self._secure,
            samesite="none" if self._secure else "lax",
        )

    def forget(self, response: Response, state: str) -> None:
        """Delete the cookie of a login."""
        response.delete_cookie(
            f"{COOKIE}{state[:SHOWN]}",
            path="/lti/",
            httponly=True,
            secure=self._secure,
            samesite="none" if self._secure else "lax",
        )

    async def end(
        self, request: Request, state: str, token: str
    ) -> tuple[Platform, Launch, Account]:
        """Return who comes by a launch, with an account.

        Raise NotAllowed unless this browser began the login, and its platform signed the launch
        just now, for this portal, for a registered deployment, and used once.
        """
        async with self._turns:
            return await asyncio.to_thread(self._end, request, state, token)

    def _end(self, request: Request, state: str, token: str) -> tuple[Platform, Launch, Account]:
        cookie = request.cookies.get(f"{COOKIE}{state[:SHOWN]}", "")
        try:
            own, nonce, key = self._serializer.loads(cookie, max_age=SECONDS)
        except (BadSignature, ValueError, TypeError):
            raise NotAllowed(NO_COOKIE) from None
        if not hmac.compare_digest(str(own).encode(), state.encode(errors="replace")):
            raise NotAllowed(NO_COOKIE)
        try:
            platform = self._platforms.get(str(key))
        except NotFound:
            raise NotAllowed(f"the learning platform was removed here: {AGAIN}") from None
        try:
            claims = self._verifier.claims(platform, token, str(nonce))
        except NetworkFault as error:
            event("launch not checked", platform=platform.id, error=str(error))
            raise NotAllowed(f"{error}; try again in some minutes") from None
        launch = read_launch(platform, claims)
        if not launch.teaches and not launch.studies:
            raise NotAllowed(f"{platform.name} says that you neither teach nor study this course")
        self._people.use(f"{platform.id} {nonce}")
        return platform, launch, self._people.enter(platform.id, launch.subject, launch.name)


def told_by(values: object) -> dict[str, str]:
    """Return what a platform tells at the beginning of a login."""
    found = dict(values)  # type: ignore[call-overload]
    return {name: str(found[name])[:3_000] for name in TOLD if found.get(name)}


def is_framed(request: Request) -> bool:
    """Tell whether a browser shows the answer within another site's page."""
    return request.headers.get("sec-fetch-dest", "") in FRAMES


def frame_policy(platform: Platform) -> str:
    """Return the policy of a page that pages of a platform may show within theirs."""
    hosts = " ".join(sorted(origins_of(platform)))
    return (
        "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
        f"object-src 'none'; frame-ancestors {hosts}"
    )
