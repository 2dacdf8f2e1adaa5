"""Which system calls an enclosed program can make, on every machine that we know.

What the system does with the filter is asked of the system where the test runs; for the others
there is a small interpreter. Nobody is called: the question is only whether a call is refused.
"""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys

import pytest

from outwit.process import bpf
from outwit.process.bpf import ALLOW, ERROR, IF_EQUAL, INSTRUCTION, KILL, Assembler
from outwit.process.calls import (
    ABSENT,
    ARCHITECTURES,
    CHECKED,
    FORBIDDEN,
    LAST_CALL,
    MACHINES,
    X86_64,
    number_of,
)
from outwit.process.enclosure import can_filter
from outwit.process.filter import filter_for, filter_here
from outwit.process.singlerun import Run, run_once
from tests.tools import CURE, needs

filtered_only = pytest.mark.skipif(
    not can_filter(),
    reason=f"system calls cannot be filtered{CURE}apt-get install bubblewrap, on x86-64 or aarch64",
)
I386, X32 = 0x4000_0003, 0x4000_0000
# Makes calls with arguments that mean nothing, and tells the errors.
ASKS = """
import ctypes, errno, sys
libc = ctypes.CDLL(None, use_errno=True)
for word in sys.argv[1:]:
    numbers = [int(number, 0) for number in word.split(":")]
    ctypes.set_errno(0)
    result = libc.syscall(*map(ctypes.c_long, [*numbers, *[-1] * (7 - len(numbers))]))
    print(errno.errorcode.get(ctypes.get_errno(), 0) if result < 0 else "made")
"""
# Asks for its number as 32-bit programs do: ``mov eax, 20; int 0x80; ret``.
SHORT = r"""
import ctypes, mmap
code = mmap.mmap(-1, 4096, prot=7)
code.write(b"\xb8\x14\0\0\0\xcd\x80\xc3")
at = ctypes.addressof(ctypes.c_char.from_buffer(code))
print(ctypes.CFUNCTYPE(ctypes.c_int)(at)())
"""
# What programs do that have parts: threads, processes, pools, local connections.
PARTS = """
import asyncio, multiprocessing, os, resource, socket, subprocess, threading
from concurrent.futures import ProcessPoolExecutor
def double(n): return 2 * n
if __name__ == "__main__":
    thread = threading.Thread(target=double, args=(1,)); thread.start(); thread.join()
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        assert list(pool.map(double, range(4))) == [0, 2, 4, 6]
    asyncio.run(asyncio.sleep(0))
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(server.getsockname()) as line: line.sendall(b"x")
    one, other = socket.socketpair(); one.close(); other.close()
    lock = multiprocessing.Lock(); lock.acquire()
    assert subprocess.run(["sh", "-c", "echo a | sort"], capture_output=True).stdout == b"a\\n"
    os.memfd_create("x")
    print("done")
"""
NODE = """
const { Worker, isMainThread, parentPort } = require("worker_threads");
if (isMainThread) {
  const { execSync } = require("child_process");
  require("fs").writeFileSync("file", execSync("echo 1"));
  new Worker(__filename).on("message", (m) => { console.log(m); });
} else { parentPort.postMessage("done"); }
"""
JAVA = """
import java.net.*; import java.util.stream.*;
public class Main { public static void main(String[] a) throws Exception {
    int sum = IntStream.range(0, 1000).parallel().sum();
    ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort()).close();
    new ProcessBuilder("true").start().waitFor();
    new java.security.SecureRandom().nextInt();
    System.out.println(sum == 499500 ? "done" : "wrong");
} }
"""


