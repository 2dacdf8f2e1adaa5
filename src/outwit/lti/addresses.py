"""Addresses of learning platforms: which there can be, and which requests may go to."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from outwit.errors import NetworkFault, UsageError
from outwit.storage.platforms import Platform

LONGEST = 1_000


def read_address(text: str, what: str, *, inside: bool = False) -> str:
    """Return an address that can be registered; raise UsageError, naming it, for any other.

    With ``inside`` this machine may be reached without encryption.

    >>> read_address("https://learn.example.org/token", "token-url")
    'https://learn.example.org/token'
    """
    if not origin_of(text, inside=inside):
        also = " or http://127.0.0.1:PORT" if inside else ""
        raise UsageError(f"{what} {text[:80]!r} is no address that begins with https://{also}")
    return text


def origin_of(text: str, *, inside: bool = True) -> str:
    """Return scheme, host and port of an address that requests may go to, empty for any other.

    >>> origin_of("https://Learn.example.org:443/x?y"), origin_of("http://learn.example.org/")
    ('https://learn.example.org:443', '')
    """
    if len(text) > LONGEST or not (text.isascii() and text.isprintable()) or " " in text:
        return ""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    if not host or parts.username is not None or parts.password is not None or parts.fragment:
        return ""
    if parts.scheme == "http" and not (inside and is_loopback(host)):
        return ""
    if parts.scheme not in ("http", "https"):
        return ""
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}:{port or (443 if parts.scheme == 'https' else 80)}"


def is_loopback(host: str) -> bool:
    """Tell whether a host is an address of this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def is_public(address: str) -> bool:
    """Tell whether an address is one of the internet, not of a machine or network of somebody's.

    >>> is_public("93.184.215.14"), is_public("169.254.169.254"), is_public("::ffff:10.0.0.1")
    (True, False, False)
    """
    found = ip_address(address.partition("%")[0])
    inner = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (inner or found).is_global and not (inner or found).is_multicast


def origins_of(platform: Platform) -> set[str]:
    """Return the origins that were registered for a platform."""
    known = (platform.token_url, platform.keys_url, platform.login_url, *platform.services)
    return {found for each in known if (found := origin_of(each))}


def check_address(platform: Platform, url: str) -> str:
    """Return an address of a platform; raise NetworkFault unless its origin was registered.

    An unencrypted one is only registered by an operator who allows this machine.
    """
    found = origin_of(url)
    if not found or found not in origins_of(platform):
        shown = found or url[:80]
        raise NetworkFault(
            f"{platform.name} names the address {shown}, which is not registered: "
            f"register it with `outwit lti add --service {shown}`"
        )
    return url
