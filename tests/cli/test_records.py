from __future__ import annotations

import json
import os
import pty
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import outwit, refusal

pytestmark = pytest.mark.compiled_only

GAME = """\
[Game "push"]
[First "Ann"]
[Second "Ben \\u001b[31m"]
[Round "1"]
[Start "0.0./0.5.3.0./0.0. O"]
[Result "1-0"]
[Termination "full"]

1. 1,1 {+2.00/3 0.5s} 1,2 1-0

"""
SAVE = "4 6\nX\n  0.0.0.0.  \n0.4.2O1.1.0.\n0.9.1.1X5.0.\n  0.0.0.0.  \n"
BOARD = "........g\n" + ".........\n" * 7 + "G.......Z\n"


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "games.txt"
    file.write_text(GAME + GAME.replace("1,2 1-0", "1,1 1-0") + GAME)
    return str(file)


def test_replay_draws_every_board(path: str) -> None:
    answer = outwit("replay", path)
    assert answer.out == (
        "push: Ann (O) against Ben \\u001b[31m (X)\n"
        "\n"
        "   0  1  2  3\n"
        "0    0. 0.\n"
        "1 0. 5. 3. 0.\n"
        "2    0. 0.\n"
        "\n"
        "O to move, 2 legal moves\n"
        "\n"
        "1. O plays 1,1 {+2.00/3 0.5s}\n"
        "\n"
        "   0  1  2  3\n"
        "0    0. 0.\n"
        "1 0. 5O 3. 0.\n"
        "2    0. 0.\n"
        "\n"
        "X to move, 4 legal moves\n"
        "\n"
        "2. X plays 1,2\n"
        "\n"
        "   0  1  2  3\n"
        "0    0. 0.\n"
        "1 0. 5O 3X 0.\n"
        "2    0. 0.\n"
        "\n"
        "O wins 5–3: no inner cell is empty, and values are counted\n"
        "\n"
        "Result: 1-0 (full)\n"
    )
    assert answer.status == 0


def test_replay_prints_comments(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(GAME.replace("1. 1,1", "{on the\ngame} 1. 1,1 {on\\n a move}"))
    out = outwit("replay", str(file)).out
    assert "Ben \\u001b[31m (X)\non the game\n" in out
    assert "O plays 1,1 {+2.00/3 0.5s}\non\\n a move\n" in out


def test_replay_shows_one_board(path: str) -> None:
    assert "1 0. 5. 3. 0." in outwit("replay", path, "--move", "0").out
    last = outwit("replay", path, "--game", "3", "--move", "2").out
    assert "1 0. 5O 3X 0." in last
    assert "1 0. 5O 3. 0." not in last


def test_replay_refuses_what_is_not_there(path: str, tmp_path: Path) -> None:
    assert "the file has 3 games" in refusal("replay", path, "--game", "4")
    assert "the game has 2 moves" in refusal("replay", path, "--move", "3")
    assert "--move" in refusal("replay", path, "--move", "-1")
    assert "Is a directory" in refusal("replay", str(tmp_path))
    answer = outwit("replay", path, "--game", "2")
    assert answer.err == "outwit: line 19: move 2: move '1,1' is not legal here\n"
    assert "O plays 1,1" in answer.out
    assert answer.status == 2


def test_replay_waits_in_a_terminal(path: str) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "outwit.cli", "replay", path], stdin=theirs, stdout=theirs
    ) as process:
        os.close(theirs)
        os.write(ours, b"\nq\n")
        shown = b""
        while chunk := read_terminal(ours):
            shown += chunk
        assert process.wait(60) == 0
    os.close(ours)
    assert shown.count(b"Enter: next move") == 2
    assert b"O plays 1,1" in shown
    assert b"X plays 1,2" not in shown


def read_terminal(handle: int) -> bytes:
    try:
        return os.read(handle, 4096)
    except OSError:  # the other end is closed
        return b""


def test_convert_goes_there_and_back(path: str) -> None:
    text = Path(path).read_text()
    assert outwit("convert", path).out == text
    lines = outwit("convert", path, "--to", "json").out
    assert json.loads(lines.splitlines()[0])["moves"] == [
        {"move": "1,1", "time": 0.5, "score": "+2.00", "depth": 3},
        "1,2",
    ]
    assert outwit("convert", "-", given=lines).out == text
    assert outwit("convert", "-", "--to", "json", given=text).out == lines


