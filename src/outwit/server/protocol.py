"""HTTP as the server speaks it: a request's headers must come within a while."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class PatientProtocol(H11Protocol):
    """Closes a connection whose request does not get on; uvicorn would wait for ever.

    Between two requests uvicorn's own limit holds.
    """

    # Seconds from the first byte, or from the beginning of the connection, to the last header.
    header_seconds = 20.0
    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take some bytes; a part of the headers does not begin the time anew."""
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._stop()
        elif self._waiting is None and self.conn.trailing_data[0]:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._stop()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Go on to the next request; a part of it may be there."""
        super().on_response_complete()
        is_idle = self._waiting is None and self.conn.their_state is h11.IDLE
        if is_idle and self.conn.trailing_data[0]:
            self._wait()

    def _wait(self) -> None:
        self._waiting = self.loop.call_later(self.header_seconds, self._give_up)

    def _stop(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        self._waiting = None
        if not self.transport.is_closing():
            self.transport.close()
