"""What programs use is counted, wherever they hide it, even without a control group."""

from __future__ import annotations

import mmap
import os
import sys
from pathlib import Path

import pytest

from outwit.process.cgroup import OFF, SETTING
from outwit.process.limits import MEBIBYTE, ResourceLimits
from outwit.process.singlerun import Run, run_once
from outwit.process.usage import (
    DEEPEST,
    exact_memory_of,
    is_larger,
    memory_of,
    open_closed,
    unnamed_files_of,
)
from tests.tools import needs_bubblewrap

MEMORY, DISK = "it used more than 128 MiB of memory", "it wrote more than 32 MiB, or too many files"
HOLDS = "import ctypes, mmap, os, threading, time\nlibc = ctypes.CDLL(None)\n"
# Files of memory without a name: held, mapped for one page and not held, held by a thread that
# has handles of its own, and held by one whose first thread has ended.
HELD = (
    "held = [os.memfd_create('x') for _ in range(20)]\nfor h in held: os.write(h, bytes(10 << 20))"
)
MAPPED = """
kept = []
for n in range(40):
    handle = os.memfd_create("x")
    os.write(handle, bytes(8 << 20))
    kept.append(mmap.mmap(handle, 4096))
    os.close(handle)
"""
APART = f"""
def hold():
    libc.unshare(0x400)
    {HELD.replace(chr(10), chr(10) + "    ")}
    time.sleep(60)
threading.Thread(target=hold).start()
"""
HEADLESS = """
def hold():
    held = bytearray(b"x") * (200 << 20)
    time.sleep(60)
threading.Thread(target=hold).start()
libc.syscall({"x86_64": 60, "aarch64": 93}[os.uname().machine], 0)
"""
# Disk: files that were removed and are still open, folders too deep for a path, closed folders.
REMOVED = """
held = []
for n in range(8):
    held.append(open("file", "wb"))
    held[-1].write(bytes(8 << 20))
    held[-1].flush()
    os.unlink("file")
"""
DEEP = """
for n in range(40):
    os.mkdir("d" * 200)
    os.chdir("d" * 200)
for n in range(8):
    with open(str(n), "wb") as file: file.write(bytes(8 << 20))
"""
CLOSED = """
os.mkdir("closed")
for n in range(8):
    with open(f"closed/{n}", "wb") as file: file.write(bytes(8 << 20))
os.chmod("closed", 0)
"""
ATTACKS = {
    "held": (HELD, MEMORY),
    "mapped": (MAPPED, MEMORY),
    "apart": (APART, MEMORY),
    "headless": (HEADLESS, MEMORY),
    "removed": (REMOVED, DISK),
    "deep": (DEEP, DISK),
    "closed": (CLOSED, DISK),
}


def use(code: str, *, enclosed: bool) -> Run:
    command = ("python3", "-I", "-S", "-c", f"{HOLDS}{code}\ntime.sleep(20)")
    limits = ResourceLimits(memory=128, disk=32, open_files=64)
    return run_once(command, limits=limits, seconds=20, enclosed=enclosed)


@pytest.mark.parametrize("enclosed", [False, pytest.param(True, marks=needs_bubblewrap())])
@pytest.mark.parametrize("name", sorted(ATTACKS))
def test_what_a_program_hides_is_counted(
    name: str, enclosed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SETTING, OFF)
    code, expected = ATTACKS[name]
    found = use(code, enclosed=enclosed)
    assert found.exceeded == expected, found


def test_a_file_of_memory_that_is_mapped_and_held_counts_once(tmp_path: Path) -> None:
    size = 64 * MEBIBYTE
    before = exact_memory_of([os.getpid()])
    handle = os.memfd_create("x")
    os.truncate(handle, size)
    with mmap.mmap(handle, size) as held:
        for at in range(0, size, mmap.PAGESIZE):
            held[at] = 1
        found = unnamed_files_of([os.getpid()], str(tmp_path))
        assert found.memory >= size
        # Figures may be some pages behind.
        assert memory_of([os.getpid()]) + found.memory >= before + 2 * size - MEBIBYTE
        grown = exact_memory_of([os.getpid()], found.held) + found.memory - before
        assert size - MEBIBYTE <= grown < size + 32 * MEBIBYTE
    os.close(handle)


def test_a_file_with_two_names_counts_once(tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(bytes(MEBIBYTE))
    os.link(tmp_path / "one", tmp_path / "other")
    assert not is_larger(str(tmp_path), 3 * MEBIBYTE // 2)
    assert is_larger(str(tmp_path), MEBIBYTE // 2)


def test_folders_nested_too_deep_are_too_much(tmp_path: Path) -> None:
    place = tmp_path
    for _ in range(DEEPEST):
        place /= "d"
    place.mkdir(parents=True)
    assert not is_larger(str(tmp_path), MEBIBYTE)
    (place / "d").mkdir()
    assert is_larger(str(tmp_path), MEBIBYTE)


def test_a_link_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(sys.prefix)
    assert not is_larger(str(tmp_path), MEBIBYTE)
    with pytest.raises(OSError, match="link"):
        open_closed(str(tmp_path / "link"), None)