def test_convert_makes_a_table_of_results(path: str) -> None:
    lines = outwit("convert", path, "--to", "csv").out.splitlines()
    assert lines[0] == "game,first,second,result,termination,moves,date,round,opening"
    assert lines[1] == "push,Ann,Ben \x1b[31m,1-0,full,2,,1,"
    assert len(lines) == 4


def test_convert_takes_a_position_in_a_games_own_format(tmp_path: Path) -> None:
    save, board = tmp_path / "save", tmp_path / "board"
    save.write_text(SAVE)
    board.write_text(BOARD)
    answer = outwit("convert", str(save), "--from", "push")
    assert '[Start "0.0.0.0./0.4.2O1.1.0./0.9.1.1X5.0./0.0.0.0. X"]\n' in answer.out
    assert answer.out.endswith("\n\n*\n\n")
    assert outwit("convert", "-", "--from", "push", given=SAVE).out == answer.out
    assert outwit("check", "-", given=answer.out).status == 0
    words = ("convert", str(board), "--from", "advance", "--side", "black", "--option", "limit=9")
    answer = outwit(*words, "--to", "json")
    record = json.loads(answer.out)
    assert (record["start"], record["options"]) == ("8g/9/9/9/9/9/9/9/G7Z b 0", {"limit": "9"})
    assert "side must be given" in refusal("convert", str(board), "--from", "advance")
    assert "push file" in refusal("convert", str(board), "--from", "push")
    assert "chess" in refusal("convert", str(board), "--from", "chess")
    assert "--from" in refusal("convert", str(board), "--side", "black")


def test_convert_stops_at_a_fault_unless_it_is_to_skip_it(path: str) -> None:
    file = Path(path)
    file.write_text(GAME + GAME.replace("{", "[") + GAME)
    answer = outwit("convert", path)
    assert (answer.out, answer.status) == (GAME, 2)
    assert answer.err.startswith("outwit: line 19: '[+2.00/3' is not a move")
    skipping = outwit("convert", path, "--skip-faults")
    assert (skipping.out, skipping.err, skipping.status) == (GAME + GAME, answer.err, 1)


def test_check_counts_games_and_names_the_first_fault(path: str, tmp_path: Path) -> None:
    good = tmp_path / "good"
    good.write_text(GAME)
    missing = str(tmp_path / "missing")
    answer = outwit("check", path, str(good))
    assert answer.out.splitlines() == [
        f"{path}: 3 games, 1 faulty; line 19: move 2: move '1,1' is not legal here",
        f"{good}: 1 game, all good",
    ]
    assert answer.status == 1
    assert outwit("check", str(good), str(good)).status == 0
    answer = outwit("check", missing, str(tmp_path), str(good))
    assert answer.status == 2
    assert "No such file" in answer.err
    assert "Is a directory" in answer.err
    assert answer.out == f"{good}: 1 game, all good\n"


def test_check_reads_standard_input_and_json() -> None:
    assert outwit("check", "-", given=GAME).out == "-: 1 game, all good\n"
    lines = outwit("convert", "-", "--to", "json", given=GAME).out
    wrong = lines.replace('"result":"1-0"', '"result":"0-1"')
    answer = outwit("check", "-", given=lines + wrong)
    assert answer.out == (
        "-: 2 games, 1 faulty; line 2: the result is 0-1, but the game ended 1-0 (full)\n"
    )


def test_check_finds_hostile_files_faulty(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for data in (b"", bytes(range(256)) * 100, b"a" * 9_000_000, GAME[:-30].encode(), b"{\n" * 99):
        file.write_bytes(data)
        answer = outwit("check", str(file))
        assert answer.status == 1
        assert answer.err == ""
        assert answer.out.count("\n") == 1
        assert len(answer.out) < 300


def test_a_closed_pipe_ends_it_quietly(tmp_path: Path) -> None:
    file = tmp_path / "many"
    file.write_text(GAME * 5_000)
    for words in ("convert", "replay"):
        command = f"{shlex.quote(sys.executable)} -m outwit.cli {words} {file} | head -n 1"
        done = subprocess.run(
            ["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False
        )
        assert done.stdout.count("\n") == 1
        assert done.stderr == ""
