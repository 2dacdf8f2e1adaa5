"""Programs that mean harm, as players and as submissions, with bubblewrap and without.

Nothing outside the enclosure is read, written, killed or left behind. docs/bots/protections.md says
what a program can do without bubblewrap; those of the family that would do it run enclosed only.
Run by root, everything is run a second time by an ordinary user.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from outwit.arena.adjudication import Adjudication
from outwit.arena.referee import Referee, Terms
from outwit.arena.timecontrol import TimeControl
from outwit.players.random import RandomPlayer
from outwit.players.roster import BotSpec
from outwit.process import sandbox
from outwit.process.cgroup import OFF
from outwit.process.folder import sweep
from outwit.process.limits import ResourceLimits
from outwit.process.ours import PACKAGE
from outwit.process.processes import all_pids
from outwit.process.sandbox import Sandbox, kill_orphans
from outwit.process.singlerun import run_once
from tests.players.bots import GAME, playing
from tests.process.asnobody import as_nobody
from tests.process.ways import set_groups
from tests.tools import needs_bubblewrap, needs_root

pytestmark = pytest.mark.compiled_only
FAMILY = Path(__file__).with_name("hostile")
# Without bubblewrap these would do what they try to.
ENCLOSED_ONLY = {
    *("calls_out", "disk", "escapes", "forks", "kills", "memory_of_others", "mounts"),
    *("namespaces", "outlives", "reads", "semaphores", "starves", "writes"),
}
NAMES = sorted(path.name for path in FAMILY.iterdir())
SECRET = f"SECRET-{os.getpid()}"
ABSTRACT = f"hostile-{os.getpid()}"
KEY = str(0x07171717)
# Where no program may write.
ELSEWHERE = ("/new", "/usr/new", "/etc/new", "/dev/shm/hostile", "/dev/shm/sem.hostile")
# Of those who were ended, nothing is left for a second game.
ENDED = ("bot-timeout", "bot-exceeded")
LIMITS = ResourceLimits(memory=256, processes=64, disk=32)
enclosed_only = needs_bubblewrap()
# Other tests that an ordinary user runs, too.
ALSO = ("cgroup", "filter", "freeze", "usage")
# Runs a program until it says something, and is killed before it can clean up. The filter of
# system calls would keep the program from what is tried here.
RUNNER = """
import os, sys
from outwit.process import sandbox
from outwit.process.sandbox import Sandbox
sandbox.can_filter = lambda: False
process = Sandbox(sys.argv[1:], enclosed=True).start(stdout=-1)
print(process.stdout.readline().decode(), flush=True)
os.kill(os.getpid(), 9)
"""
CASES = [
    *(pytest.param(name, True, marks=enclosed_only) for name in NAMES),
    *(pytest.param(name, False) for name in NAMES if name not in ENCLOSED_ONLY),
]


class World:
    """What a program might harm: files, a process, sockets, a neighbour."""

    def __init__(self, folder: Path, name: str) -> None:
        self.outside = folder / "outside"
        self.bot = folder / "bot"
        for place in (self.outside, self.bot, folder / "neighbour"):
            place.mkdir()
            place.chmod(0o755)
            (place / "file").write_text(SECRET)
        (self.bot / "file").write_text("mine")
        self.program = self.bot / name
        shutil.copy(FAMILY / name, self.program)
        self.victim = subprocess.Popen(["sleep", "600"])
        self.sockets = [socket.create_server(("127.0.0.1", 0))]
        self.sockets += [socket.socket(socket.AF_UNIX) for _ in range(2)]
        self.sockets[1].bind(f"\0{ABSTRACT}")
        # The path of a socket is short.
        self.place = tempfile.mkdtemp(prefix="s-")
        self.sockets[2].bind(f"{self.place}/socket")
        os.symlink(f"{self.place}/socket", self.outside / "socket")
        self.answering = [
            threading.Thread(target=answer, args=(each,), daemon=True) for each in self.sockets
        ]
        for each, thread in zip(self.sockets, self.answering, strict=True):
            each.listen()
            thread.start()
        targets = {
            "secret": str(self.outside / "file"),
            "outside": str(self.outside),
            "victim": self.victim.pid,
            "runner": os.getpid(),
            "package": PACKAGE,
            "prefix": sys.prefix,
            "port": self.sockets[0].getsockname()[1],
            "name": ABSTRACT,
        }
        (self.bot / "targets.json").write_text(json.dumps(targets))
        self.before = self.state()

    @property
    def command(self) -> tuple[str, ...]:
        """Return the command of the program."""
        return ("python3", "-I", "-S", str(self.program))

    def state(self) -> list[object]:
        """Return all that may not change."""
        folder = self.bot.parent
        files = {
            str(path): (path.lstat().st_mode, path.read_bytes() if path.is_file() else b"")
            for path in sorted(folder.rglob("*"))
        }
        state = Path(f"/proc/{self.victim.pid}/stat").read_text().rpartition(")")[2].split()[0]
        alive = state in "RSD"
        elsewhere = [os.path.lexists(place) for place in ELSEWHERE]
        segments = [KEY in Path("/proc/sysvipc", kind).read_text() for kind in ("shm", "sem")]
        return [files, alive, elsewhere, segments, socket.gethostname()]

    def survivors(self) -> list[int]:
        """Return the processes of the program that are left, by the path of the program."""
        found = []
        for pid in all_pids():
            try:
                if str(self.bot).encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
                    found.append(pid)
            except OSError:
                continue
        return found

    def close(self) -> None:
        """End what was started."""
        for pid in self.survivors():
            os.kill(pid, signal.SIGKILL)
        self.victim.send_signal(signal.SIGKILL)
        self.victim.wait()
        for each in self.sockets:
            each.shutdown(socket.SHUT_RDWR)
            each.close()
        # While one still waits there, the name of its socket is taken.
        for thread in self.answering:
            thread.join()
        shutil.rmtree(self.place)


def answer(listening: socket.socket) -> None:
    """Tell the secret to whoever calls."""
    while True:
        try:
            with listening.accept()[0] as line:
                line.sendall(SECRET.encode())
        except OSError:
            return


def has_come(event: Callable[[], bool]) -> bool:
    """Wait for an event that must come soon; tell whether it did."""
    deadline = time.monotonic() + 3
    while not event():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


@pytest.fixture
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path, request.node.callspec.params["name"])
    try:
        yield made
        assert made.state() == made.before
        assert has_come(lambda: not made.survivors()), made.survivors()
    finally:
        made.close()


@pytest.mark.parametrize(("name", "enclosed"), CASES)
def test_as_a_submission_it_harms_nobody(world: World, name: str, enclosed: bool) -> None:
    found = run_once(
        world.command, files={"in": b"x"}, seconds=0.8, limits=LIMITS, enclosed=enclosed
    )
    said = repr((found.stdout, found.stderr, found.files))
    assert SECRET not in said
    assert "READ" not in said, said


@pytest.mark.parametrize(("name", "enclosed"), CASES)
def test_as_a_player_it_loses_its_own_games_alone(world: World, name: str, enclosed: bool) -> None:
    spec = BotSpec("hostile", "file", world.command, memory=256, processes=64)
    referee = Referee(GAME, Terms(TimeControl(move=0.7), Adjudication(plies=6)))
    with playing(spec, enclosed=enclosed) as player:
        for _ in range(2):
            record = referee.play(GAME.start(), (player, RandomPlayer(Random(1))), {})
            assert record.termination.startswith("bot-"), record
            assert record.result == "0-1"
            said = repr(record)
            assert SECRET not in said
            assert "READ" not in said, said
            if record.termination in ENDED:
                return


@enclosed_only
@pytest.mark.parametrize("groups", ["", OFF])
@pytest.mark.parametrize("name", ["outlives", "escapes", "daemons"])
def test_nobody_outlives_a_run_even_without_a_filter(
    world: World, name: str, groups: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "can_filter", lambda: False)
    set_groups(monkeypatch, groups)
    run_once(world.command, seconds=0.8, limits=LIMITS, enclosed=True)


@enclosed_only
@pytest.mark.parametrize("groups", ["", OFF])
@pytest.mark.parametrize("name", ["outlives"])
def test_what_outlives_a_killed_runner_is_killed_by_the_next(
    world: World, name: str, groups: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_groups(monkeypatch, groups)
    words = [sys.executable, "-c", RUNNER, *world.command]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (-signal.SIGKILL, "left"), done.stderr
    kill_orphans.cache_clear()
    sweep.cache_clear()
    Sandbox(("true",), enclosed=True).close()


@needs_root
@enclosed_only  # it shows our files to another user
def test_the_same_holds_for_an_ordinary_user() -> None:
    here = Path(__file__)
    files = [str(here), *(str(here.with_name(f"test_{name}.py")) for name in ALSO)]
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files]
    # A submission is enclosed as a player is; a player that is not enclosed has a user's rights.
    words += ["-k", "not as_a_submission and not (as_a_player and False)", "-p", "no:schemathesis"]
    done = as_nobody(words, here.parents[2])
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert " passed" in done.stdout or "[100%]" in done.stdout
