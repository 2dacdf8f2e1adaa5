"""Commands of ``outwit`` that begin at once: a process that has loaded everything forks them."""

from __future__ import annotations

import fcntl
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from tempfile import TemporaryFile
from threading import Lock

# Answers each line: with the number of a process that it has started, or with the exit status of
# one, None while it runs. At the end of its input it ends, and all that it has started.
PROGRAM = """
import atexit, gc, importlib, json, os, pkgutil, signal, sys, threading
import outwit.cli
from outwit.arena import worker, workermain
from outwit.games import all_games
from outwit.server import app, process
from outwit.server.wording.rendering import templates
for name in (english := templates("en").env).list_templates():
    english.get_template(name)
for module in pkgutil.iter_modules(outwit.cli.__path__):
    if module.name != "__main__":
        importlib.import_module(f"outwit.cli.{module.name}")
for game in all_games():
    game.start()
gc.collect()
gc.freeze()  # no process that is forked looks for garbage here, and so copies no memory
lines, answers = sys.stdin, sys.stdout
alive = set()
for line in lines:
    asked = json.loads(line)
    if isinstance(asked, int):
        found, status = os.waitpid(asked, os.WNOHANG)
        alive -= {found}
        answer = os.waitstatus_to_exitcode(status) if found else None
    else:
        # Opened before we answer: after the answer the asking process may close its own end.
        flags = os.O_RDONLY, os.O_WRONLY | os.O_APPEND, os.O_WRONLY | os.O_APPEND
        streams = [os.open(*pair) for pair in zip(asked["streams"], flags)]
        answer = os.fork()
        if not answer:
            break
        for stream in streams:
            os.close(stream)
        alive.add(answer)
    print(json.dumps(answer), flush=True)
else:
    for number in alive:
        os.kill(number, signal.SIGKILL)
        os.waitpid(number, 0)
    os._exit(0)
for number, stream in enumerate(streams):
    os.dup2(stream, number)
    os.close(stream)
sys.stdin = open(0, closefd=False)
sys.stdout = open(1, "w", closefd=False)
sys.stderr = open(2, "w", 1, errors="backslashreplace", closefd=False)
os.environ.clear()
os.environ.update(asked["environment"])
os.chdir(asked["folder"])
status = 0
try:
    if asked["path"] is None:
        sys.argv = ["outwit", *asked["words"]]
        outwit.cli.main()
    else:
        sys.path[:] = asked["path"]
        sys.argv = ["workermain", str(os.getppid())]
        workermain.main()
except SystemExit as end:
    status = end.code or 0
    if not isinstance(status, int):
        print(status, file=sys.stderr)
        status = 1
# As the interpreter ends, except that it does not free each object that was loaded.
threading._shutdown()
atexit._run_exitfuncs()
for stream in (sys.stdout, sys.stderr):
    try:
        stream.flush()
    except (OSError, ValueError):
        status = 120
os._exit(status & 255)
"""


class Nursery:
    """Starts commands until it is closed; ``environment`` is that in which modules are loaded."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._lock = Lock()
        # Processes forked from this one share the nursery; one asks at a time.
        self._turn = TemporaryFile()  # noqa: SIM115
        self._owner = os.getpid()
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
            fcntl.lockf(self._turn, fcntl.LOCK_EX)
            try:
                asking.write(json.dumps(question) + "\n")
                asking.flush()
                answer: int | None = json.loads(answers.readline())
            finally:
                fcntl.lockf(self._turn, fcntl.LOCK_UN)
            return answer

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    def close(self) -> None:
        """End it, and all that it has started, if it was started by this process."""
        if self._owner == os.getpid():
            with self._process, self._turn:
                pass


@cache
def nursery() -> Nursery:
    """Return the nursery of this process, and of those that are forked from it later on."""
    return Nursery()


def close_nursery() -> None:
    """End the nursery of this process, if there is one."""
    if nursery.cache_info().currsize:
        nursery().close()
        nursery.cache_clear()


class Forked:
    """A command in a process of its own, used as subprocess.Popen is; streams are descriptors."""

    def __init__(
        self,
        words: Sequence[str],
        environment: Mapping[str, str],
        *,
        stdin: int | None = None,
        stdout: int | None = None,
        stderr: int | None = None,
        own: Nursery | None = None,
        path: Sequence[str] | None = None,
    ) -> None:
        self._nursery = own or nursery()
        asked = {
            "words": list(words),
            "path": path,
            "environment": dict(environment),
            "streams": [path_of(stream) for stream in (stdin, stdout, stderr)],
            "folder": os.getcwd(),
        }
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
        if (status := self.poll()) is None:
            end = os.pidfd_open(self.pid)
            try:
                select.select([end], [], [], timeout)
            finally:
                os.close(end)
            if (status := self.poll()) is None:
                raise subprocess.TimeoutExpired("outwit", timeout or 0)
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


class Talking(Forked):
    """A command with which one talks by bytes; what it complains about is kept till its end."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        given, stdin = os.pipe()
        stdout, said = os.pipe()
        self.stderr = TemporaryFile()  # noqa: SIM115
        super().__init__(words, environment, stdin=given, stdout=said, stderr=self.stderr.fileno())
        os.close(given)
        os.close(said)
        self.stdin, self.stdout = os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb", 0)

    def communicate(self, timeout: float | None = None) -> tuple[bytes, bytes]:
        """Close its input, wait for its end, and return what else it has said, and complained."""
        if self.stderr.closed:
            return b"", b""
        with suppress(BrokenPipeError):
            self.stdin.close()
        said = b"" if self.stdout.closed else self.read(timeout)
        self.wait(timeout)
        self.stdout.close()
        with self.stderr:
            return said, self.stderr.read()

    def read(self, timeout: float | None) -> bytes:
        """Return what it says until it closes its output."""
        parts: list[bytes] = []
        while select.select([self.stdout], [], [], timeout)[0]:
            if not (part := self.stdout.read(1 << 16)):
                return b"".join(parts)
            parts.append(part)
        raise subprocess.TimeoutExpired("outwit", timeout or 0)


class ForkedWorker(Forked):
    """The process of an arena's worker: the nursery is its parent, and it ends with that."""

    def __init__(self) -> None:
        given, stdin = os.pipe()
        stdout, said = os.pipe()
        path = [place for place in sys.path if place]
        super().__init__((), os.environ, stdin=given, stdout=said, stderr=2, path=path)
        os.close(given)
        os.close(said)
        self.stdin, self.stdout = os.fdopen(stdin, "wb"), os.fdopen(stdout, "rb")


def fork_workers() -> None:
    """Let workers of the arena begin at once, where nothing of theirs was replaced."""
    from outwit.arena import workerprocess  # not before --interpreted is obeyed

    start, python = workerprocess.start_process, sys.executable

    def start_process() -> subprocess.Popen[bytes]:
        ours = {name: value for name, value in os.environ.items() if name.startswith("OUTWIT_")}
        if sys.executable != python or not can_fork(ours):
            return start()
        return ForkedWorker()  # type: ignore[return-value]

    workerprocess.start_process = start_process


def can_fork(environment: Mapping[str, str]) -> bool:
    """Tell whether a command needs nothing of its environment when modules are loaded."""
    return environment.keys() <= {"OUTWIT_HOME", "OUTWIT_TEST_TIMES"}


def path_of(stream: int | None) -> str:
    """Return where other processes find a descriptor of ours."""
    return os.devnull if stream is None else f"/proc/{os.getpid()}/fd/{stream}"
