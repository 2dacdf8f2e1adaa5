"""The host names of the portal.

Another site can point its own name at this machine, and its page could then read local data (DNS
rebinding). Such a request carries the other name and is refused.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Collection
from ipaddress import ip_address

from outwit.errors import UsageError

HOSTS = "OUTWIT_HOSTS"
LOOPBACK = ("localhost", "*.localhost", "127.0.0.1", "::1")
# Allows every numeric address: another site cannot redirect those.
ADDRESSES = "[address]"
EVERY = "*"
NAME = re.compile(r"(\*\.)?[a-z0-9]([a-z0-9._-]{0,250}[a-z0-9])?")
# The form of a Host header: a name or an address, and an optional port.
HEADER = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::[0-9]{0,5})?")


def read_hosts(text: str) -> tuple[str, ...]:
    """Read names and addresses, separated by commas; raise UsageError for an invalid one.

    >>> read_hosts("Games.Example.org, *.example.net, [2001:db8::1]")
    ('games.example.org', '*.example.net', '2001:db8::1')
    """
    found = []
    for each in text.split(","):
        name = each.strip().lower().strip("[]").removesuffix(".")
        if not name:
            continue
        if name != EVERY and not NAME.fullmatch(name) and not is_address(name):
            example = f"{HOSTS}=games.example.org,*.example.net"
            raise UsageError(
                f"{HOSTS}: {each.strip()[:60]!r} is no name of a host, as in {example}"
            )
        found.append(name)
    return tuple(found)


def hosts_at(address: str) -> tuple[str, ...]:
    """Return the hosts allowed by default for a listening address.

    >>> hosts_at("127.0.0.1") == LOOPBACK
    True
    """
    if is_address(address) and ip_address(address).is_loopback:
        return LOOPBACK
    own = socket.gethostname().lower()
    names = (own, f"{own}.local") if NAME.fullmatch(own) else ()
    return (*LOOPBACK, ADDRESSES, *names)


def host_of(header: str) -> str:
    """Return the host of a header without its port, empty if it is invalid.

    >>> host_of("Localhost.:8000"), host_of("[::1]:8000"), host_of("a/b")
    ('localhost', '::1', '')
    """
    found = HEADER.fullmatch(header.lower())
    return "" if found is None else (found[1] or found[2]).removesuffix(".")


def is_allowed(host: str, hosts: Collection[str]) -> bool:
    """Tell whether a host is one of those allowed.

    >>> is_allowed("www.example.org", ["*.example.org"])
    True
    >>> is_allowed("example.org", ["*.example.org"])
    False
    """
    if EVERY in hosts or (host and host in hosts):
        return True
    if is_address(host):
        return ADDRESSES in hosts
    return any(each.startswith("*.") and host.endswith(each[1:]) for each in hosts)


def is_address(text: str) -> bool:
    """Tell whether a text is a numeric address."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def refusal(host: str) -> str:
    """Return the message for a request to another host, with the setting that would allow it."""
    if not host:
        return "This request names no host that there can be."
    return (
        f"This portal is not reached as {host}. If you run it, and this is its name, "
        f"start it with {HOSTS}={host}"
    )