def verdict(code: bytes, number: int, *arguments: int, architecture: int) -> int:
    """Return what a filter says of a call."""
    padded = [*arguments, *[0] * (6 - len(arguments))]
    words = {bpf.NUMBER: number, bpf.ARCHITECTURE: architecture}
    words |= {16 + 8 * at: value & 0xFFFF_FFFF for at, value in enumerate(padded)}
    lines = list(INSTRUCTION.iter_unpack(code))
    at = loaded = 0
    while True:
        operation, then, otherwise, value = lines[at]
        at += 1
        if operation == bpf.LOAD:
            loaded = words[value]
        elif operation == bpf.RETURN:
            return int(value)
        else:
            is_so = {
                bpf.IF_EQUAL: loaded == value,
                bpf.IF_GREATER: loaded > value,
                bpf.IF_ANY_BIT: bool(loaded & value),
            }[operation]
            at += then if is_so else otherwise


@pytest.fixture(params=MACHINES)
def machine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def say(machine: str, name: str | int, *arguments: int) -> int:
    number = number_of(name, machine) if isinstance(name, str) else name
    assert number is not None
    architecture = ARCHITECTURES[machine]
    return verdict(filter_for(machine), number, *arguments, architecture=architecture)


def test_what_no_program_needs_is_refused(machine: str) -> None:
    for table, error in ((FORBIDDEN, errno.EPERM), (ABSENT, errno.ENOSYS)):
        for name in table:
            if number_of(name, machine) is not None:
                assert say(machine, name) == ERROR | error, name


def test_what_is_not_named_is_permitted(machine: str) -> None:
    named = {number_of(name, machine) for name in (*FORBIDDEN, *ABSENT, *CHECKED)}
    for number in range(LAST_CALL + 1):
        if number not in named:
            assert say(machine, number) == ALLOW, number


def test_calls_newer_than_the_list_are_refused(machine: str) -> None:
    assert say(machine, LAST_CALL + 1) == ERROR | errno.ENOSYS
    assert say(machine, 0xFFFF_FFFF) == ERROR | errno.ENOSYS


def test_calls_of_another_architecture_end_the_program(machine: str) -> None:
    code = filter_for(machine)
    assert verdict(code, 1, architecture=I386) == KILL
    for other in set(MACHINES) - {machine}:
        assert verdict(code, 1, architecture=ARCHITECTURES[other]) == KILL


def test_short_pointers_are_no_way_around() -> None:
    ptrace = number_of("ptrace", X86_64)
    assert ptrace is not None
    assert say(X86_64, X32 | ptrace) == ERROR | errno.ENOSYS


def test_only_local_sockets_and_those_of_the_internet_can_be_made(machine: str) -> None:
    permitted = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6)
    for family in range(64):
        expected = ALLOW if family in permitted else ERROR | errno.EAFNOSUPPORT
        assert say(machine, "socket", family, 1, 0) == expected
        pair = ALLOW if family == socket.AF_UNIX else ERROR | errno.EAFNOSUPPORT
        assert say(machine, "socketpair", family, 1, 0) == pair
    for protocol in range(300):
        expected = ALLOW if protocol in (0, 6, 17) else ERROR | errno.EPROTONOSUPPORT
        assert say(machine, "socket", socket.AF_INET, 1, protocol) == expected
        assert say(machine, "socket", socket.AF_INET6, 2, protocol) == expected


@pytest.mark.parametrize(
    ("name", "arguments", "permitted"),
    [
        ("clone", (0x11,), True),
        ("clone", (0x3D0F00,), True),
        *(("clone", (bit | 0x11,), False) for bit in (1 << 17, *(1 << n for n in range(25, 31)))),
        ("unshare", (0x400,), True),
        ("unshare", (0x1000_0000,), False),
        ("unshare", (0x80,), False),
        ("personality", (0xFFFF_FFFF,), True),
        ("personality", (0x0004_0000,), True),
        ("personality", (0x0040_0000,), False),
        ("personality", (8,), False),
        ("prctl", (4, 0), False),
        ("prctl", (4, 1), True),
        ("prctl", (15, 0), True),
        ("ioctl", (0, 0x5412), False),
        ("ioctl", (0, 0x541C), False),
        ("ioctl", (0, 0x5413), True),
    ],
)
def test_some_calls_are_permitted_by_their_arguments(
    machine: str, name: str, arguments: tuple[int, ...], permitted: bool
) -> None:
    assert say(machine, name, *arguments) == (ALLOW if permitted else ERROR | errno.EPERM)


