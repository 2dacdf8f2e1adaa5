"""The tasks of the portal: each has a name, and every error is logged."""

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
# Seconds until a kept task restarts after an error; the pause doubles each time, up to a limit.
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0


class Tasks:
    """The tasks of one owner: counted by name, errors logged, cancelled when the owner closes.

    Only this class creates tasks. A name is a kind of work, so the metrics have few labels.
    """

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def start(
        self,
        name: str,
        work: Coroutine[Any, Any, T],
        told: type[Exception] | tuple[type[Exception], ...] = (),
    ) -> asyncio.Task[T]:
        """Run work once; log an error unless its type is in ``told``: waiters get those."""
        task = asyncio.create_task(work, name=name)
        self._running.add(task)
        TASKS.labels(name).inc()
        task.add_done_callback(partial(self._end, name, told))
        return task

    def keep(
        self, name: str, work: Callable[[], Coroutine[Any, Any, None]], tries: int | None = None
    ) -> asyncio.Task[None]:
        """Run work until it returns; after an error, log it and restart the work.

        ``tries``: how often the work is run at most. Default: no limit.
        """
        return self.start(name, _keep(name, work, tries))

    def __len__(self) -> int:
        return len(self._running)

    async def join(self) -> None:
        """Wait until the running tasks have ended by themselves."""
        if others := self._others():
            await asyncio.wait(others)

    async def close(self) -> None:
        """Cancel all tasks and wait for their end; the caller may be cancelled meanwhile."""
        for task in self._others():
            task.cancel()
        # Not gather: it would raise a task's cancellation instead of the caller's own, and the
        # cancel scope that sent the latter would not recognise it.
        await self.join()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _others(self) -> set[asyncio.Task[Any]]:
        """Return all tasks except the calling one, which would wait for itself."""
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


async def _keep(
    name: str, work: Callable[[], Coroutine[Any, Any, None]], tries: int | None
) -> None:
    pause, loop, own = FIRST_PAUSE, asyncio.get_running_loop(), asyncio.current_task()
    number = 0
    while True:
        number += 1
        began = loop.time()
        try:
            await work()
        except asyncio.CancelledError as error:
            # If the task itself is not cancelled, something that it awaited was.
            if own is None or own.cancelling():
                raise
            report(name, error)
        except Exception as error:  # noqa: BLE001  # whatever it is, the work must go on
            report(name, error)
        else:
            return
        if number == tries:
            event("task given up", logging.WARNING, task=name, tries=tries)
            return
        if loop.time() - began > LONGEST_PAUSE:
            pause = FIRST_PAUSE
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def report(name: str, error: BaseException) -> None:
    """Log and count the error of a task; an unexpected error is logged with its traceback."""
    TASK_FAULTS.labels(name).inc()
    if isinstance(error, OutwitError):
        event("task failed", logging.WARNING, task=name, error=str(error))
    else:
        fault("task failed", error, task=name)
