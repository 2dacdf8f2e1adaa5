"""Tasks: their errors are seen, and what must live begins again."""

from __future__ import annotations

import asyncio
import logging

import pytest

from outwit.errors import NotYourTurn, StorageFault
from outwit.server.base import tasks as tasks_module
from outwit.server.base.metrics import TASK_FAULTS, TASKS
from outwit.server.base.tasks import Tasks
from tests.server.counts import number


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks_module, "FIRST_PAUSE", 0.001)


def test_an_error_is_logged_with_its_traceback_and_counted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    before = number(TASK_FAULTS, "test")

    async def fail() -> None:
        raise ZeroDivisionError("oh")

    async def run() -> None:
        tasks = Tasks()
        tasks.start("test", fail())
        await tasks.join()
        await asyncio.sleep(0)

    asyncio.run(run())
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError
    assert number(TASK_FAULTS, "test") == before + 1


def test_an_error_that_is_told_to_whoever_waits_is_not_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def refuse() -> None:
        raise NotYourTurn("wait")

    async def run() -> None:
        tasks = Tasks()
        with pytest.raises(NotYourTurn):
            await tasks.start("test", refuse(), NotYourTurn)

    asyncio.run(run())
    assert not caplog.records


def test_kept_work_begins_again_until_it_returns(caplog: pytest.LogCaptureFixture) -> None:
    errors = [ZeroDivisionError("one"), StorageFault("two"), asyncio.CancelledError()]

    async def work() -> None:
        if errors:
            raise errors.pop(0)

    async def run() -> None:
        await Tasks().keep("test", work)

    asyncio.run(run())
    assert not errors
    levels = [record.levelno for record in caplog.records]
    assert levels == [logging.ERROR, logging.WARNING, logging.ERROR]


def test_closing_ends_work_that_would_begin_again() -> None:
    async def fail() -> None:
        raise StorageFault("away")

    async def run() -> None:
        async with Tasks() as tasks:
            tasks.keep("test", fail)
            tasks.keep("test", asyncio.Event().wait)  # type: ignore[arg-type]
            await asyncio.sleep(0.01)
            assert number(TASKS, "test") == 2
        assert not tasks
        assert number(TASKS, "test") == 0

    asyncio.run(run())


def test_a_task_that_closes_its_own_kind_does_not_wait_for_itself() -> None:
    async def run() -> None:
        tasks = Tasks()
        await asyncio.wait_for(tasks.start("test", tasks.close()), 5)

    asyncio.run(run())
