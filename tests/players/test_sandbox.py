from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from outwit.errors import BotAbsent
from outwit.players import enclosure
from outwit.players.enclosure import can_enclose, home_of
from outwit.players.sandbox import ALWAYS, ENCLOSED, LIMITED, PROCESSES, Sandbox, absolute_command

BOTH = [False, pytest.param(True, marks=pytest.mark.skipif(not can_enclose(), reason="no bwrap"))]


def run(code: str, *, enclosed: bool, cpu_seconds: int = 60) -> tuple[int, str]:
    """Run some Python in a sandbox and return its exit status and what it wrote."""
    command = (sys.executable, "-I", "-S", "-c", code)
    sandbox = Sandbox(command, seed=7, enclosed=enclosed, cpu_seconds=cpu_seconds)
    try:
        process = sandbox.start(stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        out, _ = process.communicate(timeout=30)
        return process.returncode, out.decode()
    finally:
        sandbox.close()
        assert not os.path.exists(sandbox.folder)
        assert sandbox.marked() == []


@pytest.mark.parametrize("enclosed", BOTH)
def test_a_bot_sees_a_clean_environment_and_its_own_folder(enclosed: bool) -> None:
    os.environ["OUTWIT_SECRET"] = "hidden"
    try:
        code = "import os; print(sorted(os.environ), os.getcwd() == os.environ['HOME'])"
        status, out = run(code, enclosed=enclosed)
    finally:
        del os.environ["OUTWIT_SECRET"]
    assert status == 0, out
    assert "SECRET" not in out
    assert "'OUTWIT_SEED', 'PATH'" in out
    assert out.strip().endswith("True")


@pytest.mark.parametrize("enclosed", BOTH)
@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("bytearray(2 << 30)", "MemoryError"),
        ("open('f', 'wb').write(bytes(32 << 20))", "File too large"),
        ("fs = [open('/dev/null') for _ in range(400)]", "Too many open files"),
        ("import resource; print(resource.getrlimit(resource.RLIMIT_CORE))", "(0, 0)"),
    ],
)
def test_limits_hold(enclosed: bool, code: str, said: str) -> None:
    status, out = run(f"import time; time.sleep(0.05); {code}", enclosed=enclosed)
    assert said in out or status in (-25, 128 + 25), out


@pytest.mark.parametrize("enclosed", BOTH)
def test_a_bot_that_burns_its_time_is_stopped_by_the_system(enclosed: bool) -> None:
    status, _ = run("while True: pass", enclosed=enclosed, cpu_seconds=1)
    assert status in (-24, -9, 128 + 24, 128 + 9)


def test_the_enclosed_see_and_change_nothing_that_is_not_theirs(tmp_path: Path) -> None:
    if not can_enclose():
        pytest.skip("bubblewrap is not installed, or not permitted here")
    (tmp_path / "secret").write_text("secret")
    for code in (
        f"open({str(tmp_path / 'secret')!r})",
        f"open({str(tmp_path / 'new')!r}, 'w')",
        "open('/usr/new', 'w')",
        "import socket; socket.create_connection(('127.0.0.1', 9), 1)",
        "import os; os.kill(" + str(os.getpid()) + ", 0)",
    ):
        status, out = run(code, enclosed=True)
        assert status == 1, code
        assert "Error" in out
    assert run("open('mine', 'w').write('x'); print(open('mine').read())", enclosed=True)[0] == 0


def test_what_is_active_and_what_is_missing_are_told_apart() -> None:
    everything = {*ALWAYS, *LIMITED, PROCESSES, *ENCLOSED}
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


def test_a_command_means_the_same_in_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").touch()
    words = absolute_command((sys.executable, "bot.py", "other.py", "-x"))
    assert words[1:] == [str(tmp_path / "bot.py"), "other.py", "-x"]
    with pytest.raises(BotAbsent):
        absolute_command(("./bot.py",))


def test_a_file_beside_other_peoples_is_shown_alone() -> None:
    assert home_of("/tmp/x") == "/tmp/x"
    assert home_of("/tmp/a/x") == "/tmp/a"


def test_where_bubblewrap_fails_it_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enclosure, "ALONE", ("--no-such-option",))
    assert not can_enclose.__wrapped__()
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    assert not can_enclose.__wrapped__()
