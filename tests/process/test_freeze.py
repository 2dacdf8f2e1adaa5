"""A program that is not to move does not run, whatever it has started."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from outwit.process.family import Family
from outwit.process.processes import ENDED, STOPPED, state_of
from outwit.process.sandbox import Sandbox
from tests.players.bots import AMPLE, GAME, MOVES, file_bot, playing, ugi_bot
from tests.process.ways import ALL, CLOSED, ENCLOSED, seconds_of, set_groups

pytestmark = pytest.mark.compiled_only
# Seconds for which nothing may run.
WHILE = 0.1
# Three that spin: a child, one in a session of its own, one without a parent or an environment.
SPINS = """
import os, sys
def spin():
    if os.fork() == 0:
        os.closerange(0, 3)
        while True: pass
def away():
    if os.fork() == 0:
        os.setsid()
        spin()
        os._exit(0)
def stranger():
    if os.fork() == 0:
        os.setsid()
        os.chdir("/")
        if os.fork() == 0:
            os.closerange(0, 3)
            os.execve(sys.executable, ["python3", "-I", "-S", "-c", "while True: pass"], {})
        os._exit(0)
"""
SCATTERS = f"{SPINS}\nspin(); away(); stranger()\nprint('up', flush=True)\ninput()\nprint('on')"
FAMILY_OF_TWO = f"{SPINS}\nspin()\nprint('up', flush=True)\ninput()\nprint('on')"
# The first thread ends, and another spins.
HEADLESS = """
import ctypes, os, threading
def spin():
    print('up', flush=True)
    while True: pass
threading.Thread(target=spin).start()
ctypes.CDLL(None).syscall({"x86_64": 60, "aarch64": 93}[os.uname().machine], 0)
"""
# A child continues the others all the time.
WAKES = """
import os, signal, sys
if os.fork() == 0:
    while True:
        os.kill(os.getppid(), signal.SIGCONT)
print('up', flush=True)
while True: pass
"""


def has_come(event: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 10
    while not event():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


def is_still(pids: list[int]) -> bool:
    """Tell whether processes use no processor time for a while."""
    before = seconds_of(pids)
    time.sleep(WHILE)
    return seconds_of(pids) == before


class Running:
    """A program that runs."""

    def __init__(self, code: str, enclosed: bool) -> None:
        self.sandbox = Sandbox(("python3", "-I", "-S", "-c", code), enclosed=enclosed)
        pipe = subprocess.PIPE
        self.process = self.sandbox.start(stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        assert self.line() == b"up\n"

    def line(self) -> bytes:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def pids(self) -> list[int]:
        return [pid for pid in self.sandbox.members(self.process) if state_of(pid) not in ENDED]

    def family(self) -> Family:
        found = self.sandbox.family(self.process)
        assert found is not None
        return found

    def close(self) -> None:
        self.sandbox.close()
        self.process.communicate()


@pytest.fixture
def run(
    enclosed: bool, groups: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], Running]]:
    set_groups(monkeypatch, groups)
    started = []

    def start(code: str) -> Running:
        started.append(Running(code, enclosed))
        return started[-1]

    yield start
    for each in started:
        each.close()


@pytest.mark.parametrize(("enclosed", "groups"), CLOSED)
def test_all_are_stopped_wherever_they_have_gone(run: Callable[[str], Running]) -> None:
    program = run(SCATTERS)
    # Three spin, and one waits for them.
    assert has_come(lambda: len([p for p in program.pids() if seconds_of([p]) > 0]) >= 3)
    program.sandbox.freeze(program.process)
    assert has_come(lambda: is_still(program.pids()))
    assert is_still(program.pids())


@pytest.mark.parametrize(("enclosed", "groups"), ALL)
def test_they_go_on_where_they_were(run: Callable[[str], Running]) -> None:
    program = run(FAMILY_OF_TWO)
    program.sandbox.freeze(program.process)
    assert has_come(lambda: is_still(program.pids()))
    program.sandbox.thaw(program.process)
    assert has_come(lambda: not is_still(program.pids()))
    assert program.process.stdin is not None
    program.process.stdin.write(b"\n")
    assert program.line() == b"on\n"


@pytest.mark.parametrize(("enclosed", "groups"), ALL)
def test_the_stopped_can_be_killed_and_the_next_be_started(
    run: Callable[[str], Running],
) -> None:
    program = run(FAMILY_OF_TWO)
    pids = program.pids()
    program.sandbox.freeze(program.process)
    program.sandbox.kill(program.process)
    assert has_come(lambda: all(state_of(pid) in ENDED for pid in pids))
    program.process.communicate()
    pipe = subprocess.PIPE
    program.process = program.sandbox.start(stdin=pipe, stdout=pipe)
    assert program.line() == b"up\n"


@pytest.mark.parametrize(("enclosed", "groups"), [ENCLOSED])
def test_those_who_wake_each_other_are_stopped_again(run: Callable[[str], Running]) -> None:
    program = run(WAKES)
    program.sandbox.freeze(program.process)
    assert has_come(lambda: all(state_of(pid) in STOPPED for pid in program.pids()))
    assert is_still(program.pids())


@pytest.mark.parametrize(("enclosed", "groups"), ALL)
def test_a_process_whose_first_thread_has_ended_is_stopped(run: Callable[[str], Running]) -> None:
    program = run(HEADLESS)
    program.sandbox.freeze(program.process)
    assert has_come(lambda: is_still(program.pids()))
    assert is_still(program.pids())


@pytest.mark.parametrize(("enclosed", "groups"), CLOSED)
def test_a_player_does_not_think_in_its_opponents_time(
    enclosed: bool, groups: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_groups(monkeypatch, groups)
    code = f"{SPINS}\ndef at_move(played): spin(); away(); stranger()\n"
    with playing(ugi_bot(tmp_path, code), enclosed=enclosed) as player:
        position = GAME.start()
        player.begin(position)
        for move in MOVES[:2]:
            assert player.choose(position, AMPLE) == move
            assert player.process is not None
            pids = player.sandbox.members(player.process.process)
            assert has_come(lambda: is_still(pids))  # noqa: B023  # it is called at once
            assert is_still(pids)
            position.play(move)


@pytest.mark.parametrize(("enclosed", "groups"), CLOSED)
def test_a_program_of_the_file_kind_leaves_nobody_for_the_opponents_time(
    enclosed: bool, groups: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_groups(monkeypatch, groups)
    position, later = GAME.start(), GAME.start()
    later.play(MOVES[0])
    after = later.to_file().decode()
    code = f"{SPINS}\nspin(); away(); stranger()\nopen(target, 'w', newline='').write({after!r})"
    with playing(file_bot(tmp_path, code), enclosed=enclosed) as player:
        assert player.choose(position, AMPLE) == MOVES[0]
        assert player.process is not None
        process = player.process.process
        left = [pid for pid in player.sandbox.members(process) if state_of(pid) not in ENDED]
        spinning = [pid for pid in left if b"python" in Path(f"/proc/{pid}/comm").read_bytes()]
        assert spinning == []