def test_an_unknown_machine_has_no_filter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "uname", lambda: os.uname_result(("", "", "", "", "riscv64")))
    assert filter_here.__wrapped__() == b""


def test_a_jump_goes_forward_and_not_too_far() -> None:
    code = Assembler()
    code.label("back")
    code.jump_if(IF_EQUAL, 1, "back")
    with pytest.raises(ValueError, match="cannot jump to 'back'"):
        code.assemble()
    code = Assembler()
    code.jump_if(IF_EQUAL, 1, "far")
    with pytest.raises(ValueError, match="no line is named 'far'"):
        code.assemble()
    for _ in range(256):
        code.give(ALLOW)
    code.label("far")
    with pytest.raises(ValueError, match="cannot jump to 'far'"):
        code.assemble()
    with pytest.raises(ValueError, match="two lines are named 'far'"):
        code.label("far")


@filtered_only
def test_the_system_refuses_them() -> None:
    machine = os.uname().machine
    asked = {name: number_of(name, machine) for name in (*FORBIDDEN, *ABSENT)}
    calls = {name: f"{number}" for name, number in asked.items() if number is not None}
    expected = ["EPERM" if name in FORBIDDEN else "ENOSYS" for name in calls]
    make = number_of("socket", machine)
    families = [f"{make}:{family}:1:0" for family in (16, 17, 29, 31, 38, 40, 44)]
    expected += ["EAFNOSUPPORT"] * len(families)
    known = [f"{make}:{family}:1:0" for family in (1, 2, 10)]
    expected += ["made"] * len(known)
    expected += ["ENOSYS"] * 2
    words = (*calls.values(), *families, *known, "457", "0x40000065")
    found = run_once(("python3", "-I", "-S", "-c", ASKS), words, enclosed=True, seconds=30)
    names = [*calls, *families, *known, "newer", "x32"]
    said = found.stdout.decode().split()
    assert dict(zip(names, said, strict=True)) == dict(zip(names, expected, strict=True))


@filtered_only
@pytest.mark.skipif(os.uname().machine != X86_64, reason=f"only x86-64 has such calls{CURE}x86-64")
def test_the_system_ends_a_program_that_makes_32_bit_calls() -> None:
    """Where the system has no such calls, it ends the program by another signal."""
    found = run_once(("python3", "-I", "-S", "-c", SHORT), enclosed=True, seconds=30)
    assert found.status in (-signal.SIGSYS, -signal.SIGSEGV)
    assert found.stdout == b""


def run_with(name: str, text: str, *command: str) -> Run:
    return run_once(command, files={name: text.encode()}, enclosed=True, seconds=60)


@filtered_only
def test_a_python_program_of_many_parts_runs() -> None:
    found = run_with("parts.py", PARTS, sys.executable, "-I", "parts.py")
    assert (found.stdout, found.stderr) == (b"done\n", b"")


@needs("node")
@filtered_only
def test_a_node_program_with_threads_runs() -> None:
    found = run_with("main.js", NODE, "node", "main.js")
    assert (found.stdout, found.stderr) == (b"done\n", b"")


@needs("javac")
@filtered_only
def test_java_is_built_and_runs_with_threads_and_a_network_of_its_own() -> None:
    words = "javac Main.java 2>/dev/null && java -cp . Main"
    found = run_with("Main.java", JAVA, "sh", "-c", words)
    assert (found.stdout, found.stderr) == (b"done\n", b"")


@needs("c++")
@filtered_only
def test_a_program_is_compiled_and_runs() -> None:
    text = (
        "#include <iostream>\n#include <thread>\n"
        'int main() { std::thread([] { std::cout << "done\\n"; }).join(); }\n'
    )
    found = run_with("main.cpp", text, "sh", "-c", "c++ -pthread -o main main.cpp && ./main")
    assert (found.stdout, found.stderr) == (b"done\n", b"")
