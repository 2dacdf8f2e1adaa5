"""The program ``advance``: its arguments, its files, and what it says when something is wrong."""

from __future__ import annotations

import os
import random
import stat
from pathlib import Path

import pytest

from tests.assignments.cases.advance import START, unpacked
from tests.assignments.inprocess import play
from tests.assignments.process import FULL_DISK, Result, run
from tests.oracles.programs import advance as oracle
from tests.tools import needs_user

pytestmark = pytest.mark.compiled_only

ROWS = unpacked(START)
BOARD = "".join(row + "\n" for row in ROWS).encode()
OLDER = b"an older file"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a board to read and an older file to write to."""
    (tmp_path / "in").write_bytes(BOARD)
    (tmp_path / "out").write_bytes(OLDER)
    (tmp_path / "empty").mkdir()
    return tmp_path


def advance(folder: Path, *arguments: str, seed: str = "1") -> Result:
    """Play the program in the folder."""
    return play("advance", arguments, cwd=folder, env={"OUTWIT_SEED": seed})


def started(folder: Path, *arguments: str) -> Result:
    """Run the installed program in the folder."""
    return run("advance", arguments, cwd=folder, env={"OUTWIT_SEED": "1"}, timeout=5)


def assert_refused(result: Result, status: int, *named: str) -> None:
    """Nothing on stdout, one line on stderr that names the problem."""
    assert (result.status, result.stdout) == (status, b""), result
    message = result.stderr.decode("ascii")
    assert message.startswith("advance: "), message
    assert message.endswith("\n"), message
    assert message.count("\n") == 1, message
    for name in named:
        assert name in message


def boards_after(level: int, colour: str = "white", rows: list[str] = ROWS) -> list[list[str]]:
    """The boards that a level may leave."""
    return list(oracle.best(rows, colour, level).values())


# Playing


@pytest.mark.parametrize("colour", ["white", "black"])
def test_a_move_is_played_in_silence(folder: Path, colour: str) -> None:
    assert started(folder, colour, "in", "out") == (b"", b"", 0)
    written = (folder / "out").read_bytes()
    assert written.endswith(b"\n")
    assert written.decode().splitlines() in boards_after(4, colour)
    assert (folder / "in").read_bytes() == BOARD


@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_line_ends_stay_as_they_are(folder: Path, line_end: bytes, last: bool) -> None:
    data = line_end.join(row.encode() for row in ROWS) + (line_end if last else b"")
    (folder / "in").write_bytes(data)
    assert advance(folder, "white", "in", "out") == (b"", b"", 0)
    written = (folder / "out").read_bytes()
    assert len(written) == len(data)
    pieces = written.split(line_end)
    assert (pieces.pop() == b"") if last else True
    assert [piece.decode() for piece in pieces] in boards_after(4)


def test_in_and_out_may_be_the_same(folder: Path) -> None:
    assert advance(folder, "white", "in", "in") == (b"", b"", 0)
    assert (folder / "in").read_bytes().decode().splitlines() in boards_after(4)
    assert sorted(path.name for path in folder.iterdir()) == ["empty", "in", "out"]


def test_a_new_file_is_made_in_any_folder_that_exists(folder: Path) -> None:
    for name in ["new", "empty/new", "two words", "n" * 255, "-", "\udcff"]:
        assert advance(folder, "white", "in", name) == (b"", b"", 0)
        assert (folder / name).read_bytes().decode().splitlines() in boards_after(4)
    assert (folder / "new").stat().st_mode == (folder / "in").stat().st_mode


def test_a_link_is_followed(folder: Path) -> None:
    (folder / "link").symlink_to("out")
    (folder / "out").chmod(0o600)
    assert advance(folder, "white", "in", "link") == (b"", b"", 0)
    assert (folder / "link").is_symlink()
    assert (folder / "out").read_bytes().decode().splitlines() in boards_after(4)
    assert stat.S_IMODE((folder / "out").stat().st_mode) == 0o600


def test_special_files_are_written_to(folder: Path) -> None:
    assert advance(folder, "white", "in", "/dev/null") == (b"", b"", 0)
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    result = started(folder, "white", "in", "/dev/stdout")
    assert result.stdout.decode().splitlines() in boards_after(4)


def test_the_name_is_printed(folder: Path) -> None:
    stdout, stderr, status = started(folder, "name")
    assert (stderr, status, stdout.count(b"\n")) == (b"", 0, 1)
    name = stdout.decode("ascii").removesuffix("\n")
    assert name.isprintable()
    assert 1 <= len(name) <= 32


# Chance


@pytest.mark.parametrize("level", [4, 5, 6, 7])
def test_the_seed_decides_between_equal_moves(folder: Path, level: int) -> None:
    # On a full board the oracle takes seconds for level 7.
    rows = ROWS if level < 7 else unpacked("4G4/9/2J6/9/9/9/6j2/9/4g4")
    (folder / "in").write_text("".join(row + "\n" for row in rows))
    best = oracle.best(rows, "white", level)
    assert len(best) > 1
    for seed in (0, 2**70):
        wanted = best[random.Random(seed).choice(list(best))]
        options = ["--level", str(level)]
        advance(folder, "white", "in", "a", *options, "--seed", str(seed), seed="99")
        advance(folder, "white", "in", "b", *options, seed=str(seed))
        assert (folder / "a").read_text().splitlines() == wanted, seed
        assert (folder / "b").read_text().splitlines() == wanted, f"{seed} by OUTWIT_SEED"


def test_without_a_seed_games_differ(folder: Path) -> None:
    for i in range(6):
        advance(folder, "white", "in", f"out{i}", "--level", "4", seed="")
    assert len({(folder / f"out{i}").read_bytes() for i in range(6)}) > 1


# Refusing


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ("", ""), ("green in out", "green"), ("White in out", "White"), ("--help in", "--help"),
        ("WHITE", "WHITE"), ("in out white", "in"), ("name extra", "1"), ("name in out", "2"),
        ("white", "0"), ("black in", "1"), ("white in out more", "3"), ("name --seed 1", "2"),
        ("white in out --level", "--level"), ("white in out --level 3", "3"),
        ("white in out --level 8", "8"), ("white in out --level MAX", "MAX"),
        ("white in out --time x", "x"), ("white in out --time -1", "-1"),
        ("white in out --time nan", "nan"), ("white in out --time", "--time"),
        ("white in out --time inf", "inf"), ("white in out --seed x", "x"),
        ("white in out --seed 1.5", "1.5"), ("white in out --seed", "--seed"),
        ("white in out --bogus 1", "--bogus"), ("\udcff in out", "udcff"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_named(folder: Path, arguments: str, named: str) -> None:
    assert_refused(advance(folder, *arguments.split()), 2, named)
    assert (folder / "out").read_bytes() == OLDER


@pytest.mark.parametrize("seed", ["5" * 5000, "-3", "a word", "1.5", "\udcff"])
def test_any_seed_in_the_environment_will_do(folder: Path, seed: str) -> None:
    assert advance(folder, "white", "in", "a", "--level", "4", seed=seed) == (b"", b"", 0)
    advance(folder, "white", "in", "b", "--level", "4", seed=seed)
    assert (folder / "a").read_bytes() == (folder / "b").read_bytes()


def test_a_seed_of_any_length_will_do(folder: Path) -> None:
    assert advance(folder, "white", "in", "out", "--seed", "5" * 5000) == (b"", b"", 0)


@pytest.mark.parametrize("name", ["missing", "missing/in", "empty", "in/", "in/in", "n" * 300])
def test_an_input_that_cannot_be_opened_is_named(folder: Path, name: str) -> None:
    assert_refused(advance(folder, "white", name, "out"), 1, name)
    assert_refused(advance(folder, "white", "", "out"), 1)
    assert (folder / "out").read_bytes() == OLDER


def replaced(row: int, text: str) -> bytes:
    """The start board with another row."""
    return "".join(text + "\n" if i == row else r + "\n" for i, r in enumerate(ROWS, 1)).encode()


DAMAGED: list[tuple[bytes, list[str]]] = [
    (replaced(3, "....x...."), ["line 3", "column 5", "x"]),
    (replaced(9, "MJCSGSDJ?"), ["line 9", "column 9", "?"]),
    (replaced(1, " jdsgscjm"), ["line 1", "column 1", "' '"]),
    (replaced(5, ".......\t."), ["line 5", "column 8"]),
    (replaced(5, "...\r....."), ["line 5", "column 4"]),
    (replaced(5, ".........\r\r"), ["line 5", "column 10"]),
    (replaced(6, "....\0...."), ["line 6", "column 5"]),
    (replaced(2, "bzz\xe9zzzzb"), ["line 2", "column 4"]),
    (b"\xef\xbb\xbf" + BOARD, ["line 1", "column 1"]),
    (replaced(4, "........"), ["line 4", "9", "8"]),
    (replaced(4, ".........."), ["line 4", "9", "10"]),
    (replaced(4, "." * 200), ["line 4", "9", "200"]),
    (replaced(4, ""), ["line 4", "9", "0"]),
    (b"", ["9", "0"]),
    (b"\n" * 9, ["line 1", "9", "0"]),
    (BOARD[10:], ["9", "8"]),
    (BOARD[:-10], ["9", "8"]),
    (BOARD + b"\n", ["9", "10"]),
    (BOARD + b".........\n", ["9", "10"]),
    (BOARD + b".........", ["9", "10"]),
    (BOARD * 3, ["9", "27"]),
    (BOARD.replace(b"\n", b"\r"), ["line 1"]),
    (BOARD.replace(b"\n", b""), ["line 1", "9", "81"]),
    (BOARD.replace(b"G", b"."), ["White", "General"]),
    (BOARD.replace(b"g", b"."), ["Black", "General"]),
    (BOARD.replace(b"Z", b"G", 2), ["White", "General", "3"]),
    (BOARD.replace(b"z", b"g", 1), ["Black", "General", "2"]),
    (bytes(range(256)), ["line 1", "column 1"]),
    (b"\x7fELF" + bytes(5000), ["line 1", "column 1"]),
]


@pytest.mark.parametrize(("data", "named"), DAMAGED, ids=map(str, range(len(DAMAGED))))
def test_a_damaged_board_is_refused_with_the_place(
    folder: Path, data: bytes, named: list[str]
) -> None:
    (folder / "in").write_bytes(data)
    assert_refused(advance(folder, "white", "in", "out"), 1, "'in'", *named)
    assert (folder / "out").read_bytes() == OLDER


def test_a_huge_input_is_refused_at_once(folder: Path) -> None:
    with (folder / "in").open("wb") as file:
        file.write(BOARD)
        file.truncate(20_000_000_000)
    assert_refused(started(folder, "white", "in", "out"), 1, "in")
    assert_refused(started(folder, "white", "/dev/zero", "out"), 1, "/dev/zero", "column 1")
    assert_refused(advance(folder, "white", "/dev/null", "out"), 1, "/dev/null", "0")


@pytest.mark.parametrize("colour", ["white", "black"])
@pytest.mark.parametrize("mated", [True, False])
def test_no_legal_move_is_an_error(folder: Path, colour: str, mated: bool) -> None:
    rows = ["G#......g", "##.......", *["........."] * 7]
    if mated:
        rows = ["G.......m", "........m", *["........."] * 6, "........g"]
    if colour == "black":
        rows = [row.swapcase() for row in rows]
    assert not boards_after(4, colour, rows)
    (folder / "in").write_text("".join(row + "\n" for row in rows))
    for level in ["4", "7", "max"]:
        result = advance(folder, colour, "in", "out", "--level", level)
        assert_refused(result, 1, "in", "no legal move")
    assert (folder / "out").read_bytes() == OLDER


@pytest.mark.parametrize(
    "name", ["empty", "missing/out", "out/", "new/", "in/out", "", "/dev/full", "n" * 256, "."]
)
def test_an_output_that_cannot_be_written_is_named(folder: Path, name: str) -> None:
    assert_refused(advance(folder, "white", "in", name), 1, repr(name))
    assert (folder / "out").read_bytes() == OLDER
    assert sorted(path.name for path in folder.iterdir()) == ["empty", "in", "out"]


def test_an_output_that_cannot_be_finished_stays_as_it_was(folder: Path) -> None:
    for name in ["out", "in", "new"]:
        result = run("advance", ["white", "in", name], cwd=folder, wrapper=FULL_DISK)
        assert_refused(result, 1, name)
    assert (folder / "out").read_bytes() == OLDER
    assert (folder / "in").read_bytes() == BOARD
    assert sorted(path.name for path in folder.iterdir()) == ["empty", "in", "out"]


@needs_user
def test_a_read_only_output_stays_as_it_was(folder: Path) -> None:
    (folder / "out").chmod(0o444)
    assert_refused(advance(folder, "white", "in", "out"), 1, "out")
    assert (folder / "out").read_bytes() == OLDER
