"""Notices for browsers whose pages are closed: Web Push (RFC 8030, encrypted by RFC 8291)."""

from __future__ import annotations

import json
import socket
import ssl
from datetime import datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from outwit.errors import NetworkFault, UsageError
from outwit.lti.addresses import is_loopback, is_public, origin_of
from outwit.server.base.logs import event
from outwit.server.edge.pushsettings import PushKey, PushSettings
from outwit.server.jobs.mailing import notice_words
from outwit.storage.noticechoices import BROWSER, ChoiceStore
from outwit.storage.notices import NoticeStore
from outwit.storage.subscriptions import Subscription, SubscriptionStore

# Seconds for each step of a request, and seconds that a message is kept for a browser that is off.
PATIENCE, KEPT = 10.0, 86_400
# Seconds that the signature of a message is valid.
VALID = 12 * 3_600
# Most characters of a sentence: a message has at most 4,096 bytes.
LONGEST_TEXT = 400
GONE = (404, 410)
BUSY = 429


class Pusher:
    """Sends notices to browsers; call it in a thread."""

    def __init__(
        self,
        settings: PushSettings | None,
        secret: str,
        notices: NoticeStore,
        subscriptions: SubscriptionStore,
    ) -> None:
        self.settings = settings
        self.notices = notices
        self.subscriptions = subscriptions
        self.choices = ChoiceStore(notices.database)
        self.key = None if settings is None else PushKey(secret)

    @property
    def public_key(self) -> str:
        """The key that browsers subscribe to, empty if nothing is sent to browsers."""
        return "" if self.key is None else self.key.public

    def subscribe(self, new: Subscription) -> None:
        """Store a browser; raise UsageError unless its address is one of the internet."""
        if self.settings is None:
            raise UsageError("this portal sends nothing to browsers")
        check_endpoint(new.endpoint, self.settings)
        self.subscriptions.add(new)

    def deliver(self, content: dict[str, Any]) -> datetime | None:
        """Send a notice to a browser; return when to look again if it is not the time.

        Raise NetworkFault if another try may help, UsageError if none will.
        """
        notice = self.notices.get(content["notice"])
        browser = self.subscriptions.get(content["to"])
        if self.settings is None or self.key is None or notice is None or notice.read is not None:
            return None
        if browser is None or browser.account != notice.account:
            return None
        choices, moment = self.choices.of(notice.account), self.notices.clock()
        later = choices.after_quiet(moment)
        if later > moment:
            return later
        if not choices.wants(notice.kind, BROWSER):
            return None
        text = notice_words(notice.kind, notice.facts)[:LONGEST_TEXT]
        message = {"text": text, "path": notice.facts["path"], "tag": notice.key}
        self._post(browser, json.dumps(message).encode(), self.settings, self.key)
        return None

    def _post(
        self, browser: Subscription, message: bytes, settings: PushSettings, key: PushKey
    ) -> None:
        status = post(browser.endpoint, *encrypted(browser, message, settings, key), settings)
        if status in GONE:
            self.subscriptions.remove(browser.endpoint)
            event("browser gone", status=status)
        elif status == BUSY or status >= 500:
            raise NetworkFault(f"the browser's maker answers with status {status}")
        elif not 200 <= status < 300:
            raise UsageError(f"the browser's maker refuses with status {status}")


def encrypted(
    browser: Subscription, message: bytes, settings: PushSettings, key: PushKey
) -> tuple[bytes, dict[str, str]]:
    """Return the body of a message that only the browser can read, and the headers."""
    from py_vapid import Vapid02
    from pywebpush import WebPusher, WebPushException

    keys = {"p256dh": browser.key, "auth": browser.secret}
    try:
        made = WebPusher({"endpoint": browser.endpoint, "keys": keys}).encode(message)
    except (WebPushException, ValueError) as error:
        raise UsageError(f"the keys of the browser are wrong: {error}") from None
    parts = urlsplit(browser.endpoint)
    vapid = Vapid02()
    vapid.private_key = key.private
    claims = {
        "sub": settings.contact,
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(datetime.now().timestamp()) + VALID,
    }
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT),
        "Urgency": "normal",
        **vapid.sign(claims),
    }
    return bytes(made["body"]), headers


def check_endpoint(endpoint: str, settings: PushSettings) -> None:
    """Raise UsageError for an address that no maker of browsers would give.

    Names are looked up again when a message is sent.
    """
    if not origin_of(endpoint, inside=settings.loopback):
        raise UsageError("the address of the browser does not begin with https://")
    host = urlsplit(endpoint).hostname or ""
    is_number = ":" in host or host.rpartition(".")[2].isdigit()
    if is_number and not (settings.loopback and is_loopback(host)):
        raise UsageError("the address of the browser has no name")


def post(endpoint: str, body: bytes, headers: dict[str, str], settings: PushSettings) -> int:
    """Send a request and return the status of the answer; redirects are not followed.

    Raise NetworkFault if there is none, UsageError for an address within somebody's network.
    """
    check_endpoint(endpoint, settings)
    parts = urlsplit(endpoint)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=PATIENCE)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connect(connection, settings)
        connection.request("POST", target, body, headers)
        return connection.getresponse().status
    except (OSError, HTTPException) as error:
        said = str(error) or type(error).__name__
        raise NetworkFault(f"the browser's maker cannot be reached: {said}") from None
    finally:
        connection.close()


def connect(connection: HTTPConnection, settings: PushSettings) -> None:
    """Connect; raise UsageError for an address that is not of the internet.

    A name is looked up once, so that the address that is checked is the one that is asked.
    """
    found = socket.getaddrinfo(connection.host, connection.port, type=socket.SOCK_STREAM)
    addresses = dict.fromkeys(str(each[4][0]) for each in found)
    is_allowed = is_loopback if settings.loopback else is_public
    own = [each for each in addresses if is_allowed(each)]
    if not own:
        raise UsageError("the address of the browser is one within a network")
    plain = socket.create_connection((own[0], connection.port), PATIENCE)
    try:
        connection.sock = plain
        if isinstance(connection, HTTPSConnection):
            context = ssl.create_default_context()
            connection.sock = context.wrap_socket(plain, server_hostname=connection.host)
    except OSError:
        plain.close()
        raise
