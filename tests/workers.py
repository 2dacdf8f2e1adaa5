"""Run tests in several processes: they are forked after the collection, which is done once.

pytest-xdist starts an interpreter a worker, and each of them imports and collects all tests.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Any, NoReturn

import pytest

from tests.nursery import close_nursery

# Files of these folders wait most for other processes, so they begin while others have work.
FIRST = (
    "browser",
    "process",
    "grading",
    "arena",
    "server",
    "cli",
    "players",
    "assignments",
    "release",
)
# Tests that a worker has been told of: one runs, and pytest asks which comes after it.
AHEAD = 2


@dataclass(eq=False)
class Worker:
    """A process that runs tests, as the one that gives them out sees it."""

    pid: int
    connection: Connection
    # Numbers of tests: those it has been told of, and the rest of its file.
    told: deque[int] = field(default_factory=deque)
    rest: deque[int] = field(default_factory=deque)
    dismissed: bool = False


class Workers:
    """A plugin that gives out the tests of a session, file by file, and passes on the reports."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.workers: list[Worker] = []
        self.files: deque[deque[int]] = deque()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Run all tests; None leaves it to pytest if there is nothing to share."""
        config = session.config
        failed = session.testsfailed and not config.getoption("continue_on_collection_errors")
        if failed or config.getoption("collectonly") or len(session.items) < self.number:
            return None
        self.files = deque(by_file(session.items))
        temporary(config).getbasetemp()  # made now, it is one folder for all workers
        try:
            for _ in range(self.number):
                self._start(session)
            while self.workers:
                for connection in wait([each.connection for each in self.workers]):
                    self._hear(next(w for w in self.workers if w.connection is connection), session)
                if session.shouldfail:
                    raise session.Failed(session.shouldfail)
                if session.shouldstop:
                    raise session.Interrupted(session.shouldstop)
        finally:
            for worker in self.workers:
                worker.connection.close()  # it ends after its test
                with suppress(ChildProcessError):  # interrupted when it had just been waited for
                    os.waitpid(worker.pid, 0)
            self.workers.clear()
        return True

    def _start(self, session: pytest.Session) -> None:
        """Fork a worker."""
        assert threading.active_count() == 1, f"to be forked beside {threading.enumerate()}"
        ours, theirs = Pipe()
        # An interrupt waits until the worker is one of ours, and can catch it.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        if not (pid := os.fork()):
            for connection in (ours, *(each.connection for each in self.workers)):
                connection.close()
            work(session, theirs, before)
        worker = Worker(pid, ours)
        self.workers.append(worker)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        session.config.hook.pytest_worker_started(pid=pid)
        for _ in range(AHEAD):
            self._tell(worker)

    def _tell(self, worker: Worker) -> None:
        """Give a worker one more test; if there is none, None: it ends after those that it has."""
        if worker.dismissed:
            return
        if not worker.rest:
            worker.rest = self.files.popleft() if self.files else self._take_over()
        worker.dismissed = not worker.rest
        if worker.rest:
            worker.told.append(worker.rest.popleft())
        worker.connection.send(None if worker.dismissed else worker.told[-1])

    def _take_over(self) -> deque[int]:
        """Take half of the longest rest of a file from the worker that has it."""
        busiest = max(self.workers, key=lambda each: len(each.rest))
        half = len(busiest.rest) // 2
        return deque(reversed([busiest.rest.pop() for _ in range(half)]))

    def _hear(self, worker: Worker, session: pytest.Session) -> None:
        """Pass on what a worker says of a test: names of hooks, and what they are called with."""
        hook = session.config.hook
        try:
            said = worker.connection.recv()
        except (EOFError, ConnectionResetError):
            self._end(worker, session)
            return
        for name, words in said:
            if name == "exit":
                pytest.exit(words["reason"])
            elif name == "pytest_runtest_logreport":
                data = words["data"]
                report = hook.pytest_report_from_serializable(config=session.config, data=data)
                hook.pytest_runtest_logreport(report=report)
            else:
                getattr(hook, name)(**words)
        worker.told.popleft()
        self._tell(worker)

    def _end(self, worker: Worker, session: pytest.Session) -> None:
        """Forget a worker that has ended; if it died, its test failed, and another goes on."""
        status = os.waitstatus_to_exitcode(os.waitpid(worker.pid, 0)[1])
        worker.connection.close()
        self.workers.remove(worker)
        if not worker.told:
            return
        item = session.items[worker.told.popleft()]
        report = pytest.TestReport(
            nodeid=item.nodeid,
            location=item.location,
            keywords={},
            outcome="failed",
            longrepr=f"the process that ran {item.nodeid} ended with {status}",
            when="call",
        )
        session.config.hook.pytest_runtest_logreport(report=report)
        if left := worker.told + worker.rest:
            self.files.appendleft(left)
        if self.files:
            self._start(session)


def by_file(items: Sequence[pytest.Item]) -> list[deque[int]]:
    """Return the numbers of the tests of each file; those of FIRST come before all others.

    Files of the first folder stay together, because they share what takes longest to start.
    """
    files: dict[str, deque[int]] = {}
    for number, item in enumerate(items):
        place = item.path.parent.name if item.path.parent.name == FIRST[0] else str(item.path)
        files.setdefault(place, deque()).append(number)

    def rank(numbers: deque[int]) -> int:
        parts = items[numbers[0]].path.parts
        return next((n for n, name in enumerate(FIRST) if name in parts), len(FIRST))

    return sorted(files.values(), key=rank)


class Telling:
    """A plugin of a worker: tells the session's process what happened in a test, after it."""

    def __init__(self, config: pytest.Config, connection: Connection) -> None:
        self.config = config
        self.connection = connection
        self.said: list[tuple[str, dict[str, Any]]] = []

    def tell(self, name: str, **words: Any) -> None:
        """Note which hook is to be called, with what."""
        self.said.append((name, words))

    def send(self) -> None:
        """Send what was noted: a message for each would wake the other process ten times a test."""
        self.connection.send(self.said)
        self.said.clear()

    def pytest_runtest_logstart(self, nodeid: str, location: object) -> None:
        """Pass on the start of a test."""
        self.tell("pytest_runtest_logstart", nodeid=nodeid, location=location)

    def pytest_runtest_logfinish(self, nodeid: str, location: object) -> None:
        """Pass on the end of a test."""
        self.tell("pytest_runtest_logfinish", nodeid=nodeid, location=location)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Pass on a report."""
        data = self.config.hook.pytest_report_to_serializable(config=self.config, report=report)
        self.tell("pytest_runtest_logreport", data=data)

    def pytest_warning_recorded(
        self, warning_message: Any, when: str, nodeid: str, location: object
    ) -> None:
        """Pass on a warning."""
        words = {"warning_message": warning_message, "when": when}
        self.tell("pytest_warning_recorded", nodeid=nodeid, location=location, **words)


def work(
    session: pytest.Session, connection: Connection, signals: set[int | signal.Signals]
) -> None:
    """Run the tests that one is told of until there are no more; then end this process.

    ``signals`` are those blocked while a test runs.
    """
    config = session.config
    plugins = config.pluginmanager
    for name in ("terminalreporter", "reaper", "workers"):
        plugins.unregister(name=name)
    # Names in a folder are numbered, which takes longer the more there are.
    vars(temporary(config))["_basetemp"] = temporary(config).mktemp("worker")
    telling = Telling(config, connection)
    plugins.register(telling)
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, signals)
        with captured(config), ends(session):
            current = connection.recv()
            while current is not None:
                after = connection.recv()
                item = session.items[current]
                following = None if after is None else session.items[after]
                config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                telling.send()
                current = after
    except (KeyboardInterrupt, EOFError, BrokenPipeError):
        leave(connection)  # the session's process was interrupted, and says so
    except pytest.exit.Exception as error:
        telling.tell("exit", reason=str(error))
        telling.send()
    leave(connection)


def leave(connection: Connection) -> NoReturn:
    """End this process; the connection ends with it even if a process of a test holds it, too."""
    with socket.socket(fileno=connection.fileno()) as ours, suppress(OSError):
        ours.shutdown(socket.SHUT_RDWR)
    os._exit(0)


def temporary(config: pytest.Config) -> pytest.TempPathFactory:
    """Return what makes the folders of tests: only fixtures are given it otherwise."""
    factory: pytest.TempPathFactory = vars(config)["_tmp_path_factory"]
    return factory


@contextmanager
def captured(config: pytest.Config) -> Iterator[None]:
    """Capture output in files of this process: a fork shares its parent's, and their ends."""
    capture = config.pluginmanager.get_plugin("capturemanager")
    assert capture is not None
    capture.stop_global_capturing()
    capture.start_global_capturing()
    capture.suspend_global_capture()
    yield


@contextmanager
def ends(session: pytest.Session) -> Iterator[None]:
    """Take down whatever fixtures are left, and end the processes that tests share."""
    try:
        yield
    finally:
        runner = session.config.pluginmanager.get_plugin("runner")
        assert runner is not None
        runner.pytest_sessionfinish(session)
        close_nursery()


class Hooks:
    """What is asked of other plugins."""

    def pytest_worker_started(self, pid: int) -> None:
        """Note that this process was started by us and will be waited for."""
