"""What is told of programs that are silent, crash or use too much."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest

from outwit.errors import BotCrash, BotTimeout
from outwit.process.limits import ResourceLimits
from outwit.process.running import RunningProgram
from outwit.process.sandbox import Sandbox
from outwit.process.singlerun import run_once
from tests.tools import needs, needs_bubblewrap

pytestmark = pytest.mark.compiled_only
BOTH = [
    False,
    pytest.param(True, marks=needs_bubblewrap()),
]
# As most programs in C: it prints, does not flush, and waits.
BUFFERED = """
import io, sys
out = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w")), line_buffering=sys.stdout.isatty())
out.write({!r})
input()
"""
SHARED = """
import mmap, os, time
held = mmap.mmap(-1, 300 << 20)
for at in range(0, len(held), 4096): held[at] = 1
time.sleep(20)
"""
FORKED = """
import os, time
held = bytearray(b"x") * (120 << 20)
for _ in range(4):
    if not os.fork(): time.sleep(0.6); os._exit(0)
for _ in range(4): os.wait()
"""
JAVA = """
import java.util.*;
public class Main { public static void main(String[] a) {
    Map<Integer, int[]> held = new HashMap<>(); Random chance = new Random(1);
    for (int n = 0; n < 150000; n++) held.put(chance.nextInt(8000), new int[2000]);
    System.out.println("done");
} }
"""


def python(code: str) -> tuple[str, ...]:
    return ("python3", "-I", "-S", "-c", code)


def said_of(
    command: tuple[str, ...], *, seconds: float = 0.5, terminal: bool = False
) -> BotTimeout | bytes:
    """Return the line that a program writes, or the fault of writing none in time."""
    sandbox = Sandbox(command)
    try:
        program = RunningProgram(sandbox, terminal=terminal)
        try:
            return program.read_line(time.monotonic() + seconds)
        except BotTimeout as fault:
            return fault
        finally:
            program.close(grace=0)
    finally:
        sandbox.close()


def test_buffering_is_named_where_nothing_comes_through_a_pipe() -> None:
    assert "does it flush" in str(said_of(python(BUFFERED.format("move a1\n"))))


def test_buffering_is_named_where_half_a_line_comes() -> None:
    # Long enough for a busy machine to start it.
    code = "import sys; sys.stdout.write('mo'); sys.stdout.flush(); input()"
    fault = said_of(python(code), seconds=4)
    assert isinstance(fault, BotTimeout)
    assert "its last line was not ended: does it flush" in str(fault)
    assert fault.evidence["output"] == "mo"


def test_buffering_is_not_named_where_the_program_has_written_before() -> None:
    sandbox = Sandbox(python("print('one'); input(); import time; time.sleep(60)"))
    try:
        program = RunningProgram(sandbox)
        assert program.read_line(time.monotonic() + 20) == b"one"
        program.write_line("go", time.monotonic() + 20)
        with pytest.raises(BotTimeout, match=r"in time; nothing came since it was asked$"):
            program.read_line(time.monotonic() + 0.2)
        program.close(grace=0)
    finally:
        sandbox.close()


def test_a_terminal_gets_lines_at_once() -> None:
    assert said_of(python(BUFFERED.format("move a1\n")), seconds=20, terminal=True) == b"move a1"


def test_what_was_said_on_either_stream_before_a_crash_is_kept() -> None:
    code = "import sys; print('one'); print('two'); sys.exit('three')"
    sandbox = Sandbox(python(code))
    try:
        program = RunningProgram(sandbox)
        assert program.read_line(time.monotonic() + 20) == b"one"
        with pytest.raises(BotCrash) as caught:
            program.read_until(b"answer", time.monotonic() + 20)
        program.close()
    finally:
        sandbox.close()
    evidence = caught.value.evidence
    assert evidence["output"] == "one\ntwo\n"
    assert evidence["standard error"] == "three\n"
    assert evidence["exit status"] == "exit status 1"


@pytest.mark.parametrize("enclosed", BOTH)
def test_shared_memory_counts_and_counts_once(enclosed: bool) -> None:
    limits = ResourceLimits(memory=256)
    found = run_once(python(SHARED), limits=limits, enclosed=enclosed, seconds=20)
    assert found.exceeded == "it used more than 256 MiB of memory"
    found = run_once(python(FORKED), limits=limits, enclosed=enclosed, seconds=20)
    assert (found.status, found.exceeded) == (0, "")


@needs("javac")
def test_java_makes_do_with_the_memory_it_may_have(tmp_path: Path) -> None:
    (tmp_path / "Main.java").write_text(JAVA)
    subprocess.run(["javac", "Main.java"], cwd=tmp_path, check=True)
    # The collector of larger machines, which takes what it can get.
    command = ("java", "-XX:+UseG1GC", "-cp", str(tmp_path), "Main")
    found = run_once(command, limits=ResourceLimits(memory=512), seconds=60)
    assert (found.stdout, found.stderr, found.exceeded) == (b"done\n", b"", "")


@needs("mcs")
def test_mono_runs(tmp_path: Path) -> None:
    (tmp_path / "Main.cs").write_text("class M { static void Main() { System.Console.Write(6); } }")
    subprocess.run(["mcs", "Main.cs"], cwd=tmp_path, check=True)
    found = run_once(("mono", str(tmp_path / "Main.exe")), seconds=60)
    assert (found.stdout, found.stderr) == (b"6", b"")
