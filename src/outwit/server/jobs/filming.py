"""Films (GIFs) of games, made one at a time in a separate process."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from outwit.errors import GameFault, NotAllowed, UsageError
from outwit.records.record import GameRecord
from outwit.records.writer import write_record
from outwit.server.jobs.filecache import FileCache

# Most moves of a filmed game, width of the board in pixels, and most seconds for a film.
MOST_MOVES, SIZE, PATIENCE = 400, 400, 90.0
# Most films in the queue.
MOST_WAITING = 8
MOST_KEPT = 32 << 20
# The process has a lower priority than the games.
PROGRAM = "import os; os.nice(10); from outwit.cli import main; main()"


class Filming:
    """Makes films, one per client at a time."""

    def __init__(self) -> None:
        self._kept = FileCache(MOST_KEPT)
        self._turn = asyncio.Lock()
        self._clients: set[str] = set()

    async def film(self, key: str, record: GameRecord, client: str) -> bytes:
        """Return the GIF of a finished game.

        Raise UsageError if it is too long, NotAllowed while the client or too many others wait.
        """
        if (kept := self._kept.get(key)) is not None:
            return kept
        if len(record.moves) > MOST_MOVES:
            raise UsageError(f"this game is too long for a film: it has over {MOST_MOVES} moves")
        if client in self._clients:
            raise NotAllowed("another film is being made for you: wait until that is done")
        if len(self._clients) >= MOST_WAITING:
            raise NotAllowed("many films are being made just now: try again in a minute")
        self._clients.add(client)
        try:
            async with self._turn:
                kept = self._kept.get(key)
                if kept is None:
                    kept = await make_film(record)
                    self._kept.put(key, kept)
                return kept
        finally:
            self._clients.discard(client)


async def make_film(record: GameRecord) -> bytes:
    """Return a game as GIF; raise GameFault if that fails or takes too long."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.gif"
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", PROGRAM, "movie", "-", "-o", str(path), "--size", str(SIZE)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            text = write_record(record).encode()
            _, said = await asyncio.wait_for(process.communicate(text), PATIENCE)
        except TimeoutError:
            raise GameFault("the film takes too long to make") from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode:
            reason = said.decode(errors="replace").strip().rpartition("\n")[2][:200]
            raise GameFault(f"the film cannot be made: {reason}")
        return await asyncio.to_thread(path.read_bytes)
