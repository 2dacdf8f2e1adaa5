from __future__ import annotations

import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from outwit.games import all_games
from tests.cli.command import outwit, outwit_process, refusal
from tests.cpu import wait_until_busy

pytestmark = pytest.mark.compiled_only

SAVE = "4 6\nX\n  0.0.0.0.  \n0.4.2O1.1.0.\n0.9.1.1X5.0.\n  0.0.0.0.  \n"
BOARD = "........g\n" + ".........\n" * 7 + "G.......Z\n"


def test_games_lists_every_game_with_its_title() -> None:
    answer = outwit("games")
    assert answer.status == 0
    assert [line.split()[0] for line in answer.out.splitlines()] == [g.name for g in all_games()]
    assert all(game.title in answer.out for game in all_games())


def test_games_with_a_name_lists_its_options() -> None:
    answer = outwit("games", "jesonmor")
    assert all(word in answer.out for word in ("size=9", "protection=0", "archers=yes", "legs=yes"))


def test_show_draws_the_board_the_text_and_who_is_to_move() -> None:
    answer = outwit("show", "santorini", "--moves", "A,n,s Y,e,w")
    assert answer.out == (
        "+--+--+--+--+--+\n"
        "|0 |0 |0 |0 |0 |\n"
        "+--+--+--+--+--+\n"
        "|0 |1 |0Y|0B|0 |\n"
        "+--+--+--+--+--+\n"
        "|0 |0A|0 |0 |0 |\n"
        "+--+--+--+--+--+\n"
        "|0 |1 |0 |0Z|0 |\n"
        "+--+--+--+--+--+\n"
        "|0 |0 |0 |0 |0 |\n"
        "+--+--+--+--+--+\n"
        "\n"
        "00000/010Y0B0/00A000/0100Z0/00000 w 3\n"
        "White to move, 73 legal moves\n"
    )


def test_show_says_how_a_finished_game_ended() -> None:
    answer = outwit("show", "ataxx", "--position", "xxxxxxx/7/7/7/7/7/7 o 0 9")
    assert answer.out.splitlines()[-1] == "Red wins 7–0: one side has no piece left"


def test_moves_are_sorted_one_a_line() -> None:
    lines = outwit("moves", "jesonmor", "--option", "size=5").out.splitlines()
    assert lines == sorted(lines)
    assert len(lines) == 10


def test_a_finished_game_has_no_moves_and_prints_nothing() -> None:
    answer = outwit("moves", "push", "--position", "0./0.5O0./0. X")
    assert (answer.out, answer.status) == ("", 0)


def test_perft_ends_with_the_total_and_tells_its_speed_on_stderr() -> None:
    answer = outwit("perft", "advance", "3")
    assert answer.out == "total 80482\n"
    assert "nodes per second" in answer.err


def test_perft_divide_adds_up_to_the_total() -> None:
    *lines, total = outwit("perft", "ataxx", "4", "--divide").out.splitlines()
    assert total == "total 155888"
    assert sum(int(line.split()[1]) for line in lines) == 155888
    assert lines == sorted(lines)


def test_perft_of_depth_nought_counts_one() -> None:
    assert outwit("perft", "push", "0", "--divide").out == "total 1\n"


def test_a_push_save_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "a save"
    path.write_text(SAVE)
    answer = outwit("show", "push", "--file", str(path))
    assert "0.0.0.0./0.4.2O1.1.0./0.9.1.1X5.0./0.0.0.0. X" in answer.out.splitlines()


def test_an_advance_board_is_read_from_a_file_with_its_side(tmp_path: Path) -> None:
    path = tmp_path / "board"
    path.write_text(BOARD)
    answer = outwit("show", "advance", "--file", str(path), "--side", "black")
    assert "8g/9/9/9/9/9/9/9/G7Z b 0" in answer.out.splitlines()


def test_an_advance_board_needs_a_side(tmp_path: Path) -> None:
    path = tmp_path / "board"
    path.write_text(BOARD)
    assert "side must be given" in refusal("show", "advance", "--file", str(path))


