from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from outwit.errors import BotAbsent
from outwit.grading.runner import Run, resolve, run_program
from tests.grading.programs import script


def run(folder: Path, code: str, stdin: bytes = b"", seconds: float = 20.0) -> Run:
    return run_program(script(folder, code), (), stdin, {"given": b"here"}, seconds, 1 << 20)


def test_a_program_gets_arguments_input_and_files_and_leaves_some(tmp_path: Path) -> None:
    code = (
        "import os, sys\n"
        "sys.stdout.write(sys.argv[1] + sys.stdin.read()); sys.stderr.write(open('given').read())\n"
        "os.mkdir('made'); open('made/file', 'w').write('new'); sys.exit(7)"
    )
    done = run_program(script(tmp_path, code), ("a b",), b"typed", {"given": b"here"})
    assert (done.status, done.stdout, done.stderr) == (7, b"a btyped", b"here")
    assert done.files == {"given": b"here", "made": None, "made/file": b"new"}
    assert not done.timed_out
    assert not done.flooded


def test_much_input_and_much_output_at_once_do_not_wait_for_each_other(tmp_path: Path) -> None:
    code = (
        "import os\n"
        "os.write(2, b'e' * 300000)\n"
        "os.write(1, b'o' * 300000)\n"
        "n = 0\n"
        "while data := os.read(0, 65536): n += len(data)\n"
        "print(n)"
    )
    done = run(tmp_path, code, b"i" * 900_000)
    assert done.stdout == b"o" * 300_000 + b"900000\n"
    assert len(done.stderr) == 300_000


def test_input_nobody_reads_is_no_trouble(tmp_path: Path) -> None:
    assert run(tmp_path, "print('done')", b"i" * 900_000).stdout == b"done\n"


@pytest.mark.parametrize(
    "code",
    [
        "import time; time.sleep(60)",
        "while True: pass",
        "import sys, time; sys.stdout.close(); sys.stderr.close(); time.sleep(60)",
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)",
    ],
)
def test_a_program_that_does_not_end_is_ended(tmp_path: Path, code: str) -> None:
    done = run(tmp_path, code, seconds=0.5)
    assert done.timed_out
    assert done.status == -9


def test_a_flood_is_dammed(tmp_path: Path) -> None:
    done = run(tmp_path, "import os\nwhile True: os.write(1, b'x' * 65536)")
    assert done.flooded
    assert len(done.stdout) == 1 << 20


def test_children_left_behind_neither_hold_us_up_nor_live_on(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    child = f"import time; time.sleep(1); open({str(mark)!r}, 'w')"
    code = (
        "import subprocess, sys\n"
        f"child = {child!r}\n"
        "subprocess.Popen([sys.executable, '-c', child]); print('done', flush=True)"
    )
    done = run(tmp_path, code)
    assert (done.status, done.stdout, done.timed_out) == (0, b"done\n", False)
    time.sleep(1.5)
    assert not mark.exists()


def test_links_and_pipes_are_not_followed(tmp_path: Path) -> None:
    code = (
        "import os\nos.symlink('/etc/passwd', 'link'); os.mkfifo('pipe'); os.symlink('/', 'root')"
    )
    assert run(tmp_path, code).files == {"given": b"here", "root": None}


def test_our_environment_is_our_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTWIT_SEED", "1")
    monkeypatch.setenv("API_TOKEN", "secret")
    code = "import os; print(sorted(os.environ), os.path.isdir(os.environ['HOME']), os.getcwd())"
    done = run(tmp_path, code)
    assert b"SEED" not in done.stdout
    assert b"TOKEN" not in done.stdout
    assert b" True " in done.stdout
    assert not Path(done.stdout.split()[-1].decode()).exists()


def test_words_that_name_something_here_become_whole_paths(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("")
    words = resolve(["sh", "bot.py", "-x", "other.py", "", "\0", "x" * 5000], tmp_path)
    assert os.path.isabs(words[0])
    assert words[1:] == (str(tmp_path / "bot.py"), "-x", "other.py", "", "\0", "x" * 5000)


@pytest.mark.parametrize("command", [[], [""], ["./none"], ["no-such-program"], ["./text"], ["."]])
def test_what_cannot_be_run_is_said(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "text").write_text("not executable")
    with pytest.raises(BotAbsent):
        resolve(command, tmp_path)


def test_a_file_of_no_known_kind_cannot_be_run(tmp_path: Path) -> None:
    path = tmp_path / "binary"
    path.write_bytes(b"\x7fELFnonsense")
    path.chmod(0o755)
    with pytest.raises(BotAbsent, match="cannot be run"):
        run_program(resolve([str(path)]))
