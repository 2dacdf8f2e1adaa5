"""Requests to a portal, and its streams of lines."""

from __future__ import annotations

import json
import selectors
import socket
import ssl
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.parse import urlencode, urlsplit

from outwit import errors
from outwit.errors import NetworkFault, OutwitError, TooMany, UsageError

# Seconds of silence after which the connection counts as lost; the portal writes every five.
SILENCE_SECONDS = 20.0
LONGEST_LINE = 1 << 20
Json = dict[str, Any]


class Connection:
    """The way to a portal, for any number of threads; a token acts for its account.

    Raise UsageError if the address is none.
    """

    def __init__(self, url: str, token: str, timeout: float = SILENCE_SECONDS) -> None:
        self.url = url.rstrip("/")
        try:
            parts = urlsplit(self.url)
            self.host, self.port = parts.hostname or "", parts.port
        except ValueError:
            self.host = ""
        if not self.host or parts.scheme not in ("http", "https"):
            raise UsageError(f"server {url[:80]!r} is not an address such as http://localhost:8000")
        if not token.isascii() or not token.isprintable() or " " in token:
            raise UsageError("the token is not one: copy it again from the page /bots")
        self.is_secure = parts.scheme == "https"
        self.base = parts.path
        self.token = token
        self.timeout = timeout
        # Connections that wait for the next request.
        self._idle: list[HTTPConnection] = []
        self._lock = threading.Lock()

    def ask(
        self,
        method: str,
        path: str,
        body: Json | bytes | None = None,
        query: Json | None = None,
        key: str = "",
    ) -> Any:
        """Send a request and return what the answer holds: JSON, a text, or the bytes of a file.

        A ``body`` of bytes is sent as it is. ``key`` names the request, so that the portal carries
        it out once however often it comes. Raise the error that the portal names, or NetworkFault
        if it cannot be reached. Whether the portal has carried out a POST is not known then; it is
        not sent again here.
        """
        while True:
            kept = self._take()
            connection = kept or self._open()
            try:
                response = self._send(connection, method, path, body, query, key)
                data = response.read()
            except (OSError, HTTPException) as error:
                connection.close()
                # The portal may have closed a connection that was kept; a new one tells.
                if kept is None or method != "GET":
                    raise self._unreachable(error) from None
                continue
            if response.will_close:
                connection.close()
            else:
                with self._lock:
                    self._idle.append(connection)
            return self._read(response, data)

    def close(self) -> None:
        """Close the connections that are kept; requests still open new ones."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def lines(self, path: str) -> Iterator[Json | None]:
        """Yield the objects of a stream; None where the portal only says that it is there.

        Raise NetworkFault when the stream breaks off; return when it ends.
        """
        connection = self._open()
        response: HTTPResponse | None = None
        try:
            response = self._send(connection, "GET", path)
            if response.status != 200:
                self._read(response, response.read())
            while line := response.readline(LONGEST_LINE):
                if not line.endswith(b"\n"):
                    raise NetworkFault("a line of the stream is cut off")
                yield read_object(line) if line.strip() else None
        except (OSError, HTTPException, ValueError) as error:
            if isinstance(error, OutwitError):
                raise
            raise self._unreachable(error) from None
        finally:
            if response is not None:
                response.close()
            connection.close()

    def _take(self) -> HTTPConnection | None:
        """Return a connection that was kept and that the portal has not closed, None without one.

        Nothing comes unasked, so one with something to read has come to its end.
        """
        while True:
            with self._lock:
                if not self._idle:
                    return None
                connection = self._idle.pop()
            if connection.sock is not None and not _has_input(connection.sock):
                return connection
            connection.close()

    def _open(self) -> HTTPConnection:
        if self.is_secure:
            context = ssl.create_default_context()
            return HTTPSConnection(self.host, self.port, timeout=self.timeout, context=context)
        return HTTPConnection(self.host, self.port, timeout=self.timeout)

    def _send(
        self,
        connection: HTTPConnection,
        method: str,
        path: str,
        body: Json | bytes | None = None,
        query: Json | None = None,
        key: str = "",
    ) -> HTTPResponse:
        target = f"{self.base}/api{path}" + (f"?{urlencode(query, doseq=True)}" if query else "")
        headers = {"Authorization": f"Bearer {self.token}", "Accept": "*/*"}
        if key:
            headers["Idempotency-Key"] = key
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        if body is not None:
            is_raw = isinstance(body, bytes)
            headers["Content-Type"] = "application/octet-stream" if is_raw else "application/json"
        elif method == "POST":
            headers["Content-Length"] = "0"
        connection.request(method, target, data, headers)
        return connection.getresponse()

    def _read(self, response: HTTPResponse, data: bytes) -> Any:
        """Return what an answer holds; raise the error that it tells."""
        is_json = response.headers.get_content_type() == "application/json"
        if response.status == 200 and not is_json:
            is_text = response.headers.get_content_maintype() == "text"
            return data.decode(errors="replace") if is_text else data
        try:
            found = json.loads(data) if is_json else None
        except (ValueError, RecursionError):
            found = None
        if response.status == 200 and isinstance(found, dict):
            return found
        if isinstance(found, dict) and response.status < 500 and "code" in found:
            raise error_of(str(found["code"]), str(found.get("error", "")))
        if response.status == 429:
            raise TooMany("the portal asks for patience")
        status = f"{response.status} {response.reason}".strip()
        hint = "" if response.status >= 500 else ": is this an Outwit portal?"
        raise NetworkFault(f"{self.url} answers {status}{hint}")

    def _unreachable(self, error: Exception) -> NetworkFault:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return NetworkFault(f"{self.url} cannot be reached: {why or type(error).__name__}")


def read_object(line: bytes) -> Json:
    """Return the object of a line; raise NetworkFault if it holds none."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise NetworkFault(f"a line of the stream is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise NetworkFault("a line of the stream is not an object")
    return found


def _has_input(sock: socket.socket) -> bool:
    """Tell whether something can be read, or the other side has closed."""
    with selectors.DefaultSelector() as selector:
        selector.register(sock, selectors.EVENT_READ)
        return bool(selector.select(0))


def error_of(code: str, message: str) -> OutwitError:
    """Return the error with a code; for an unknown one, one that only says what happened.

    >>> error_of("stale-ply", "ply 3 is not next")
    StalePly('ply 3 is not next')
    """
    for kind in vars(errors).values():
        if isinstance(kind, type) and issubclass(kind, OutwitError) and kind.code == code:
            return kind(message)
    return OutwitError(f"{message} ({code[:40]})")
