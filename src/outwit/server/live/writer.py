"""Stores the moves of many games: moves that arrive together share one transaction."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from outwit.errors import OutwitError, StorageFault
from outwit.server.base.tasks import Tasks, report
from outwit.storage.games import GameStore
from outwit.storage.stored import NewMove

# Most moves in one transaction.
MOST = 200


class Writer:
    """Writes moves in its own thread. While it writes, new moves gather for the next transaction.

    So a slow disk leads to larger transactions instead of a longer queue.
    """

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._waiting: list[tuple[NewMove, asyncio.Future[bool]]] = []
        self._tasks = Tasks()
        self._task: asyncio.Task[None] | None = None

    async def add(self, move: NewMove) -> bool:
        """Store a move as ``GameStore.add_move`` does, with the same result and errors.

        Call it for a game's next move only after this has returned.
        """
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((move, done))
        if self._task is None or self._task.done():
            self._task = self._tasks.keep("writer", self._write)
        return await done

    async def close(self) -> None:
        """Wait until all moves are stored."""
        await self._tasks.join()
        self._thread.shutdown()

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            moves = [move for move, _ in batch]
            try:
                answers = await loop.run_in_executor(self._thread, self._store.add_moves, moves)
                answered = [*zip(batch, answers, strict=True)]
            except Exception as error:  # noqa: BLE001  # the callers wait for an answer
                report("writer", error)
                answered = [(each, StorageFault(str(error))) for each in batch]
            for (_, done), answer in answered:
                if done.cancelled():
                    continue
                if isinstance(answer, OutwitError):
                    done.set_exception(answer)
                else:
                    done.set_result(answer)
