"""A WebSocket at the gate."""

from __future__ import annotations

import json
from typing import Any

from fastapi import HTTPException
from starlette.types import Message
from uvicorn.protocols.utils import ClientDisconnected

from outwit.errors import BadToken, NotAllowed, OutwitError, TooMany
from outwit.server.base.logs import event, fault
from outwit.server.base.metrics import SOCKETS
from outwit.server.edge.passes import PassEnded
from outwit.server.gate.arrival import REVOKED, Arrival

# Close codes: policy violation (a flood), and try again later (too many sockets).
POLICY, LATER = 1008, 1013
# Close code of a socket whose session or token has ended.
UNAUTHORIZED = 4401
SIGNED_OUT = "you are signed out here: sign in again, or reload the page"


class Call(Arrival):
    """One socket."""

    # The code of who closed the socket first: the browser's own, if it has left.
    code: int | None = None
    is_accepted = False
    is_let_in = True
    # Whether the server has closed the socket.
    is_refused = False

    async def run(self) -> None:
        """Serve the socket until it closes."""
        try:
            self.check_size()
            if not await self.comes_slowly():
                return
            async with self.hold_socket():
                SOCKETS.inc()
                try:
                    await self.app(self.scope, self.receive_slowly, self.send_noting)
                finally:
                    SOCKETS.dec()
        except PassEnded:
            ended = BadToken(REVOKED) if self.is_api else NotAllowed(SIGNED_OUT)
            await self.refuse(ended, UNAUTHORIZED)
        except OutwitError as error:
            await self.refuse(error)
        except HTTPException:
            await self.close(POLICY, "the address or the headers are too long")
        except ClientDisconnected:
            pass  # the client disconnected while the socket was being opened
        except Exception as error:  # noqa: BLE001  # an error must not end other sockets
            fault("fault", error, route=self.route, account=self.account)
            await self.close(1011, "something went wrong here")
        finally:
            if self.is_let_in:
                self.note()

    async def comes_slowly(self) -> bool:
        """Tell whether the client may open a socket now; refuse one that opens too many.

        A refusal has no message and no log line: a flood of sockets must cost little.
        """
        try:
            await self.recognise()
        except TooMany:
            self.is_let_in = False
            await self.send({"type": "websocket.close", "code": LATER})
        return self.is_let_in

    def note(self) -> None:
        """Log the socket."""
        event(
            "socket",
            route=self.route,
            ms=self.milliseconds,
            account=self.account,
            code=self.code,
        )

    async def receive_slowly(self) -> Message:
        """Receive a message; after too many, send an error and close the socket."""
        message = await self.receive()
        if message["type"] == "websocket.disconnect":
            self.code = message.get("code")
        if message["type"] == "websocket.receive":
            try:
                self.limiter.take("messages", self.number)
            except TooMany as error:
                await self.refuse(error, POLICY)
                return {"type": "websocket.disconnect", "code": POLICY}
        return message

    async def send_noting(self, message: Message) -> None:
        """Send a message, and track whether the socket is open."""
        if message["type"] == "websocket.accept":
            self.is_accepted = True
        elif self.is_refused:
            return
        elif message["type"] == "websocket.close" and self.code is None:
            self.code = message.get("code")
        await self.send(message)

    async def refuse(self, error: OutwitError, code: int = LATER) -> None:
        """Close the socket with the reason."""
        if self.code is not None:
            return
        if not self.is_accepted:
            await self.receive()
            await self.send_noting({"type": "websocket.accept"})
        said: dict[str, Any] = {"t": "error", "code": error.code, "message": str(error)}
        if self.is_api:
            said = {"type": "error", "error": str(error), "code": error.code}
        await self.send({"type": "websocket.send", "text": json.dumps(said)})
        await self.close(code, str(error))

    async def close(self, code: int, reason: str) -> None:
        """Close the socket unless it is closed already."""
        if self.code is None:
            await self.send_noting(
                {"type": "websocket.close", "code": code, "reason": reason[:100]}
            )
            self.is_refused = True
