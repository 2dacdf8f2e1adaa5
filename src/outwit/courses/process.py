"""A worker as a process: it ends in order on a signal, and with the process that started it."""

from __future__ import annotations

import os
import signal
from threading import Event, Thread
from types import FrameType
from typing import NoReturn

from outwit.arena.leftovers import end_now
from outwit.arena.workermain import follow_parent
from outwit.courses.worker import Worker
from outwit.errors import StorageFault
from outwit.server.base.logs import event, fault
from outwit.storage.database import Database
from outwit.storage.jobs import JobQueue

# How much less than others a worker beside a portal, with the programs it starts, gets.
NICENESS = 5
FAILED = 1


def run(worker: Worker, parent: int | None = None) -> int:
    """Work until a signal comes or something fails, and return the exit status.

    The job of that moment is given back, its programs are ended, and so is this process.
    """
    woken = Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        woken.set()

    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, end)
    if parent is not None:
        os.nice(NICENESS)
        follow_parent(parent)
    status = 0

    def work() -> None:
        nonlocal status
        try:
            worker.run()
        except BaseException as error:
            fault("worker failed", error)
            status = FAILED
            raise
        finally:
            woken.set()

    thread = Thread(target=work, name="work", daemon=True)
    thread.start()
    woken.wait()
    worker.ends.set()
    if thread.is_alive():
        leave(worker)
    return status


def leave(worker: Worker) -> NoReturn:
    """End in the middle of a job: give it back, and leave none of its programs."""
    # By a connection of its own: the other may be in the middle of something.
    url = worker.database.url.render_as_string(hide_password=False)
    try:
        with Database(url) as database:
            JobQueue(database).return_all(worker.name)
    except StorageFault as error:
        event("a job waits until its lease ends", error=str(error))
    end_now(0)
