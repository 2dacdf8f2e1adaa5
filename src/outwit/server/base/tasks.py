"""The tasks of the portal: each has a name, and none fails unseen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Self, TypeVar

from outwit.errors import OutwitError
from outwit.server.base.logs import event, fault
from outwit.server.base.metrics import TASK_FAULTS, TASKS

T = TypeVar("T")
# Seconds until a kept task begins again after an error; each pause is twice the one before.
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0


class Tasks:
    """The tasks of one owner: they are counted by name, their errors are logged, they end with it.

    This is the only place that makes tasks. A name is the kind of work, so there are few.
    """

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def start(
        self,
        name: str,
        work: Coroutine[Any, Any, T],
        told: type[Exception] | tuple[type[Exception], ...] = (),
    ) -> asyncio.Task[T]:
        """Do some work once; log an error, unless it is one that is ``told`` to those who wait."""
        task = asyncio.create_task(work, name=name)
        self._running.add(task)
        TASKS.labels(name).inc()
        task.add_done_callback(partial(self._end, name, told))
        return task

    def keep(self, name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None]:
        """Do some work until it returns: after an error it is logged, and begun again."""
        return self.start(name, _keep(name, work))

    def __len__(self) -> int:
        return len(self._running)

    async def join(self) -> None:
        """Wait for those that run now to end by themselves."""
        if others := self._others():
            await asyncio.wait(others)

    async def close(self) -> None:
        """End all. Whoever waits for that may be cancelled."""
        for task in self._others():
            task.cancel()
        # Not gather: it would raise a task's own cancellation in place of one from outside, which
        # the cancel scope that sent it would not know again.
        await self.join()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _others(self) -> set[asyncio.Task[Any]]:
        """Return all but the one that asks, which would wait for itself."""
        return self._running - {asyncio.current_task()}

    def _end(
        self,
        name: str,
        told: type[Exception] | tuple[type[Exception], ...],
        task: asyncio.Task[Any],
    ) -> None:
        self._running.discard(task)
        TASKS.labels(name).dec()
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not isinstance(error, told):
            report(name, error)


async def _keep(name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    pause, loop, own = FIRST_PAUSE, asyncio.get_running_loop(), asyncio.current_task()
    while True:
        began = loop.time()
        try:
            return await work()
        except asyncio.CancelledError as error:
            # Something that the work waited for was cancelled, unless the task itself is.
            if own is None or own.cancelling():
                raise
            report(name, error)
        except Exception as error:  # noqa: BLE001  # whatever it is, the work must go on
            report(name, error)
        if loop.time() - began > LONGEST_PAUSE:
            pause = FIRST_PAUSE
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def report(name: str, error: BaseException) -> None:
    """Log and count the error of a task; one that is not ours by design has its traceback."""
    TASK_FAULTS.labels(name).inc()
    if isinstance(error, OutwitError):
        event("task failed", logging.WARNING, task=name, error=str(error))
    else:
        fault("task failed", error, task=name)
