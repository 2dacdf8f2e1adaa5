"""What ``push2310`` does beyond its bytes: prompts in time, files kept safe, any locale."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.assignments.process import FULL_DISK, run
from tests.oracles.programs import push2310 as oracle
from tests.tools import CURE, needs_user

pytestmark = pytest.mark.compiled_only

VALID = b"3 6\nO\n  0.0.0.0.  \n0.1.1.1.1.0.\n  0.0.0.0.  \n"
END_OF_FILE = b"End of file\n"


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """A save file."""
    path = tmp_path / "board"
    path.write_bytes(VALID)
    return path


def test_the_prompt_is_out_before_a_line_is_awaited(board: Path) -> None:
    with subprocess.Popen(
        [Path(sys.executable).with_name("push2310"), "H", "0", board],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        seen = b""
        for line in [b"nonsense\n", b"1 1\n", b"1 2\n"]:
            while not seen.endswith(b"O:(R C)> "):
                byte = program.stdout.read(1)
                assert byte, "it ended without a prompt"
                seen += byte
            program.stdin.write(line)
            program.stdin.flush()
            seen += program.stdout.read(1)
        seen += program.stdout.read()
        assert program.wait(10) == 0
    assert seen == oracle.run(["H", "0", "b"], b"nonsense\n1 1\n1 2\n", {"b": VALID})[0]


def test_stdin_that_is_not_open_is_an_ended_one(board: Path) -> None:
    closed = ("sh", "-c", 'exec "$0" "$@" <&-')
    result = run("push2310", ["H", "H", board], wrapper=closed)
    assert (result.stderr, result.status) == (END_OF_FILE, 5)


@pytest.mark.parametrize("closed", ["2>&-", "2>/dev/full", "<&- 2>&-"])
def test_errors_that_nobody_can_read_change_no_exit_status(board: Path, closed: str) -> None:
    wrapper = ("sh", "-c", f'exec "$0" "$@" {closed}')
    assert run("push2310", ["H", "H", board], wrapper=wrapper).status == 5
    assert run("push2310", ["H", "X", board], wrapper=wrapper).status == 2
    saved = run("push2310", ["H", "H", board], b"snowhere/x\n1 1\n", wrapper=wrapper)
    assert saved.status == 5
    assert b"Save failed" not in saved.stdout


def test_a_save_that_cannot_be_finished_leaves_the_old_file(board: Path) -> None:
    result = run("push2310", ["H", "H", board], b"1 1\nsboard\nsnew\n", cwd=board.parent,
                 wrapper=FULL_DISK)  # fmt: skip
    assert result.stderr == b"Save failed\nSave failed\n" + END_OF_FILE
    assert board.read_bytes() == VALID
    assert list(board.parent.iterdir()) == [board]


def test_a_save_keeps_the_permissions_of_the_file(board: Path) -> None:
    board.chmod(0o640)
    run("push2310", ["H", "H", board], b"1 1\nsboard\n", cwd=board.parent)
    assert board.read_bytes() != VALID
    assert stat.S_IMODE(board.stat().st_mode) == 0o640


def test_a_new_save_has_the_permissions_of_any_new_file(board: Path) -> None:
    usual = board.with_name("usual")
    usual.touch()
    run("push2310", ["H", "H", board], b"snew\n", cwd=board.parent)
    assert board.with_name("new").stat().st_mode == usual.stat().st_mode


@needs_user
def test_a_read_only_file_is_not_saved_to(board: Path) -> None:
    board.chmod(0o444)
    result = run("push2310", ["H", "H", board], b"1 1\nsboard\n", cwd=board.parent)
    assert result.stderr == b"Save failed\n" + END_OF_FILE
    assert board.read_bytes() == VALID


def test_a_link_is_followed_when_saving(board: Path) -> None:
    link, dangling = board.with_name("link"), board.with_name("dangling")
    link.symlink_to("board")
    dangling.symlink_to("fresh")
    run("push2310", ["H", "H", board], b"1 1\nslink\nsdangling\n", cwd=board.parent)
    assert link.is_symlink()
    assert dangling.is_symlink()
    assert board.read_bytes() == board.with_name("fresh").read_bytes() != VALID


@pytest.mark.skipif(
    not sys.prefix.isascii(),
    reason="Python without UTF-8 finds no editable package at such a path"
    f"{CURE}test in a folder whose path is ASCII",
)
@pytest.mark.parametrize("locale", ["C", "POSIX", "C.UTF-8", "tr_TR.UTF-8"])
def test_the_locale_changes_nothing(board: Path, locale: str) -> None:
    env = {"LC_ALL": locale, "LANG": locale, "PYTHONUTF8": "0", "PYTHONIOENCODING": "utf-16"}
    typed = "ségal\n١ ١\n1 1\n".encode() + b"s\xff\xfe\n"
    result = run("push2310", ["H", "0", board.name], typed, cwd=board.parent, env=env)
    stdout, stderr, status, files = oracle.run(["H", "0", "board"], typed, {"board": VALID})
    assert result == (stdout, stderr, status)
    names = {os.fsencode(path.name) for path in board.parent.iterdir()}
    assert (
        names == {os.fsencode(name) for name in files} == {b"board", "égal".encode(), b"\xff\xfe"}
    )


@pytest.mark.parametrize(("rows", "columns"), [(3, 40_000), (40_000, 3), (150, 150)])
def test_a_board_is_as_large_as_its_file(tmp_path: Path, rows: int, columns: int) -> None:
    edge, line = "0." * (columns - 2), f"0.{'5.' * (columns - 2)}0.\n"
    text = f"{rows} {columns}\nX\n  {edge}  \n{line * (rows - 2)}  {edge}  \n"
    (tmp_path / "board").write_text(text)
    typed = f"0 1\n1 1\n{rows - 2} {columns - 2}\n0 1\n".encode()
    result = run("push2310", ["H", "H", "board"], typed, cwd=tmp_path)
    assert result == oracle.run(["H", "H", "board"], typed, {"board": text.encode()})[:3]


def test_sizes_beyond_the_file_fail_at_once(tmp_path: Path) -> None:
    for sizes in ["999999999 999999999", "3 99999999999999999999", f"3 {'9' * 100_000}"]:
        (tmp_path / "board").write_text(f"{sizes}\nO\n  0.  \n0.1.0.\n  0.  \n")
        result = run("push2310", ["0", "0", "board"], cwd=tmp_path, timeout=2)
        assert result == (b"", b"Invalid file contents\n", 4)


def test_a_flood_of_input_without_a_newline_ends_the_game(board: Path) -> None:
    result = run("push2310", ["H", "H", board], b"1 1\n" + b"1 " * 4_000_000, timeout=10)
    assert (result.stderr, result.status) == (END_OF_FILE, 5)
