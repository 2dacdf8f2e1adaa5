"""Commands of ``outwit`` that begin at once: a process that has loaded everything forks them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from threading import Lock
from time import monotonic, sleep

# Answers each line: with the number of a process that it has started, or with the exit status of
# one, None while it runs. At the end of its input it ends, and all that it has started.
PROGRAM = """
import json, os, signal, sys
from outwit.cli import main, serve
from outwit.server import app, process
lines, answers = sys.stdin, sys.stdout
alive = set()
for line in lines:
    asked = json.loads(line)
    if isinstance(asked, int):
        found, status = os.waitpid(asked, os.WNOHANG)
        alive -= {found}
        answer = os.waitstatus_to_exitcode(status) if found else None
    else:
        answer = os.fork()
        if not answer:
            break
        alive.add(answer)
    print(json.dumps(answer), flush=True)
else:
    for number in alive:
        os.kill(number, signal.SIGKILL)
        os.waitpid(number, 0)
    os._exit(0)
errors = os.open(asked["stderr"], os.O_WRONLY | os.O_APPEND)
nowhere = os.open(os.devnull, os.O_RDWR)
for old, new in ((nowhere, 0), (nowhere, 1), (errors, 2)):
    os.dup2(old, new)
os.environ.clear()
os.environ.update(asked["environment"])
sys.argv[1:] = asked["words"]
main()
"""
# Seconds between two looks at a process that is to end.
PAUSE = 0.01


class Nursery:
    """Starts commands until it is closed; ``environment`` is that in which modules are loaded."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._lock = Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            # Ctrl-C goes to a whole group; this one ends when nobody can ask any more.
            start_new_session=True,
        )

    def ask(self, question: object) -> int | None:
        """Return the answer to a question."""
        asking, answers = self._process.stdin, self._process.stdout
        assert asking is not None
        assert answers is not None
        with self._lock:
            asking.write(json.dumps(question) + "\n")
            asking.flush()
            answer: int | None = json.loads(answers.readline())
            return answer

    def close(self) -> None:
        """End it, and all that it has started."""
        with self._process:
            pass


@cache
def nursery() -> Nursery:
    """Return the nursery of this process."""
    return Nursery()


def close_nursery() -> None:
    """End the nursery of this process, if there is one."""
    if nursery.cache_info().currsize:
        nursery().close()
        nursery.cache_clear()


class Forked:
    """A command in a process of its own, used as subprocess.Popen is; its output is dropped."""

    def __init__(
        self,
        words: list[str],
        environment: Mapping[str, str],
        stderr: int | None = None,
        own: Nursery | None = None,
    ) -> None:
        errors = os.devnull if stderr is None else f"/proc/{os.getpid()}/fd/{stderr}"
        self._nursery = own or nursery()
        asked = {"words": words, "environment": dict(environment), "stderr": errors}
        number = self._nursery.ask(asked)
        assert number is not None
        self.pid = number
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return its exit status, None while it runs."""
        if self.returncode is None:
            self.returncode = self._nursery.ask(self.pid)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Return its exit status when it has ended; raise TimeoutExpired if that takes longer."""
        start = monotonic()
        while (status := self.poll()) is None:
            if timeout is not None and monotonic() - start > timeout:
                raise subprocess.TimeoutExpired("outwit", timeout)
            sleep(PAUSE)
        return status

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it still runs."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)
