"""Processes that play pairs of games: each asks for the next pair when it has finished one."""

from __future__ import annotations

import os
import signal
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait

from outwit.core.value import Value
from outwit.errors import OutwitError
from training.networks.memory import keep_freed_memory
from training.tuning.history import PlayedPair
from training.tuning.pairs import Terms, play_pair

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Seconds between a process's checks that its parent is alive.
LOOK_EVERY = 10.0


class Task(Value):
    """A pair to play: its number, and the numbers of both players' searches."""

    number: int
    first: dict[str, int]
    second: dict[str, int]


def play_task(terms: Terms, task: Task) -> PlayedPair:
    """Play a pair."""
    return PlayedPair(task.number, play_pair(terms, task.first, task.second, task.number))


def play_tasks(
    terms: Terms, processes: int, next_task: Callable[[], Task | None]
) -> Iterator[PlayedPair]:
    """Yield pairs as they end; ``next_task`` is asked for one whenever a process has none.

    It returns None where no pair is to begin any more. One process is this one.
    """
    if processes == 1:
        while (task := next_task()) is not None:
            yield play_task(terms, task)
        return
    context = get_context("spawn")
    pipes: list[Connection] = []
    children = []
    try:
        for _ in range(processes):
            ours, theirs = context.Pipe()
            child = context.Process(target=work, args=(terms, theirs, os.getpid()), daemon=True)
            child.start()
            theirs.close()
            pipes.append(ours)
            children.append(child)
        busy = [pipe for pipe in pipes if give(pipe, next_task())]
        while busy:
            for pipe in wait(busy):
                assert isinstance(pipe, Connection)
                yield answer(pipe)
                if not give(pipe, next_task()):
                    busy.remove(pipe)
    finally:
        for child in children:
            child.terminate()
        for child in children:
            child.join()


def give(pipe: Connection, task: Task | None) -> bool:
    """Send a pair to a process; tell whether there was one."""
    if task is not None:
        try:
            pipe.send(task)
        except OSError:
            raise OutwitError("a process that plays games has ended") from None
    return task is not None


def answer(pipe: Connection) -> PlayedPair:
    """Return the pair that a process has played; raise the error that stopped it."""
    try:
        found = pipe.recv()
    except (EOFError, OSError):
        raise OutwitError("a process that plays games has ended") from None
    if isinstance(found, OutwitError):
        raise found
    assert isinstance(found, PlayedPair)
    return found


def work(terms: Terms, pipe: Connection, parent: int) -> None:
    """Play the pairs received until the parent process is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the tuner ends its workers
    keep_freed_memory()
    while os.getppid() == parent:
        if not pipe.poll(LOOK_EVERY):
            continue
        try:
            task = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            pipe.send(play_task(terms, task))
        except OutwitError as error:
            pipe.send(error)
