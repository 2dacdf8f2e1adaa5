"""What a program may do, with bubblewrap and without."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from outwit.process.enclosure import bind_for_others
from outwit.process.limits import ResourceLimits
from outwit.process.sandbox import ALWAYS, ENCLOSED, FILTERED, GROUPED, LIMITED, Sandbox
from tests.tools import needs, needs_bubblewrap

BOTH = [
    False,
    pytest.param(True, marks=needs_bubblewrap()),
]
# Four processes, each of which would be allowed what it uses.
FOUR = """
import os
for n in range(4):
    if not os.fork():
        x = bytearray(b'x') * (100 << 20)
        time.sleep(9)
os.wait()
"""
enclosed_only = needs_bubblewrap()


def run(code: str, *, enclosed: bool, **limits: int) -> tuple[int, str]:
    """Run some Python in a sandbox and return its exit status and what it wrote."""
    command = (sys.executable, "-I", "-S", "-c", code)
    environment = {"OUTWIT_SEED": "7"}
    sandbox = Sandbox(
        command, limits=ResourceLimits(**limits), environment=environment, enclosed=enclosed
    )
    try:
        process = sandbox.start(stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        out, _ = process.communicate(timeout=30)
        return process.returncode, out.decode() + sandbox.exceeded
    finally:
        sandbox.close()
        assert not os.path.exists(sandbox.folder.path)
        assert sandbox.marked() == []


@pytest.mark.parametrize("enclosed", BOTH)
def test_a_program_sees_a_clean_environment_and_its_own_folder(
    enclosed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTWIT_SECRET", "hidden")
    code = "import os; print(sorted(os.environ), os.getcwd() == os.environ['HOME'])"
    status, out = run(code, enclosed=enclosed)
    assert status == 0, out
    assert "SECRET" not in out
    assert "'OUTWIT_SEED', 'PATH'" in out
    assert out.strip().endswith("True")


@pytest.mark.parametrize("enclosed", BOTH)
@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("bytearray(3 << 50)", "MemoryError"),
        ("x = bytearray(b'x') * (300 << 20); time.sleep(9)", "more than 256 MiB of memory"),
        (FOUR, "more than 256 MiB of memory"),
        ("open('f', 'wb').write(bytes(32 << 20))", "File too large"),
        (
            "[open(str(n), 'wb').write(bytes(15 << 20)) for n in range(12)]; time.sleep(9)",
            "wrote more than 128 MiB",
        ),
        ("fs = [open('/dev/null') for _ in range(400)]", "Too many open files"),
        ("import resource; print(resource.getrlimit(resource.RLIMIT_CORE))", "(0, 0)"),
    ],
)
def test_limits_hold_for_each_process_and_for_all_together(
    enclosed: bool, code: str, said: str
) -> None:
    status, out = run(f"import time\n{code}", enclosed=enclosed, memory=256)
    assert said in out or status in (-25, 128 + 25), out


@pytest.mark.parametrize("enclosed", BOTH)
def test_a_program_that_burns_its_time_is_stopped_by_the_system(enclosed: bool) -> None:
    status, _ = run("while True: pass", enclosed=enclosed, cpu_seconds=1)
    assert status in (-24, -9, 128 + 24, 128 + 9)


@enclosed_only
def test_so_many_processes_and_no_more(tmp_path: Path) -> None:
    code = "import os, time\nfor n in range(50):\n if not os.fork(): time.sleep(9); os._exit(0)"
    status, out = run(code, enclosed=True, processes=8)
    assert status == 1
    assert "BlockingIOError" in out


@enclosed_only
@pytest.mark.parametrize(
    "code",
    [
        "open({secret!r})",
        "open({new!r}, 'w')",
        "open('/usr/new', 'w')",
        "open('/new', 'w')",
        "open('/dev/new', 'w')",
        "open('/etc/shadow')",
        "open({profile!r})",
        "import outwit",
        "import socket; socket.create_connection(('127.0.0.1', 9), 1)",
        "import os; os.kill({pid}, 0)",
        "import os; os.chown('.', 0, 0)",
        "import os; os.setuid(0)",
        "open('/proc/sys/kernel/hostname', 'w').write('x')",
        "import subprocess as s; s.run(['umount', '-l', '/tmp'], check=True)",
        "import subprocess as s; s.run('mount -o remount,bind,rw /', shell=True, check=True)",
        "import subprocess as s; s.run(['unshare', '-r', 'true'], check=True); open({profile!r})",
    ],
)
def test_the_enclosed_see_and_change_nothing_that_is_not_theirs(tmp_path: Path, code: str) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    filled = code.format(
        secret=str(secret),
        new=str(tmp_path / "new"),
        pid=os.getpid(),
        profile=os.path.expanduser("~root/.profile"),
    )
    status, out = run(filled, enclosed=True)
    assert status == 1, out
    assert "Error" in out


@enclosed_only
def test_the_enclosed_write_in_their_folder() -> None:
    assert run("open('mine', 'w').write('x'); print(open('mine').read())", enclosed=True)[0] == 0


@enclosed_only
def test_of_a_home_only_the_programs_own_files_are_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".ssh").mkdir()
    (tmp_path / ".ssh" / "id_rsa").write_text("secret")
    (tmp_path / "bot.sh").write_text(f"#!/bin/sh\nls -a {tmp_path}\n")
    (tmp_path / "bot.sh").chmod(0o755)
    sandbox = Sandbox((str(tmp_path / "bot.sh"),), enclosed=True)
    try:
        process = sandbox.start(stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        out, _ = process.communicate(timeout=30)
    finally:
        sandbox.close()
    assert out.split() == [b".", b"..", b"bot.sh"]


def test_what_is_active_and_what_is_missing_are_told_apart() -> None:
    everything = {*ALWAYS, *LIMITED, *ENCLOSED, *FILTERED, *GROUPED}
    for enclosed in (False, True):
        sandbox = Sandbox((sys.executable,), enclosed=enclosed)
        active, missing = set(sandbox.protections()), set(sandbox.missing())
        sandbox.close()
        assert active | missing == everything
        assert not active & missing
        assert (set(ENCLOSED) <= active) == enclosed


@pytest.mark.parametrize("enclosed", BOTH)
def test_a_family_that_scatters_is_found_and_killed(enclosed: bool) -> None:
    code = (
        "import os, signal, time\n"
        "for n in range(6):\n"
        "    if os.fork() == 0:\n"
        "        signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "        if n % 2: os.setsid()\n"
        "        if n % 3 and os.fork(): os._exit(0)\n"
        "        time.sleep(60)\n"
        "print('born', flush=True)\n"
        "time.sleep(60)\n"
    )
    sandbox = Sandbox((sys.executable, "-I", "-S", "-c", code), enclosed=enclosed)
    process = sandbox.start(stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    assert process.stdout.readline() == b"born\n"
    # Some are just being born or dying, but the eldest is there with others.
    born = len(sandbox.marked())
    sandbox.kill(process)
    process.stdout.close()
    assert born > 2
    assert sandbox.marked() == []
    sandbox.close()


@pytest.mark.parametrize("enclosed", BOTH)
def test_what_is_started_after_a_kill_ends_with_the_sandbox(enclosed: bool) -> None:
    code = "import time; print('born', flush=True); time.sleep(60)"
    sandbox = Sandbox((sys.executable, "-I", "-S", "-c", code), enclosed=enclosed)
    sandbox.kill(sandbox.start(stderr=subprocess.DEVNULL))
    process = sandbox.start(stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    assert process.stdout.readline() == b"born\n"
    sandbox.close()
    process.communicate(timeout=30)
    assert process.returncode < 0
    assert sandbox.marked() == []


@needs_bubblewrap()
@pytest.mark.parametrize("moment", ["Popen", "Family"])
def test_nothing_is_left_when_whoever_starts_a_program_is_interrupted(
    monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    sandbox = Sandbox((sys.executable, "-I", "-S", "-c", "import time; time.sleep(60)"))

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    place = "outwit.process.sandbox."
    with monkeypatch.context() as broken:
        broken.setattr(place + ("subprocess.Popen" if moment == "Popen" else moment), interrupted)
        with pytest.raises(KeyboardInterrupt):
            sandbox.start(stderr=subprocess.DEVNULL)
    folder = Path(sandbox.folder.path)
    sandbox.close()
    assert sandbox.marked() == []
    assert list(folder.parent.glob(f"{folder.name}*")) == []


@needs("java")
@pytest.mark.parametrize("enclosed", BOTH)
def test_a_virtual_machine_that_reserves_much_runs(enclosed: bool) -> None:
    sandbox = Sandbox(("java", "-version"), enclosed=enclosed)
    try:
        process = sandbox.start(stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        out, _ = process.communicate(timeout=60)
        assert process.returncode == 0, out
    finally:
        sandbox.close()


def test_what_goes_away_while_a_closed_folder_is_made_anew_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o700)
    (tmp_path / "stays").write_text("")
    listed = os.listdir
    gone = str(tmp_path / "gone")
    monkeypatch.setattr(os, "listdir", lambda path: [*listed(path), "gone"])
    is_file = os.path.isfile
    monkeypatch.setattr(os.path, "isfile", lambda path: path == gone or is_file(path))
    words = bind_for_others(str(tmp_path))
    assert str(tmp_path / "stays") in words
    assert gone not in words
