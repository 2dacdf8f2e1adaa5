"""A proxy on the loopback interface between clients and a server, which can slow or cut traffic."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random

# Most bytes of one read.
CHUNK = 65_536
# Pieces into which a slow wire splits the bytes of a read.
PIECES = 3


class Wire:
    """Carries bytes both ways. While ``delay`` is above 0, it splits them and holds each piece."""

    def __init__(self, port: int, rng: Random) -> None:
        self.server_port = port
        self.rng = rng
        # Longest delay of a piece, in seconds.
        self.delay = 0.0
        self.address = ""
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._listening: asyncio.Server | None = None

    async def open(self) -> None:
        """Listen on a free port."""
        self._listening = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.address = f"127.0.0.1:{self._listening.sockets[0].getsockname()[1]}"

    def cut(self) -> None:
        """Reset every connection; bytes in transit are lost."""
        for writer in tuple(self._writers):
            writer.transport.abort()

    async def close(self) -> None:
        """End."""
        if self._listening is not None:
            self._listening.close()
        self.cut()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            far = await asyncio.open_connection("127.0.0.1", self.server_port)
        except OSError:
            self._drop(writer)
            return
        self._writers.add(far[1])
        for source, target in ((reader, far[1]), (far[0], writer)):
            task = asyncio.create_task(self._carry(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(CHUNK):
                size = len(data) if not self.delay else -(-len(data) // PIECES)
                for start in range(0, len(data), size):
                    if self.delay:
                        await asyncio.sleep(self.rng.uniform(0, self.delay))
                    target.write(data[start : start + size])
                    await target.drain()
        self._drop(target)

    def _drop(self, writer: asyncio.StreamWriter) -> None:
        self._writers.discard(writer)
        writer.close()
