"""The portal as a process: it listens, and ends in good order."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import socket
import sys
from threading import Timer
from types import FrameType

import uvicorn
from fastapi import FastAPI

from outwit.errors import UsageError
from outwit.server.base.collector import rare_collections
from outwit.server.base.provided import provided
from outwit.server.edge.limits import ClientLimits
from outwit.server.edge.timeouts import patient
from outwit.server.news.feed import Closing
from outwit.storage.accounts import AccountStore

# Seconds for answers that are on their way; then for everything.
GRACE, LAST = 3, 8.0
# Bytes of a message over a socket.
LONGEST_MESSAGE = 16_384
INTERRUPTED = 130
SWITCH_SECONDS = 0.001
# Files that a portal may have open at the same time; many systems permit a thousand at first.
MOST_FILES = 65_536


def listen(host: str, port: int) -> socket.socket:
    """Return a socket at an address, port 0 being any; raise UsageError if that cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(1024)
    except OSError as error:
        found.close()
        hint = "is another portal running? choose another port with --port"
        raise UsageError(f"cannot listen at {host}:{port}: {error.strerror}; {hint}") from None
    return found


def inherited(number: int) -> socket.socket:
    """Return the socket at which the parent process listens."""
    return socket.socket(fileno=number)


def address_of(listening: socket.socket) -> str:
    """Return the address to type into a browser."""
    host, port = listening.getsockname()[:2]
    name = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    return f"http://{f'[{name}]' if ':' in name else name}:{port}"


def allow_connections() -> None:
    """Let the process have as many files open, sockets among them, as the system permits it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class Process(uvicorn.Server):
    """A server that ends soon when told to: sockets get 1012, so that browsers come back.

    What is being written is finished, and nothing takes longer than a few seconds. Ctrl-C once more
    ends it at once; the database is safe even then.
    """

    def __init__(self, app: FastAPI, limits: ClientLimits | None = None) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                access_log=False,
                h11_max_incomplete_event_size=32_768,
                http=patient(limits or ClientLimits()),
                log_config=None,
                # Only who is told to trusts what proxies say; the application sees to that.
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE,
                ws="websockets-sansio",
                ws_max_size=LONGEST_MESSAGE,
            )
        )
        self.app = app

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until told to end."""
        # The thread that writes moves waits for the event loop so long, several times a move.
        sys.setswitchinterval(SWITCH_SECONDS)
        allow_connections()
        async with rare_collections():
            await super().serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve, and prepare what takes a moment."""
        await super().startup(sockets)
        if not self.should_exit:
            await asyncio.to_thread(provided(self.app, AccountStore).prepare)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End; at once when asked again."""
        if self.should_exit and sig == signal.SIGINT:
            os._exit(INTERRUPTED)
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End in good order."""
        last = Timer(LAST, os._exit, (1,))
        last.daemon = True
        last.start()
        provided(self.app, Closing).set()
        await super().shutdown(sockets)
