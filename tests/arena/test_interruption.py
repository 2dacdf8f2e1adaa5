"""Whoever stops a contest keeps its games, and finds nothing of it left on the machine."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from outwit.arena.leftovers import owner_of
from outwit.arena.store import open_store
from outwit.errors import BadFile, StorageFault
from outwit.process.processes import all_pids
from tests.cli.command import outwit_process, refusal
from tests.nursery import Talking

pytestmark = pytest.mark.compiled_only

# Greets, and does not stop thinking, whatever becomes of its input.
THINKER = """
import sys, time
for line in sys.stdin:
    word = line.split()[0]
    if word == "go":
        while True:
            time.sleep(1)
    print({"ugi": "ugiok", "isready": "readyok"}.get(word, ""), flush=True)
"""
PATIENCE = 20.0
# Without bubblewrap among them, programs are not enclosed.
TOOLS = ("sh", "prlimit", "setpriv")


class Arena:
    """A folder with a tournament whose third game never ends, and what commands see of it."""

    def __init__(self, folder: Path, *, enclosed: bool) -> None:
        self.folder = folder
        self.temporary, tools = folder / "tmp", folder / "bin"
        self.environment = {"TMPDIR": str(self.temporary), "OUTWIT_HOME": str(folder / "home")}
        self.temporary.mkdir()
        if not enclosed:
            tools.mkdir()
            for name in TOOLS:
                if (found := shutil.which(name)) is not None:
                    (tools / name).symlink_to(found)
            self.environment["PATH"] = str(tools)
        (folder / "thinker.py").write_text(THINKER)
        self.thinker = f"thinker=ugi:{shlex.quote(sys.executable)} -I {folder}/thinker.py"
        self.path = str(folder / "cup.db")
        words = ("tournament", "new", self.path, "ataxx", "a=random", "b=random", self.thinker)
        assert (
            outwit_process(*words, "--time", "99/move", "--seed", "1", **self.environment).status
            == 0
        )

    @contextmanager
    def running(self, *words: str) -> Iterator[Talking]:
        process = Talking(words, {**os.environ, **self.environment})
        try:
            yield process
        finally:
            process.kill()
            process.communicate()

    def programs(self) -> list[int]:
        """List the processes of strangers that were started from here."""
        return processes(f"TMPDIR={self.temporary}/", "")

    def workers(self) -> list[int]:
        """List the processes that play games started from here."""
        return processes(f"TMPDIR={self.temporary}\0", "outwit.arena.workermain")

    def left(self) -> list[str]:
        """List what is left of a run, in words: processes with their state, and files."""
        pids = [*self.programs(), *self.workers()]
        return [*map(described, pids), *map(str, self.temporary.iterdir())]

    def is_clean(self) -> bool:
        return not self.left()

    def games(self) -> int:
        try:
            with closing(open_store(self.path)) as store:
                return store.count()
        except (BadFile, StorageFault):
            return 0


def processes(place: str, word: str) -> list[int]:
    """List the processes with a text in their environment, and a word in their command."""
    found = []
    for pid in all_pids():
        try:
            environment = Path(f"/proc/{pid}/environ").read_bytes()
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue
        if place.encode() in environment and word.encode() in command:
            found.append(pid)
    return found


def described(pid: int) -> str:
    """Return a process with its state and the signals that wait for it."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return f"{pid}: it has ended since"
    wanted = ("State:", "PPid:", "SigPnd:", "ShdPnd:")
    words = [line for line in status.splitlines() if line.startswith(wanted)]
    return f"{pid}: {command!r} {words}"


