"""Processes and folders left by strangers' programs after the process that started them is gone."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import NoReturn

from outwit.process.first import kill_first_of, kill_first_of_the_dead
from outwit.process.folder import PREFIX, remove_tree, sweep
from outwit.process.gate import GATE
from outwit.process.processes import all_pids, kill_found
from outwit.process.sandbox import MARK

# Who started a program stands in its environment, and in the name of its folder.
OWNER = re.compile(rb"(?:^|\0)" + MARK.encode() + rb"=(\d+)-")
LONGEST_ENVIRONMENT = 1 << 20


def clean_up_after(owners: Collection[int]) -> None:
    """End the programs that these processes started, and remove their folders."""
    kill_first_of(lambda owner, _: owner in owners)
    kill_programs(lambda owner: owner in owners)
    place = tempfile.gettempdir()
    for name in os.listdir(place):
        owner = name.removeprefix(PREFIX).partition("-")[0]
        if name.startswith(PREFIX) and owner.isdigit() and int(owner) in owners:
            with suppress(OSError):
                remove_tree(os.path.join(place, name))


def end_now(status: int) -> NoReturn:
    """End this process in the middle of its work; nothing is left of its programs."""
    # Another thread goes on with its next program when this one is killed.
    GATE.shut()
    clean_up_after({os.getpid()})
    os._exit(status)


def clean_up_after_the_dead() -> None:
    """End the programs, and remove the folders, of processes that were killed."""
    kill_first_of_the_dead()
    kill_programs(lambda owner: not os.path.exists(f"/proc/{owner}"))
    sweep()


def kill_programs(is_meant: Callable[[int], bool]) -> None:
    """Kill the programs of the owners that are meant, and what they start meanwhile."""
    kill_found(lambda: [pid for pid, owner in programs() if owner != pid and is_meant(owner)])


def programs() -> list[tuple[int, int]]:
    """List the processes of strangers' programs, each with the process that started it."""
    found = ((pid, owner_of(pid)) for pid in all_pids())
    return [(pid, owner) for pid, owner in found if owner is not None]


def owner_of(pid: int) -> int | None:
    """Return the process that started a stranger's program; None for any other process."""
    try:
        with open(f"/proc/{pid}/environ", "rb", buffering=0) as file:
            found = OWNER.search(file.read(LONGEST_ENVIRONMENT))
    except OSError:
        return None  # it has ended, or belongs to another user
    return None if found is None else int(found[1])
