"""How the portal sends e-mail: the operator's settings, from environment variables."""

from __future__ import annotations

import os
from collections.abc import Mapping
from email.utils import parseaddr
from ipaddress import ip_address
from urllib.parse import unquote, urlsplit

from outwit.core.value import Value
from outwit.errors import UsageError

SMTP, SENDER, ADDRESS = "OUTWIT_SMTP", "OUTWIT_MAIL_FROM", "OUTWIT_URL"
PLAIN, TLS = "smtp", "smtps"
PORTS = {PLAIN: 587, TLS: 465}
EXAMPLE = f"{SMTP}=smtps://name:password@mail.example.org"


class MailSettings(Value):
    """The server that takes the portal's e-mail, the sender, and the portal's own address.

    ``url`` begins every link in a letter: the address of a request could be another's. Without
    ``tls`` from the start, the connection is encrypted by STARTTLS, except to this machine.
    """

    host: str
    port: int
    sender: str
    url: str
    tls: bool = False
    user: str = ""
    password: str = ""

    @property
    def is_local(self) -> bool:
        """Tell whether the server is on this machine."""
        try:
            return self.host == "localhost" or ip_address(self.host).is_loopback
        except ValueError:
            return False


def read_mail(environment: Mapping[str, str] = os.environ) -> MailSettings | None:
    """Return the settings of the environment, None without a server: then nothing is sent.

    Raise UsageError for invalid ones.
    """
    given = environment.get(SMTP, "").strip()
    if not given:
        return None
    try:
        parts = urlsplit(given)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in PORTS or not parts.hostname or parts.path not in ("", "/"):
        raise UsageError(f"{SMTP} is not the URL of a mail server, as in {EXAMPLE}")
    sender = environment.get(SENDER, "").strip()
    if "@" not in parseaddr(sender)[1] or not sender.isprintable():
        raise UsageError(f"{SENDER} is not an address such as Outwit <games@example.org>")
    return MailSettings(
        parts.hostname,
        port or PORTS[parts.scheme],
        sender,
        read_url(environment.get(ADDRESS, "")),
        parts.scheme == TLS,
        unquote(parts.username or ""),
        unquote(parts.password or ""),
    )


def read_url(text: str) -> str:
    """Return the portal's address without a slash at its end; raise UsageError for another.

    >>> read_url("https://games.example.org/")
    'https://games.example.org'
    """
    try:
        parts = urlsplit(text.strip())
        is_right = parts.scheme in ("http", "https") and bool(parts.hostname)
        is_right = is_right and not (parts.path.strip("/") or parts.query or parts.fragment)
    except ValueError:
        is_right = False
    if not is_right:
        raise UsageError(f"{ADDRESS} is not the portal's address, as in https://games.example.org")
    return text.strip().rstrip("/")
