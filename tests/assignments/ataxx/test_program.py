from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from tests.assignments.cases.ataxx import good_move
from tests.assignments.differential import Recorded, assert_same, junk, line_end
from tests.assignments.inprocess import play
from tests.assignments.process import Result, run
from tests.mode import many
from tests.oracles.ataxx import SQUARES
from tests.oracles.programs import ataxx as oracle

pytestmark = pytest.mark.compiled_only

BAD_COMMANDS = [
    "a7b7",
    "a7-",
    "-b7",
    "--",
    "- -",
    "a7 - b7",
    "a7 -b7",
    "a7-b7-c7",
    "a7-b7 c7",
    "a0-a1",
    "a8-a7",
    "h7-g7",
    "g7-h7",
    "a7-b٧",
    "aa7-b7",
    "a77-b7",
    "b7",
    "a7c5",
    "0000",
    "block",
    "block h1",
    "block a0",
    "block c3 c4",
    "block c33",
    "block -",
    "blockc3",
    "manual",
    "manual green",
    "manual red blue",
    "manualred",
    "red manual",
    "ai",
    "ai green",
    "ai red now",
    "auto blue",
    "score red",
    "scores",
    "board on",
    "board-on",
    "boardon",
    "board_on 1",
    "board x",
    "new game",
    "quit now",
    "qq",
    "exit",
    "# a comment",
    "seed 1",
    "clear",
    "pass",
]


def ataxx(*arguments: str, stdin: bytes = b"", seed: int = 1, cwd: Path | None = None) -> Result:
    """Play the program."""
    return play("ataxx", arguments, stdin, cwd=cwd, env={"OUTWIT_SEED": str(seed)})


def dressed(rng: random.Random, command: str) -> bytes:
    """The command in some case, with blanks around and between its words."""
    if rng.random() < 0.2:
        command = "".join(rng.choice([char.upper(), char.lower()]) for char in command)
    if rng.random() < 0.2:
        command = rng.choice(["", " ", "\t"]) + command.replace(" ", "  \t") + rng.choice(" \t")
    return command.encode()


def typed(program: oracle.Program, rng: random.Random, limit: int) -> Iterator[bytes]:
    """What somebody types who plays both sides and makes mistakes."""
    yield dressed(rng, "manual blue") + b"\n"
    for _ in range(rng.choice([0, 0, 1, 4, 12])):
        yield dressed(rng, f"block {rng.choice(SQUARES)}") + line_end(rng)
    styles = rng.choices(["any", "jumper", "cloner", "greedy"], k=2)
    for number in range(limit):
        kind = rng.random()
        if kind < 0.75 and not program.over:
            command = dressed(rng, good_move(program.state, styles[number % 2], rng))
        elif kind < 0.80:
            command = dressed(rng, f"{rng.choice(SQUARES)}-{rng.choice(SQUARES)}")
        elif kind < 0.82:
            command = dressed(rng, f"block {rng.choice(SQUARES)}")
        elif kind < 0.84:
            command = dressed(rng, "-")
        elif kind < 0.90:
            command = dressed(rng, rng.choice(["score", "board", "board_on", "board_off"]))
        elif kind < 0.95:
            command = dressed(rng, rng.choice(BAD_COMMANDS))
        elif kind < 0.96:
            command = dressed(rng, rng.choice(["manual red", "manual blue"]))
        elif kind < (0.963 if not program.over else 0.98):
            command = dressed(rng, "new")
        elif kind < 0.999:
            command = junk(rng)
        else:
            command = dressed(rng, rng.choice(["q", "quit"]))
        yield command + line_end(rng)
    if rng.random() < 0.5:  # a last line without an end
        yield dressed(rng, rng.choice(["score", "board", "quit", "-", "what", "g1-g2"]))


@pytest.mark.parametrize("first_seed", [0, 1500])
def test_random_games_of_two_people_are_the_oracles_to_the_byte(first_seed: int) -> None:
    for seed in range(first_seed, first_seed + many(6)):
        rng = random.Random(seed)
        program = oracle.Program()
        lines = Recorded(typed(program, rng, rng.choice([150, rng.randint(0, 100)])))
        expected = program.run(lines)
        started = run if seed == first_seed else play
        actual = started("ataxx", (), lines.text, env={"OUTWIT_SEED": "1"})
        assert_same(expected, actual, seed)


def test_every_bad_command_is_unknown() -> None:
    stdin = "\n".join(["manual blue", *BAD_COMMANDS]).encode()
    expected = oracle.run([], stdin)
    assert expected.stderr == b"Unknown command.\n" * len(BAD_COMMANDS)
    assert_same(expected, ataxx(stdin=stdin))


def filed(files: Mapping[str, bytes], names: Sequence[str], folder: Path, stdin: bytes) -> Result:
    """Run the program on files that lie in the folder."""
    for name, text in files.items():
        (folder / name).write_bytes(text)
    return ataxx(*names, stdin=stdin, cwd=folder)


@pytest.mark.parametrize(
    ("names", "status"),
    [
        (["first"], 0),
        (["first", "second"], 0),
        (["second", "first"], 0),
        (["first", "first"], 0),
        (["empty", "first", "empty"], 0),
        (["missing"], 1),
        (["missing", "first"], 1),
        (["first", "missing"], 1),
        (["empty", "missing", "first"], 1),
        (["first", "quits", "second"], 0),
        (["quits", "missing"], 0),
        (["windows", "first"], 0),
    ],
)
def test_files_are_read_one_after_the_other_instead_of_standard_input(
    names: list[str], status: int, tmp_path: Path
) -> None:
    files = {
        "first": b"manual blue\na7-b7\nnonsense\ng7-f6\nboard",  # no end of line
        "second": b"manual blue\ng1-f2\nscore\n\nboard_on\na1-a2\n",
        "quits": b"manual blue\nscore\nQ\nboard\n",
        "windows": b"manual blue\r\nboard\r\nquit now\r\n",
        "empty": b"",
    }
    expected = oracle.run(names, b"", files)
    assert expected.status == status
    assert_same(expected, filed(files, names, tmp_path, stdin=b"board\nscore\n"), names)


def test_a_file_that_is_not_there_is_named_and_ends_the_program(tmp_path: Path) -> None:
    result = filed({}, ["missing.txt"], tmp_path, b"")
    assert result.status == 1
    assert result.stderr.startswith(b"ataxx: ")
    assert b"missing.txt" in result.stderr
    assert result.stderr.count(b"\n") == 1


def test_a_folder_cannot_be_read(tmp_path: Path) -> None:
    result = ataxx(str(tmp_path))
    assert (result.status, result.stderr.count(b"\n")) == (1, 1)
    assert result.stderr.startswith(b"ataxx: ")