def seconds_of(pid: int) -> float:
    """Return the processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_for(what: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < deadline, "it does not come"
        time.sleep(0.05)


@pytest.fixture(params=["enclosed", "bare"])
def arena(tmp_path: Path, request: pytest.FixtureRequest) -> Arena:
    return Arena(tmp_path, enclosed=request.param == "enclosed")


@pytest.mark.parametrize(
    ("number", "jobs"), [(signal.SIGINT, "2"), (signal.SIGTERM, "1"), (signal.SIGTERM, "2")]
)
def test_who_stops_a_tournament_sees_the_table_and_how_to_go_on(
    arena: Arena, number: signal.Signals, jobs: str
) -> None:
    with arena.running("tournament", "run", arena.path, "--jobs", jobs) as process:
        wait_for(lambda: arena.games() == 2 and bool(arena.programs()))
        process.send_signal(number)
        out, err = map(bytes.decode, process.communicate(timeout=PATIENCE))
    assert process.returncode == 128 + number
    assert re.match(r"#  name +points", out)
    # Without bubblewrap a warning comes first.
    assert err.endswith(f"2 games kept: outwit tournament resume {arena.path}\n")
    assert arena.left() == []


def test_who_stops_a_match_does_not_lose_its_games(tmp_path: Path) -> None:
    arena = Arena(tmp_path, enclosed=True)
    records = arena.folder / "games.txt"
    words = ("match", "push", "a=random", "b=random", "--games", "1000000", "--jobs", "2")
    with arena.running(*words, "--records", str(records)) as process:
        # Their start takes some of it, and then they play hundreds of games a second.
        wait_for(lambda: any(seconds_of(pid) > 0.8 for pid in arena.workers()))
        process.send_signal(signal.SIGINT)
        out, err = map(bytes.decode, process.communicate(timeout=PATIENCE))
    assert process.returncode == 128 + signal.SIGINT
    kept = re.fullmatch(r"([\d,]+) games kept: outwit tournament resume (\S+)\n", err)
    assert kept is not None, err
    games = int(kept[1].replace(",", ""))
    assert games > 0
    assert str(games) in out
    assert records.read_text().count("[Result ") == games
    with closing(open_store(kept[2])) as store:
        assert store.count() == games
    assert arena.left() == []


def test_of_a_killed_run_the_workers_leave_nothing(arena: Arena) -> None:
    for delay in (0.0, 0.2):
        with arena.running("tournament", "run", arena.path, "--jobs", "2") as process:
            wait_for(lambda: bool(arena.workers()))
            time.sleep(delay)
            process.kill()
            process.communicate()
        wait_for(arena.is_clean)
    with arena.running("tournament", "run", arena.path, "--jobs", "2") as process:
        wait_for(lambda: bool(arena.programs()))
        process.kill()
        process.communicate()
    wait_for(arena.is_clean)


def test_what_a_killed_run_has_left_the_next_removes(arena: Arena) -> None:
    with arena.running("tournament", "run", arena.path, "--jobs", "1") as process:
        wait_for(lambda: arena.games() == 2 and bool(arena.programs()))
        process.kill()
        process.communicate()
    assert list(arena.temporary.iterdir())
    words = ("match", "push", "random", "careful", "--games", "2", "--jobs", "1")
    assert outwit_process(*words, **arena.environment).status == 0
    wait_for(arena.is_clean)


def test_a_tournament_is_played_by_one_process_at_a_time(tmp_path: Path) -> None:
    arena = Arena(tmp_path, enclosed=True)
    with arena.running("tournament", "run", arena.path, "--jobs", "1"):
        wait_for(lambda: arena.games() == 2)
        complaint = refusal("tournament", "run", arena.path)
        assert complaint == f"{arena.path!r} is being played by another process; one at a time"
        assert outwit_process("tournament", "report", arena.path).status == 0


def test_a_decided_test_leaves_nothing(arena: Arena) -> None:
    loser = arena.thinker.replace("thinker=", "loser=")
    words = ("sprt", "ataxx", "random", loser, "--elo1", "800", "--jobs", "2", "--time")
    answer = outwit_process(*words, "0.1/move", **arena.environment)
    assert "better" in answer.out
    assert arena.left() == []


def test_only_strangers_programs_have_an_owner() -> None:
    assert owner_of(os.getpid()) is None
