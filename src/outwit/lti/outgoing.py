"""Requests to a learning platform: to registered addresses only, limited in size and time."""

from __future__ import annotations

import json
import socket
import ssl
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Protocol
from urllib.parse import urlsplit

from outwit.core.value import Value
from outwit.errors import NetworkFault
from outwit.lti.addresses import check_address, is_public
from outwit.storage.platforms import Platform

# Seconds of silence, and seconds for a whole answer.
SILENCE_SECONDS, ANSWER_SECONDS = 10.0, 20.0
MOST_BYTES, PART = 2 << 20, 65_536
# Characters of an answer that an error message quotes.
QUOTED = 120
NEXT = "next"


class Answer(Value):
    """An answer: its status, its headers with names in small letters, and its body."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self, platform: Platform) -> Any:
        """Return what the body holds; raise NetworkFault if it is no JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            raise NetworkFault(f"{platform.name} sends an answer that is no JSON") from None

    @property
    def next_page(self) -> str:
        """The address of the next page of a list, empty on the last page."""
        for link in self.headers.get("link", "").split(","):
            target, _, rest = link.partition(";")
            words = rest.replace('"', "").replace(" ", "").split(";")
            if f"rel={NEXT}" in words:
                return target.strip().removeprefix("<").removesuffix(">")
        return ""


class Sender(Protocol):
    """Sends a request to a platform."""

    def __call__(
        self,
        platform: Platform,
        method: str,
        url: str,
        headers: dict[str, str],
        body: bytes | None = None,
    ) -> Answer:
        """Send a request."""


def send(
    platform: Platform,
    method: str,
    url: str,
    headers: dict[str, str],
    body: bytes | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Answer:
    """Send a request to an address of a platform and return the answer, whatever its status.

    Redirects are not followed. Raise NetworkFault for an address that is not registered, or if the
    platform does not answer in time or sends too much. An address within the operator's network is
    only asked if the platform was registered as being there.
    """
    check_address(platform, url)
    parts = urlsplit(url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    until = clock() + ANSWER_SECONDS
    connection = _connection(parts.scheme, parts.hostname or "", parts.port)
    try:
        connect(platform, connection)
        connection.request(method, target, body, {"Accept": "application/json", **headers})
        response = connection.getresponse()
        data = bytearray()
        while part := response.read1(PART):
            data += part
            if len(data) > MOST_BYTES:
                raise NetworkFault(f"{platform.name} sends more than {MOST_BYTES >> 20} MiB")
            if clock() > until:
                raise NetworkFault(f"{platform.name} takes more than {ANSWER_SECONDS:.0f} seconds")
    except (OSError, HTTPException) as error:
        said = str(error) or type(error).__name__
        raise NetworkFault(f"{platform.name} cannot be reached: {said}") from None
    finally:
        connection.close()
    names = {name.lower(): value for name, value in response.getheaders()}
    return Answer(response.status, names, bytes(data))


def expect(platform: Platform, answer: Answer, what: str) -> Answer:
    """Return an answer that says yes; raise NetworkFault, with its words, for any other."""
    if 200 <= answer.status < 300:
        return answer
    if 300 <= answer.status < 400:
        raise NetworkFault(
            f"{platform.name} leads elsewhere ({answer.status}): {what} was not done"
        )
    said = " ".join(answer.body[:1_000].decode(errors="replace").split())
    shown = "".join(each for each in said if each.isprintable())[:QUOTED]
    told = f": {shown}" if shown else ""
    raise NetworkFault(f"{platform.name} refuses {what} (status {answer.status}){told}")


def connect(platform: Platform, connection: HTTPConnection) -> None:
    """Connect with a platform; raise NetworkFault for an address that is not for it.

    Names are looked up once, so that what is checked is what is asked.
    """
    found = socket.getaddrinfo(connection.host, connection.port, type=socket.SOCK_STREAM)
    addresses = dict.fromkeys(str(each[4][0]) for each in found)
    own = [each for each in addresses if platform.inside or is_public(each)]
    if not own:
        raise NetworkFault(
            f"{connection.host} is an address within your network: register {platform.name} with "
            "`outwit lti add --inside`"
        )
    plain = socket.create_connection((own[0], connection.port), SILENCE_SECONDS)
    try:
        connection.sock = plain
        if isinstance(connection, HTTPSConnection):
            context = ssl.create_default_context()
            connection.sock = context.wrap_socket(plain, server_hostname=connection.host)
    except OSError:
        plain.close()
        raise


def _connection(scheme: str, host: str, port: int | None) -> HTTPConnection:
    if scheme == "https":
        return HTTPSConnection(host, port, timeout=SILENCE_SECONDS)
    return HTTPConnection(host, port, timeout=SILENCE_SECONDS)
