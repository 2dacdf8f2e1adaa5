"""The operator's settings, from environment variables."""

from __future__ import annotations

import os
from ipaddress import ip_network

from outwit.core.value import Value
from outwit.errors import UsageError
from outwit.server.base.logs import read_form
from outwit.server.edge.hosts import HOSTS, LOOPBACK, read_hosts
from outwit.server.edge.limits import ClientLimits, read_limits
from outwit.server.edge.mailsettings import MailSettings, read_mail
from outwit.server.edge.pushsettings import PushSettings, read_push
from outwit.server.edge.secretkey import check_key

SECRET, HTTPS, PROXY = "OUTWIT_SECRET", "OUTWIT_HTTPS", "OUTWIT_PROXY"
METRICS_TOKEN, LOG = "OUTWIT_METRICS_TOKEN", "OUTWIT_LOG"
MODERATORS = "OUTWIT_MODERATORS"


class Settings(Value):
    """The portal's settings.

    ``secret`` signs cookies; without one, the first start creates a key and stores it beside the
    database. ``secure`` marks cookies for HTTPS only. ``threads``: most bots that think at the
    same time. ``proxies``: addresses and networks of reverse proxies whose forwarded client
    address is trusted. ``metrics_token`` allows clients on other machines to read the metrics.
    ``log`` is the format of the log. ``hosts`` are the host names of the portal. Without ``mail``
    no e-mail is sent, without ``push`` nothing to browsers. ``moderators`` are names of accounts
    that become moderators at the start.
    """

    database: str
    secret: str = ""
    secure: bool = False
    threads: int = 2
    proxies: tuple[str, ...] = ()
    metrics_token: str = ""
    limits: ClientLimits = ClientLimits()
    log: str = ""
    hosts: tuple[str, ...] = LOOPBACK
    mail: MailSettings | None = None
    push: PushSettings | None = None
    moderators: tuple[str, ...] = ()


def read_settings(database: str) -> Settings:
    """Return the environment's settings for a database; raise UsageError for an invalid one."""
    return Settings(
        database,
        read_secret(os.environ.get(SECRET, "")),
        os.environ.get(HTTPS, "") == "1",
        max(1, (os.cpu_count() or 2) - 1),
        read_proxies(os.environ.get(PROXY, "")),
        os.environ.get(METRICS_TOKEN, ""),
        read_limits(),
        read_form(os.environ.get(LOG, "")),
        (*LOOPBACK, *read_hosts(os.environ.get(HOSTS, ""))),
        read_mail(),
        read_push(),
        words_of(os.environ.get(MODERATORS, "")),
    )


def read_secret(text: str) -> str:
    """Return the key that signs cookies, empty if none is set; raise UsageError for a weak one."""
    return text and check_key(text, SECRET, "make one with: openssl rand -hex 32")


def words_of(text: str) -> tuple[str, ...]:
    """Return what commas separate.

    >>> words_of("Ada Lovelace, Grace,")
    ('Ada Lovelace', 'Grace')
    """
    return tuple(each.strip() for each in text.split(",") if each.strip())


def read_proxies(text: str) -> tuple[str, ...]:
    """Read addresses and networks, separated by commas.

    >>> read_proxies("127.0.0.1, 10.0.0.0/8")
    ('127.0.0.1', '10.0.0.0/8')
    """
    found = words_of(text)
    for each in found:
        try:
            ip_network(each)
        except ValueError:
            raise UsageError(f"{PROXY}: {each[:60]!r} is no address and no network") from None
    return found
