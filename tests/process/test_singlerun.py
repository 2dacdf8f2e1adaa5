"""Programs that are run once: with input as it is typed, in a copy of their folder, and ended."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest

from outwit.process.copies import Template
from outwit.process.singlerun import LONGEST_QUIET, Run, has_ended, run_once
from tests.grading.programs import script

pytestmark = pytest.mark.compiled_only


def run(folder: Path, code: str, stdin: bytes = b"", seconds: float = 20.0) -> Run:
    return run_once(
        script(folder, code), (), stdin, {"given": b"here"}, seconds, most_output=1 << 20
    )


def test_a_program_gets_arguments_input_and_files_and_leaves_some(tmp_path: Path) -> None:
    code = (
        "import os, sys\n"
        "sys.stdout.write(sys.argv[1] + sys.stdin.read()); sys.stderr.write(open('given').read())\n"
        "os.mkdir('made'); open('made/file', 'w').write('new'); sys.exit(7)"
    )
    done = run_once(script(tmp_path, code), ("a b",), b"typed", {"given": b"here"})
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
    assert run(tmp_path, code).files == {"given": b"here"}


def test_our_environment_is_our_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTWIT_SEED", "1")
    monkeypatch.setenv("API_TOKEN", "secret")
    code = "import os; print(sorted(os.environ), os.path.isdir(os.environ['HOME']), os.getcwd())"
    done = run(tmp_path, code)
    assert b"SEED" not in done.stdout
    assert b"TOKEN" not in done.stdout
    assert b" True " in done.stdout
    assert not Path(done.stdout.split()[-1].decode()).exists()


def test_a_line_is_typed_when_the_program_waits_for_it(tmp_path: Path) -> None:
    code = (
        "import sys, time\n"
        "for line in sys.stdin:\n"
        "    time.sleep(0.05); print('heard', line, end='')\n"
        "print('end')"
    )
    printed: list[bytes] = []
    lines = iter([b"one\n", b"two\n"])

    def typist(so_far: bytes) -> bytes | None:
        printed.append(so_far)
        return next(lines, None)

    for terminal in (False, True):
        lines = iter([b"one\n", b"two\n"])
        printed.clear()
        done = run_once(script(tmp_path, code), typist=typist, terminal=terminal, seconds=20.0)
        assert printed == [b"", b"heard one\n", b"heard one\nheard two\n"]
        assert done.stdout == b"heard one\nheard two\nend\n"
        assert [data for _, _, data in done.typed] == [b"one\n", b"two\n", None]


def test_nothing_is_typed_for_a_program_whose_enclosure_ends_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends: list[float] = []

    def ends_late(process: subprocess.Popen[bytes]) -> bool:
        if has_ended(process):
            ends.append(time.monotonic())
        return bool(ends) and ends[-1] - ends[0] > 1.5 * LONGEST_QUIET

    monkeypatch.setattr("outwit.process.singlerun.has_ended", ends_late)
    lines = iter([b"one\n", b"two\n"])
    code = "import time; input(); time.sleep(0.02); print('bye')"
    done = run_once(script(tmp_path, code), typist=lambda _: next(lines, None), enclosed=False)
    assert done.stdout == b"bye\n"
    assert [data for _, _, data in done.typed] == [b"one\n"]


def test_a_terminal_passes_bytes_as_they_are(tmp_path: Path) -> None:
    code = "import os; os.write(1, bytes(range(256)) * 300); print(os.isatty(1), os.isatty(0))"
    done = run_once(script(tmp_path, code), typist=lambda printed: None, terminal=True)
    assert done.stdout == bytes(range(256)) * 300 + b"True False\n"


def test_a_copy_of_a_folder_is_there_and_only_what_changed_is_told(tmp_path: Path) -> None:
    source = tmp_path / "source"
    (source / "inner").mkdir(parents=True)
    (source / "same").write_text("same")
    (source / "changed").write_text("old")
    (source / "inner" / "file").write_text("kept")
    (source / "large").write_bytes(bytes(5 << 20))
    code = (
        "import os\n"
        "open('changed', 'a').write(' and new'); open('inner/more', 'w').write('more')\n"
        "print(open('inner/file').read(), os.path.getsize('large'), open('given').read())"
    )
    template = Template(str(source))
    assert template.linked == ["large"]
    done = run_once(
        script(tmp_path, code),
        files={"given": b"here"},
        lay=template.lay,
        reads=(str(source),),
    )
    assert done.stdout == b"kept 5242880 here\n"
    assert done.files == {"changed": b"old and new", "given": b"here", "inner/more": b"more"}
    assert (source / "changed").read_text() == "old"
