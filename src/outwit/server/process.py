"""The portal as a process: listening and orderly shutdown."""

from __future__ import annotations

import asyncio
import resource
import signal
import socket
import sys
from threading import Timer
from types import FrameType

import uvicorn
from fastapi import FastAPI

from outwit.arena.leftovers import end_now
from outwit.errors import UsageError
from outwit.server.base.collector import rare_collections
from outwit.server.base.provided import provided
from outwit.server.edge.limits import ClientLimits
from outwit.server.edge.timeouts import patient
from outwit.server.news.feed import Closing
from outwit.storage.accounts import AccountStore

# Most seconds at shutdown for running answers, and for the whole shutdown.
GRACE, LAST = 3, 8.0
# Most bytes of a message over a socket.
LONGEST_MESSAGE = 16_384
INTERRUPTED = 130
SWITCH_SECONDS = 0.001
# Most open files of a portal process; the default of many systems is about 1,000.
MOST_FILES = 65_536


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket (port 0: any free port); raise UsageError if that fails."""
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
    """Return the listening socket of the parent process."""
    return socket.socket(fileno=number)


def address_of(listening: socket.socket) -> str:
    """Return the address to type into a browser."""
    host, port = listening.getsockname()[:2]
    name = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    return f"http://{f'[{name}]' if ':' in name else name}:{port}"


def allow_connections() -> None:
    """Raise the limit of open files, which include sockets, as far as the system permits."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class Process(uvicorn.Server):
    """A server with a quick shutdown: sockets get code 1012, so that browsers reconnect.

    Running writes are finished; the shutdown takes at most ``LAST`` seconds. A second Ctrl-C ends
    the process at once, which is safe for the database.
    """

    def __init__(self, app: FastAPI, limits: ClientLimits | None = None) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                access_log=False,
                h11_max_incomplete_event_size=32_768,
                http=patient(limits or ClientLimits()),
                log_config=None,
                # The application itself reads proxy headers, and only from trusted proxies.
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE,
                ws="websockets-sansio",
                ws_max_size=LONGEST_MESSAGE,
            )
        )
        self.app = app

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until shutdown."""
        # The writer thread waits up to this interval for the event loop, several times a move.
        sys.setswitchinterval(SWITCH_SECONDS)
        allow_connections()
        async with rare_collections():
            await super().serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start serving, and prepare the password hash."""
        await super().startup(sockets)
        if not self.should_exit:
            await asyncio.to_thread(provided(self.app, AccountStore).prepare)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin the shutdown; a second Ctrl-C ends the process at once."""
        if self.should_exit and sig == signal.SIGINT:
            end_now(INTERRUPTED)
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Shut down, within ``LAST`` seconds."""
        last = Timer(LAST, end_now, (1,))
        last.daemon = True
        last.start()
        provided(self.app, Closing).set()
        await super().shutdown(sockets)
