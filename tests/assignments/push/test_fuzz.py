"""``push2310`` does to the byte what a literal reading of its specification does."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from tests.assignments.cases.folder import contents, fill
from tests.assignments.cases.push2310 import (
    BAD_NAMES,
    BOARD,
    GOOD_NAMES,
    Session,
    damaged,
    random_session,
)
from tests.assignments.inprocess import play
from tests.assignments.process import run
from tests.mode import many
from tests.oracles.programs import push2310 as oracle

pytestmark = pytest.mark.compiled_only

VALID = b"3 6\nO\n  0.0.0.0.  \n0.1.1.1.1.0.\n  0.0.0.0.  \n"


def check(session: Session, folder: Path, *, installed: bool = False) -> int:
    """Compare everything that the program leaves with the oracle; the exit status."""
    folder.mkdir()
    fill(folder, session.files)
    stdout, stderr, status, files = oracle.run(session.argv, session.stdin, session.files)
    started = run if installed else play
    result = started("push2310", session.argv, session.stdin, cwd=folder)
    assert (result.stdout, result.stderr, result.status) == (stdout, stderr, status), session
    assert contents(folder) == files, session
    return status


@pytest.mark.parametrize("seed", range(4))
def test_random_sessions_are_as_specified(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    statuses = Counter(
        check(random_session(rng), tmp_path / str(i), installed=i == 0) for i in range(many(15))
    )
    assert set(statuses) >= {0, 5}


def test_damaged_files_are_refused_as_specified(tmp_path: Path) -> None:
    rng = random.Random(2310)
    statuses = Counter(
        check(Session(["0", "1", BOARD], files={BOARD: damaged(rng)}), tmp_path / str(i))
        for i in range(many(60))
    )
    assert statuses[4] > many(40)
    assert set(statuses) >= {0, 4, 6}


@pytest.mark.parametrize("name", [*GOOD_NAMES, *BAD_NAMES], ids=lambda name: ascii(name[:20]))
def test_a_game_is_saved_wherever_there_can_be_a_file(tmp_path: Path, name: bytes) -> None:
    files: oracle.Files = {BOARD: VALID, "older": b"an older file", "folder": None}
    check(Session(["H", "0", BOARD], b"1 1\ns" + name + b"\n", files), tmp_path / "run")
    assert oracle.run(["H", "0", BOARD], b"s" + name + b"\n", files)[1] == (
        b"End of file\n" if name in GOOD_NAMES else b"Save failed\nEnd of file\n"
    )


INVALID = [
    b"", b"\n", b"\n\n", b"\0", b"3 3", b"3 3\n", b"3 3\nO", b"3 3\nO\n", VALID[:-1], VALID + b"\n",
    bytes(range(256)), b"3 3\nO\n  0.  \n0.1.0.\n  0.  ", b"999999999 999999999\nO\n",
    b"99999999999999999999 3\nO\n  0.  \n", b"3 333333333\nO\n" + b"0." * 1000 + b"\n",
    VALID.replace(b"\n", b"\r\n"), VALID.replace(b"O\n", b"O\r\n"), VALID.replace(b"1.", b"0.", 1),
    VALID.replace(b"0.1", b"1.1", 1), VALID.replace(b"  0.", b"0.0.", 1), VALID[1:],
    VALID.replace(b"  0.", b" \t0.", 1), VALID.replace(b"0.  ", b"0.", 1), VALID[2:],
    VALID.replace(b"O", b"o"), VALID.replace(b"1.", b"1,", 1), VALID.replace(b"3 6", b"2 6"),
    VALID.replace(b"3 6", b"6 3"), b"2 3\nO\n  0.  \n  0.  \n",
    b"3 2\nO\n    \n0.0.\n    \n", b"0 0\nO\n", b"1 1\nO\n  \n",
]  # fmt: skip


def test_a_file_that_is_not_exactly_the_format_is_invalid(tmp_path: Path) -> None:
    for i, data in enumerate(INVALID):
        assert check(Session(["H", "H", BOARD], files={BOARD: data}), tmp_path / str(i)) == 4


PLAYABLE = [
    VALID, VALID.replace(b"O\n", b"X\n"), VALID.replace(b"3 6", b"003 006"),
    VALID.replace(b"3 6", b"0" * 6000 + b"3 6"), VALID.replace(b"0.", b"0O"),
    b"3 3\nX\n  0X  \n0O9.0X\n  0.  \n",
]  # fmt: skip


@pytest.mark.parametrize("types", ["00", "01", "10", "11"])
def test_a_valid_file_is_played_to_the_end(tmp_path: Path, types: str) -> None:
    for i, data in enumerate(PLAYABLE):
        assert check(Session([*types, BOARD], files={BOARD: data}), tmp_path / str(i)) == 0


@pytest.mark.parametrize("full", [b"3 3\nO\n  0.  \n0.1O0.\n  0.  \n", VALID.replace(b"1.", b"1X")])
def test_a_full_board_is_refused(tmp_path: Path, full: bytes) -> None:
    assert check(Session(["H", "0", BOARD], files={BOARD: full}), tmp_path / "run") == 6


ARGUMENTS: dict[int, list[list[str]]] = {
    1: [
        [], ["0"], ["0", "1"], ["0", "1", BOARD, "x"], ["--help"], ["-h"], ["--version"],
        ["--", "0", "1", BOARD], ["0", "1", BOARD, ""], ["x", "y", BOARD, "z"],
    ],
    2: [
        ["h", "0", BOARD], ["0", "2", BOARD], ["", "0", BOARD], ["00", "0", BOARD],
        ["H ", "0", BOARD], ["0", "\n1", BOARD], ["O", "X", BOARD], ["--help", "0", BOARD],
        ["H", "HH", BOARD], ["0", "x", "missing"], ["--", "0", BOARD],
        ["１", "0", BOARD], ["\udcff", "0", BOARD],
    ],
    3: [
        ["0", "1", "missing"], ["0", "1", ""], ["0", "1", "missing/x"], ["0", "1", BOARD + "/"],
        ["0", "1", BOARD + "/x"], ["0", "1", "--help"], ["0", "1", " "], ["0", "1", "n" * 300],
        ["0", "1", "\udcff"],
    ],
    4: [["0", "1", "folder"], ["0", "1", "."], ["0", "1", "./folder"]],
    0: [["0", "1", "./" + BOARD], ["0", "1", "folder/../" + BOARD]],
}  # fmt: skip


@pytest.mark.parametrize("status", ARGUMENTS)
def test_arguments_are_checked_in_order(tmp_path: Path, status: int) -> None:
    for i, argv in enumerate(ARGUMENTS[status]):
        files: oracle.Files = {BOARD: VALID, "folder": None}
        assert check(Session(argv, files=files), tmp_path / str(i)) == status
