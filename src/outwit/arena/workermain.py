"""The process of a worker: reads tasks from standard input, and writes what came of each.

It ends, and leaves nothing, when its input ends, on a signal, and when its parent is gone.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
import threading
import time
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable

    from outwit.arena.worker import Worker

PR_SET_PDEATHSIG = 1
LENGTH = struct.Struct(">Q")
# How often the process looks whether its parent is there, and how long it may take to end.
LOOK_SECONDS, END_SECONDS = 1.0, 5.0
PLAY, TRY = "play", "try"


def main() -> None:
    """Work for the parent whose number is the first argument."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    follow_parent(int(sys.argv[1]))
    given = sys.stdin.buffer
    # What bots' libraries may print must not get between the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    from outwit.arena.leftovers import clean_up_after
    from outwit.arena.manifest import read_manifest
    from outwit.arena.worker import Worker

    def leave(_number: int, _frame: object) -> NoReturn:
        """End at once, wherever we are: an exception could be caught on its way."""
        clean_up_after({os.getpid()})
        os._exit(1)

    # Until now there was nothing to clean up.
    signal.signal(signal.SIGTERM, leave)
    manifest = read_frame(given)
    if manifest is not None:
        work(Worker(read_manifest(str(manifest))), given, answers)


def work(worker: Worker, given: IO[bytes], answers: IO[bytes]) -> None:
    """Do tasks until there are no more."""
    tasks: dict[str, Callable[[Any], object]] = {PLAY: worker.play, TRY: worker.try_out}
    try:
        while (task := read_frame(given)) is not None:
            kind, subject = task
            try:
                answer = True, tasks[kind](subject)
            except Exception as error:
                answer = False, error
            write_frame(answers, answer)
    except BrokenPipeError:
        return  # nobody wants to know
    finally:
        worker.close()


def follow_parent(parent: int) -> None:
    """Have this process end when its parent does."""
    import ctypes

    # Where this is not Linux, the thread sees to it, only later.
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        sys.exit(1)  # it ended before we asked
    threading.Thread(target=watch, args=(parent,), name="parent", daemon=True).start()


def watch(parent: int) -> None:
    """End this process, in whatever state it is, a while after its parent."""
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(END_SECONDS)
    os._exit(1)


def read_frame(source: IO[bytes]) -> Any:
    """Return the next object of a pipe, None at its end."""
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (size,) = LENGTH.unpack(head)
    data = source.read(size)
    return pickle.loads(data) if len(data) == size else None


def write_frame(target: IO[bytes], content: object) -> None:
    """Write an object to a pipe."""
    data = pickle.dumps(content)
    target.write(LENGTH.pack(len(data)) + data)
    target.flush()


if __name__ == "__main__":
    main()
