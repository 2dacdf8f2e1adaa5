"""Compresses pages, styles, scripts and drawings with gzip."""

from __future__ import annotations

import gzip

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

KINDS = (
    "text/html",
    "text/css",
    "text/javascript",
    "text/plain",
    "application/javascript",
    "application/json",
    "image/svg+xml",
)
# Least bytes worth compressing.
SMALLEST = 600
LEVEL = 6


class Packing:
    """Compresses complete answers; streamed answers pass unchanged."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and compress its answer if the browser accepts gzip."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        can_unpack = accepts_gzip(Headers(scope=scope))
        start: Message | None = None

        async def pack(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start is not None:
                first, start = start, None
                if message["type"] == "http.response.body":
                    message = packed(first, message, can_unpack)
                await send(first)
            await send(message)

        await self.app(scope, receive, pack)


def accepts_gzip(headers: Headers) -> bool:
    """Tell whether a browser accepts gzip."""
    given = headers.get("accept-encoding", "").lower().replace(" ", "").split(",")
    return "gzip" in given or any(
        each.startswith("gzip;q=") and not each.startswith("gzip;q=0") for each in given
    )


def packed(start: Message, body: Message, can_unpack: bool) -> Message:
    """Return an answer, compressed if worthwhile, with matching headers."""
    headers = MutableHeaders(scope=start)
    kind = headers.get("content-type", "").partition(";")[0].strip()
    if kind not in KINDS or "content-encoding" in headers or start["status"] == 206:
        return body
    headers.add_vary_header("Accept-Encoding")
    content = body.get("body", b"")
    if not can_unpack or body.get("more_body") or len(content) < SMALLEST:
        return body
    content = gzip.compress(content, LEVEL, mtime=0)
    headers["Content-Encoding"] = "gzip"
    headers["Content-Length"] = str(len(content))
    if etag := headers.get("etag", ""):
        # A weak tag: the same page, but not the same bytes.
        headers["ETag"] = etag if etag.startswith("W/") else f"W/{etag}"
    return {**body, "body": content}
