"""``ataxx`` with its AI, whose moves are taken from what it announces, and its additions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.assignments.cases.ataxx import good_move
from tests.assignments.conversation import Conversation
from tests.assignments.differential import assert_same
from tests.assignments.inprocess import play
from tests.assignments.process import Result
from tests.oracles.ataxx import BLUE, RED, SQUARES, read
from tests.oracles.programs import ataxx as oracle

pytestmark = pytest.mark.compiled_only

PROMPTS = (b"Red> ", b"Blue> ", b"-> ")
CORNERS = ["c1", "c2", "c3", "d1", "d2", "d3", "a3", "a4", "b3", "b4", "c4", "d4"]
"""The blocks that leave four squares in each corner."""


def ataxx(text: str, *, seed: int = 1, cwd: Path | None = None) -> Result:
    """Play the program on these lines."""
    return play("ataxx", (), text.encode(), cwd=cwd, env={"OUTWIT_SEED": str(seed)})


def overheard(talk: Conversation) -> Iterator[str]:
    """What the AIs announce, as soon as they do."""
    known = 0
    while known < len(told := oracle.announced(talk.stdout)):
        yield told[known]
        known += 1


def person(talk: Conversation, program: oracle.Program, seed: int) -> Iterator[bytes]:
    """Somebody who plays against an AI, now and then on its side, and makes mistakes."""
    rng = random.Random(seed)
    yield from said(talk, "level 1") if seed % 2 else ()
    yield from said(talk, rng.choice(["board_on", "board_off"]))
    for square in rng.sample(SQUARES, 4):
        yield from said(talk, f"block {square}")
    for _ in range(8):
        if rng.random() < 0.3:
            yield from said(talk, f"{rng.choice(SQUARES)}-{rng.choice(SQUARES)}")
        if rng.random() < 0.3:
            yield from said(talk, rng.choice(["-", "score", "board", "block d4", "what"]))
        if rng.random() < 0.3:
            yield from said(talk, rng.choice(["manual blue", "ai blue"]))
        if not program.over:
            yield from said(talk, good_move(program.state, "greedy", rng))


def said(talk: Conversation, line: str) -> Iterator[bytes]:
    """Type the line, wait for the next prompt, and hand the line on to the oracle."""
    talk.types(f"{line}\n".encode())
    talk.hears(*PROMPTS)
    # What is our addition is not known to the oracle and prints nothing.
    yield b"board_off\n" if line.startswith("level") else f"{line}\n".encode()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_the_ai_does_is_legal_and_everything_else_the_oracles(seed: int) -> None:
    with Conversation("ataxx", env={"OUTWIT_SEED": str(seed)}) as talk:
        talk.hears(*PROMPTS)
        program = oracle.Program(overheard(talk))
        expected = program.run(person(talk, program, seed))
        assert_same(expected, talk.ends())


def test_two_ais_play_to_the_end_and_again_after_new() -> None:
    blocks = [f"block {square}" for square in CORNERS]
    lines = [
        *blocks,
        "ai red",
        "score",
        "board_on",
        "manual red",
        "new",
        *blocks,
        "ai red",
        "board",
    ]
    result = ataxx("\n".join(lines))
    assert result.stdout.count(b"* Red moves") >= 10
    told = oracle.announced(result.stdout)
    assert_same(oracle.run([], "\n".join(lines).encode(), announcements=told), result)


@pytest.mark.parametrize("level", ["", "level 1\n", "level 5\n"])
def test_a_seed_makes_the_ai_repeatable(level: str) -> None:
    lines = f"{level}a7-b7\ng1-g2\nb7-c7\n"
    assert len({ataxx(lines, seed=1) for _ in range(3)}) == 1


@pytest.mark.parametrize(
    "text",
    [
        "oooo1xx/oooooxx/oxoooxx/xxooooo/xxooooo/xoooooo/xxoooxx o 1 38",
        "ooooxx1/oooxxxx/oxx1xxx/xxxxooo/xxooooo/xoooooo/xxoooxx o 1 37",
    ],
)
def test_blue_wins_the_positions_of_the_course(text: str, tmp_path: Path) -> None:
    (tmp_path / "position").write_text(f"{text}\n")
    result = ataxx("manual blue\nload position\nai red\nai blue\n", cwd=tmp_path)
    assert b"* Blue wins!\n" in result.stdout
    assert result.stderr == b""


def test_near_25_jumps_the_side_ahead_wins_by_jumping(tmp_path: Path) -> None:
    (tmp_path / "position").write_text("x5o/7/7/7/7/7/x5x x 24 20\n")
    result = ataxx("manual blue\nload position\nai red\n", cwd=tmp_path)
    assert result.stdout.endswith(b"* Red wins!\n-> ")
    assert len(oracle.announced(result.stdout)) == 1


def test_undo_takes_back_ones_own_move_and_the_answer() -> None:
    result = ataxx("a7-b7\nundo\nboard\nundo\nscore\n")
    _, board = result.stdout.split(b"Red> 7")
    assert board.startswith(b"  r - - - - - b\n")
    assert b"2 red vs 2 blue" in result.stdout
    assert result.stderr == b"nothing to undo\n"


def test_a_hint_is_a_legal_move_and_changes_nothing() -> None:
    result = ataxx("manual blue\nhint\na7-b7\nhint\nscore\n")
    hints = [part.split(b"> ")[-1].decode() for part in result.stdout.split(b"\n")[:2]]
    state = read("x5o/7/7/7/7/7/o5x x 0 1")
    for hint, side in zip(hints, (RED, BLUE), strict=True):
        assert state.board[hint[:2]] == side
        assert hint[3:] in state.clones(side) or hint[:2] + hint[3:] in state.jumps_of(side)
    assert b"3 red vs 2 blue\n" in result.stdout


def test_a_saved_game_can_be_loaded_again(tmp_path: Path) -> None:
    moves = "manual blue\nblock c3\na7-b7\ng7-f6\n"
    saved = ataxx(f"{moves}save game\nboard\n", cwd=tmp_path)
    loaded = ataxx("manual blue\na7-a6\nload game\nboard\n", cwd=tmp_path)
    assert saved.stderr == loaded.stderr == b""
    board = saved.stdout[saved.stdout.index(b"7  ") :]
    assert loaded.stdout.endswith(board)


def test_files_that_cannot_be_read_or_written_are_told_and_change_nothing(tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(b"\x00\xffnonsense\n" * 9)
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    lines = "manual blue\na7-b7\nload bad\nload empty\nload folder\nload missing\n"
    result = ataxx(f"{lines}save missing/game\nsave folder\nscore\n", cwd=tmp_path)
    assert result.status == 0
    assert result.stderr.count(b"\n") == 6
    assert result.stderr.count(b"load failed: ") == 4
    assert result.stderr.count(b"save failed: ") == 2
    assert result.stdout.endswith(b"Blue> 3 red vs 2 blue\nBlue> ")


def test_a_level_is_from_1_to_10_and_help_names_every_command() -> None:
    result = ataxx("level 1\nlevel 2\nLEVEL 10\nlevel 0\nlevel 11\nlevel x\nhelp\n")
    assert result.stderr.count(b"\n") == 3
    commands = ["new", "quit", "manual", "ai", "score", "block", "board", "board_on", "board_off"]
    for command in [*commands, "undo", "hint", "level", "save", "load"]:
        assert command in result.stdout.decode(), command
