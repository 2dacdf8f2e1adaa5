"""Control groups: where they are made, what is limited in them, how they end.

A folder plays the file system of groups where a rule is about what is written; what the system
does with it is tested with real groups.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from outwit.process.cgroup import (
    CONTROLLERS,
    OFF,
    PREFIX,
    SETTING,
    Cgroup,
    Place,
    ancestors,
    controllers,
    kill_groups_of_the_dead,
    make_group,
    place,
    tried_place,
)
from outwit.process.limits import MEBIBYTE, ResourceLimits
from outwit.process.processes import ENDED, state_of
from outwit.process.sandbox import Sandbox
from tests.process.ways import needs_cgroup
from tests.tools import needs_root, needs_user

JOINS = 'echo 0 > "$0"; echo in; exec sleep 60'
FILES = (
    *("cgroup.procs", "cgroup.freeze", "cgroup.kill", "cgroup.events", "cgroup.subtree_control"),
    *("memory.max", "memory.swap.max", "memory.oom.group", "memory.events", "pids.max"),
    "cpu.weight",
)


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder in which every folder that is made has the files of a group."""
    made = os.mkdir

    def mkdir(path: str, mode: int = 0o777) -> None:
        made(path, mode)
        for name in FILES:
            Path(path, name).write_text("")

    monkeypatch.setattr(os, "mkdir", mkdir)
    mkdir(str(tmp_path / "tree"))
    return tmp_path / "tree"


def told(group: Cgroup, *names: str) -> list[str]:
    return [group.read(name) for name in names]


def test_all_processes_together_are_limited(tree: Path) -> None:
    limits = ResourceLimits(memory=100, processes=10)
    group = make_group(Place(str(tree), frozenset(CONTROLLERS)), limits)
    most = str(116 * MEBIBYTE)
    assert told(group, "memory.max", "memory.swap.max", "memory.oom.group") == [most, "0", "1"]
    assert told(group, "pids.max", "cpu.weight") == ["18", "100"]


def test_only_what_can_be_limited_is(tree: Path) -> None:
    group = make_group(Place(str(tree), frozenset({"pids"})), ResourceLimits(processes=10))
    assert told(group, "memory.max", "pids.max", "cpu.weight") == ["", "18", ""]
    assert not group.has_exceeded_memory()


def test_a_system_without_swap_limits_memory_alone(tree: Path) -> None:
    group = Cgroup(str(tree), frozenset(CONTROLLERS))
    (tree / "memory.swap.max").unlink()
    group.limit(ResourceLimits())
    assert told(group, "memory.max") == [str((1024 + 16) * MEBIBYTE)]


def test_a_group_that_cannot_be_limited_is_not_left(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    removed: list[str] = []

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Cgroup, "limit", refuse)
    monkeypatch.setattr(os, "rmdir", removed.append)
    with pytest.raises(PermissionError):
        make_group(Place(str(tree), frozenset()), ResourceLimits())
    assert len(removed) == 1


def test_memory_is_exceeded_when_the_system_has_killed_for_it(tree: Path) -> None:
    group = Cgroup(str(tree), frozenset({"memory"}))
    (tree / "memory.events").write_text("low 0\nmax 7\noom 1\noom_kill 0\n")
    assert not group.has_exceeded_memory()
    (tree / "memory.events").write_text("low 0\nmax 7\noom 1\noom_kill 3\n")
    assert group.has_exceeded_memory()


def test_a_program_that_the_system_has_killed_for_its_memory_is_told_so(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SETTING, OFF)
    sandbox = Sandbox(("true",), limits=ResourceLimits(memory=7), enclosed=False)
    (tree / "memory.events").write_text("oom_kill 1\n")
    sandbox.cgroup = Cgroup(str(tree), frozenset({"memory"}))
    assert sandbox.exceeded == "it used more than 7 MiB of memory"
    sandbox.cgroup = None
    sandbox.close()


@needs_user
def test_what_is_given_to_a_user_is_enabled(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(Cgroup, "write", lambda _, name, text: written.append(f"{name} {text}"))
    assert controllers(str(tree)) == set()
    assert written == [f"cgroup.subtree_control +{name}" for name in CONTROLLERS]


@needs_root
def test_root_uses_what_is_enabled(tree: Path) -> None:
    (tree / "cgroup.subtree_control").write_text("io memory pids\n")
    assert controllers(str(tree)) == {"memory", "pids"}


def test_a_place_that_is_none_has_no_controllers(tmp_path: Path) -> None:
    assert controllers(str(tmp_path / "absent")) == set()


def test_groups_can_be_switched_off_and_need_a_place(tmp_path: Path) -> None:
    assert tried_place(OFF) is None
    assert tried_place(str(tmp_path / "absent")) is None
    # A folder is no group: nobody can be killed in it.
    assert tried_place(str(tmp_path)) is None
    assert list(tmp_path.iterdir()) == []


def test_the_nearest_group_comes_first_and_the_root_last() -> None:
    found = list(ancestors())
    assert found == sorted(found, key=len, reverse=True)


def has_come(event: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 10
    while not event():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


@pytest.fixture
def group() -> Cgroup:
    there = place()
    assert there is not None
    return make_group(there, ResourceLimits())


def join(group: Cgroup) -> subprocess.Popen[bytes]:
    words = ["/bin/sh", "-c", JOINS, group.joining]
    process = subprocess.Popen(words, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"in\n"
    return process


def status(process: subprocess.Popen[bytes]) -> int:
    process.communicate(timeout=20)
    return process.returncode


@needs_cgroup()
def test_all_in_a_group_are_frozen_and_killed_together(group: Cgroup) -> None:
    both = [join(group), join(group)]
    assert sorted(group.members()) == sorted(each.pid for each in both)
    group.freeze()
    assert has_come(lambda: "frozen 1" in group.read("cgroup.events"))
    assert group.kill()
    assert [status(each) for each in both] == [-signal.SIGKILL, -signal.SIGKILL]
    group.close()
    assert not os.path.exists(group.path)
    assert group.members() == []


@needs_cgroup()
def test_a_group_that_is_closed_leaves_nobody(group: Cgroup) -> None:
    process = join(group)
    group.close()
    assert status(process) == -signal.SIGKILL
    assert not os.path.exists(group.path)
    group.close()


@needs_cgroup()
def test_groups_of_the_dead_are_killed_and_removed_those_of_the_living_are_not() -> None:
    there = place()
    assert there is not None
    theirs = Cgroup(f"{there.path}/{PREFIX}4194305-7-test{os.getpid()}")
    os.mkdir(theirs.path)
    ours = make_group(there, ResourceLimits())
    left, kept = join(theirs), join(ours)
    kill_groups_of_the_dead()
    assert status(left) == -signal.SIGKILL
    assert not os.path.exists(theirs.path)
    assert state_of(kept.pid) not in ENDED
    ours.close()
    assert status(kept) == -signal.SIGKILL


@needs_cgroup()
def test_a_program_is_in_its_group_before_its_first_instruction() -> None:
    sandbox = Sandbox(("cat", "/proc/self/cgroup"), enclosed=False)
    assert sandbox.cgroup is not None
    name = os.path.basename(sandbox.cgroup.path)
    out, _ = sandbox.start(stdout=subprocess.PIPE).communicate(timeout=30)
    sandbox.close()
    assert name in out.decode()
    assert not os.path.exists(sandbox.cgroup.path)
