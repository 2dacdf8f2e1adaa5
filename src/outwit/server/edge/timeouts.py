"""HTTP protocol with timeouts for headers and bodies."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from outwit.server.edge.limits import ClientLimits

# Seconds after an answer to a slow request until the connection is cut.
LINGER_SECONDS = 1.0
TOO_SLOW = b"The request did not come in time.\n"


class PatientProtocol(H11Protocol):
    """Answers 408 to a request that stalls, and closes; uvicorn would wait for ever.

    Between two requests uvicorn's keep-alive timeout applies.
    """

    # Seconds from the first byte, or from the start of the connection, to the last header.
    header_seconds = ClientLimits.header_seconds
    # Seconds for a body, and bytes of the body that add one second.
    body_seconds = ClientLimits.body_seconds
    body_rate = ClientLimits.body_rate
    _waiting: asyncio.TimerHandle | None = None
    # Deadline for the missing part of a body; 0 while headers are read.
    _deadline = 0.0
    # Whether a request was aborted; its remaining bytes are discarded.
    _is_over = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timeout for the first request."""
        super().connection_made(transport)
        self._wait(self.header_seconds)

    def data_received(self, data: bytes) -> None:
        """Take some bytes; a part of the headers does not restart the timeout."""
        if self._is_over:
            return
        super().data_received(data)
        self._look(len(data))

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._stop()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Go on to the next request, which may have arrived in part."""
        super().on_response_complete()
        self._look(0)

    def _look(self, count: int) -> None:
        """Update the timeout after ``count`` more bytes."""
        if self._is_gone:
            self._stop()
        elif self.conn.their_state is h11.SEND_BODY:
            self._take_body(count)
        elif self.conn.their_state is not h11.IDLE:
            self._stop()
        elif self._deadline:
            # The body is complete, and so is the answer.
            self._stop()
            self._look(0)
        elif self._waiting is None and self.conn.trailing_data[0]:
            self._wait(self.header_seconds)

    def _take_body(self, count: int) -> None:
        """Prolong the deadline of a body by its progress, up to the initial time."""
        moment = self.loop.time()
        if not self._deadline:
            self._stop()
            self._deadline = moment + self.body_seconds
            self._wait(self.body_seconds)
        else:
            later = self._deadline + count / self.body_rate
            self._deadline = min(later, moment + self.body_seconds)

    @property
    def _is_gone(self) -> bool:
        """Whether the connection is closed or upgraded to a WebSocket."""
        return self.transport.is_closing() or self.transport.get_protocol() is not self

    def _wait(self, seconds: float) -> None:
        self._waiting = self.loop.call_later(seconds, self._ring)

    def _stop(self) -> None:
        self._deadline = 0.0
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _ring(self) -> None:
        self._waiting = None
        left = self._deadline - self.loop.time()
        if self._is_gone:
            return
        if self._deadline and left > 0:
            self._wait(left)
        else:
            self._give_up()

    def _give_up(self) -> None:
        """Answer 408, unless the request is answered already or has not begun."""
        begun = self._deadline or self.conn.trailing_data[0]
        cycle = self.cycle if self._deadline else None
        if cycle is not None and not cycle.response_complete:
            # The application reads no more, and its answer is not sent.
            cycle.disconnected = True
            cycle.message_event.set()
        if begun and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            headers = [
                ("Content-Type", "text/plain; charset=utf-8"),
                ("Content-Length", str(len(TOO_SLOW))),
                ("Connection", "close"),
            ]
            for event in (
                h11.Response(status_code=408, headers=headers, reason=b"Request Timeout"),
                h11.Data(data=TOO_SLOW),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
            # If the connection closed at once, with unread bytes, the answer would be lost.
            self._is_over = True
            self.flow.resume_reading()
            self.transport.write_eof()
            self.loop.call_later(LINGER_SECONDS, self.transport.abort)
        else:
            self.transport.close()


def patient(limits: ClientLimits) -> type[PatientProtocol]:
    """Return the protocol with other limits."""

    class Limited(PatientProtocol):
        """The protocol of one server."""

        header_seconds = limits.header_seconds
        body_seconds = limits.body_seconds
        body_rate = limits.body_rate

    return Limited
