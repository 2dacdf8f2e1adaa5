"""Threads that work together."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from outwit.environments.threadpool import ThreadPool


def test_every_thread_works_once_and_the_same_threads_come_again() -> None:
    pool = ThreadPool(3)
    met: list[list[tuple[int, int]]] = [[], []]
    for found in met:
        add = found.append

        def work(number: int, add: Callable[[tuple[int, int]], None] = add) -> None:
            add((number, threading.get_ident()))

        pool.run(work)
    assert sorted(met[0]) == sorted(met[1])
    assert [number for number, _ in sorted(met[0])] == [0, 1, 2]
    assert len({thread for _, thread in met[0]}) == 3


@pytest.mark.parametrize("number", [0, 1])
def test_an_error_is_raised_when_all_are_done(number: int) -> None:
    pool = ThreadPool(2)
    done = []

    def work(mine: int) -> None:
        if mine == number:
            raise ValueError(str(mine))
        done.append(mine)

    for _ in range(2):
        with pytest.raises(ValueError, match=str(number)):
            pool.run(work)
    assert done == [1 - number] * 2