def test_files_that_are_none_are_refused_in_one_line(tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(bytes(range(256)) * 40)
    empty = tmp_path / "empty"
    empty.touch()
    huge = tmp_path / "huge"
    huge.write_text("999999999 999999999\nO\n")
    for path in (binary, empty, huge, tmp_path, Path("/dev/zero"), tmp_path / "missing"):
        assert "file" in refusal("show", "push", "--file", str(path)) or "read" in refusal(
            "show", "push", "--file", str(path)
        )
        refusal("show", "advance", "--side", "white", "--file", str(path))


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["show"], "GAME"),
        (["show", "chess"], "chess"),
        (["show", "../../etc"], "../../etc"),
        (["bogus"], "bogus"),
        (["--bogus"], "--bogus"),
        (["show", "ataxx", "--position", ""], "fields expected"),
        (["show", "ataxx", "--position", "x5o/7/7/7/7/7/o5x x 0"], "4 fields expected"),
        (["show", "ataxx", "--position", "x5o/7/7/7/7/7/o5q x 0 1"], "row 7"),
        (["show", "ataxx", "--position", "x5o/7/7/7/7/7/o5x z 0 1"], "side"),
        (["show", "ataxx", "--position", "x5o/7/7/7/7/7/o5x x 26 1"], "jumps"),
        (["show", "ataxx", "--option", "clock"], "key=value"),
        (["show", "ataxx", "--option", "clock=7"], "clock"),
        (["show", "ataxx", "--option", "clok=25"], "clok"),
        (["show", "ataxx", "--option", "blocks=a7"], "a7"),
        (["show", "ataxx", "--option", "clock=25", "--option", "clock=25"], "twice"),
        (["show", "jesonmor", "--option", "size=4"], "odd"),
        (["show", "jesonmor", "--option", "size=27"], "25"),
        (["show", "jesonmor", "--option", "size=x"], "size"),
        (["show", "push", "--option", "rows=2"], "rows"),
        (["moves", "ataxx", "--moves", "b7 b7"], "move 2"),
        (["moves", "ataxx", "--moves", "zz"], "zz"),
        (["show", "ataxx", "--file", "x", "--position", "y"], "--position"),
        (["show", "ataxx", "--side", "red"], "--side"),
        (["show", "advance", "--file", "/dev/null", "--side", "red"], "--side"),
        (["perft", "ataxx"], "DEPTH"),
        (["perft", "ataxx", "x"], "DEPTH"),
        (["perft", "ataxx", "-1"], "-1"),
        (["perft", "ataxx", "1000000"], "DEPTH"),
        (["perft", "ataxx", "3", "extra"], "extra"),
        (["play", "ataxx", "--against", "nobody"], "nobody"),
    ],
)
def test_bad_input_is_named_in_one_line(words: list[str], named: str) -> None:
    assert named in refusal(*words)


def test_options_must_agree_with_a_position() -> None:
    text = "kak/3/KAK w 0 2 0 0"
    assert outwit("show", "jesonmor", "--position", text, "--option", "size=3").status == 0
    assert "size" in refusal("show", "jesonmor", "--position", text, "--option", "size=5")
    assert "archers" in refusal("show", "jesonmor", "--position", text, "--option", "archers=no")
    text = "0./0.5.0./0. O"
    assert "seed" in refusal("show", "push", "--position", text, "--option", "seed=1")


def test_a_closed_pipe_ends_it_quietly() -> None:
    python = shlex.quote(sys.executable)
    many = f"{python} -m outwit.cli moves push --option rows=99 --option columns=99"
    done = subprocess.run(
        ["bash", "-c", f"{many} | head -n 1"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == "1,1\n"
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_named_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "outwit.cli", "moves", "ataxx"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.stderr == "outwit: No space left on device\n"
    assert done.returncode == 1


def test_an_interrupt_ends_it_quietly_even_while_counting() -> None:
    # Who runs the tests in the background may have them ignore interrupts.
    command = ["env", "--default-signal=INT", sys.executable, "-m", "outwit.cli"]
    with subprocess.Popen(
        [*command, "perft", "ataxx", "20", "--divide"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        wait_until_busy(process)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, b"")


@pytest.mark.parametrize(
    ("line", "status", "told"),
    [
        ("games >&-", 1, "outwit: output is closed\n"),
        ("show ataxx >&-", 1, "outwit: output is closed\n"),
        ("play ataxx >&-", 1, "outwit: output is closed\n"),
        ("play ataxx <&- >/dev/null", 0, ""),
        ("play <&- >/dev/null", 0, ""),
        ("games >&- 2>&-", 1, ""),
        ("check examples/games.txt >/dev/null 2>&-", 0, ""),
        ("check nowhere 2>/dev/full", 2, ""),
        ("tournament report nowhere 2>&-", 2, ""),
        ("match advance random careful --games 2 --most-plies 4 >&- 2>&-", 1, ""),
        ("check-bot advance --protocol file -- true >&- 2>&-", 1, ""),
        ("check-bot advance --protocol file -- true >/dev/null 2>&-", 4, ""),
    ],
)
def test_closed_streams_are_told_of_in_one_line(line: str, status: int, told: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m outwit.cli {line}"
    done = subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert (done.returncode, done.stderr) == (status, told)


def test_completion_without_a_shell_is_refused_in_one_line() -> None:
    answer = outwit(_OUTWIT_COMPLETE="bash_complete")
    assert answer.status == 2
    assert answer.err == "outwit: completion needs COMP_WORDS and COMP_CWORD, as shells set\n"


def test_a_group_of_commands_alone_shows_its_help() -> None:
    answer = outwit("tournament")
    assert (answer.status, answer.err) == (0, "")
    assert {"new", "run", "resume", "report"} <= {
        line.split()[0] for line in answer.out.splitlines() if line.startswith("  ")
    }


def test_a_missing_folder_of_games_is_named(tmp_path: Path) -> None:
    answer = outwit_process("games", OUTWIT_GAMES=str(tmp_path / "nowhere"))
    assert answer.status == 0
    assert answer.err == f"outwit: OUTWIT_GAMES: there is no folder '{tmp_path}/nowhere'\n"


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (("serve", "--prot", "1"), "outwit serve"),
        (("tournament", "run"), "outwit tournament run"),
        (("nonsense",), "outwit"),
    ],
)
def test_misuse_names_the_help_of_the_command(words: tuple[str, ...], command: str) -> None:
    assert refusal(*words).endswith(f"(try `{command} --help`)")
