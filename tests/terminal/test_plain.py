from __future__ import annotations

import io
import os
import re
import shlex
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from outwit.cli import run
from tests.cli.command import Answer, outwit_process, refusal
from tests.terminal.pseudoterminal import PseudoTerminal

pytestmark = pytest.mark.compiled_only

EXAMPLES = Path(__file__).parents[2] / "examples"


def answered(*words: str, given: str, **environment: str) -> Answer:
    """Return what ``outwit`` answers, quickly: without a process of its own."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
        for name, value in environment.items():
            patch.setenv(name, value)
        status = run([*words])
    return Answer(out.getvalue(), err.getvalue(), status)


def played(*lines: str, words: tuple[str, ...] = (), **environment: str) -> Answer:
    """Return what is said in a game of Ataxx to these lines."""
    given = "".join(f"{line}\n" for line in lines)
    fast = ("--time", "0.02", "--seed", "1")
    answer = answered("play", "ataxx", *fast, *words, given=given, **environment)
    assert answer.status == 0, answer
    return answer


def replies(answer: Answer) -> list[str]:
    """Return the lines said to each entry of Red, boards left out."""
    return [
        "\n".join(line for line in part.splitlines() if not re.match(r"[1-7] | {3}|$", line))
        for part in answer.out.split("Red> ")[1:]
    ]


def test_moves_are_told_in_plain_words() -> None:
    answer = played("b7", "a7c5", "quit", words=("--against", "human"))
    assert replies(answer)[0].startswith(
        "Red clones to b7\nBlue to move, 16 legal moves; pieces: Red 3, Blue 2\nBlue> "
    )
    answer = played("A7 - c5", words=("--position", "x5o/7/7/2o4/7/7/o5x x 0 1"))
    assert replies(answer)[0].startswith("Red jumps from a7 to c5 and turns 1 stone (a7c5)\n")


def test_the_result_has_the_score_and_speaks_to_the_only_person() -> None:
    last = ("--position", "x1o4/7/7/7/7/7/7 x 0 1")
    assert "You won 3–0: one side has no piece left" in played("b7", words=last).out
    both = played("b7", words=(*last, "--against", "human"))
    assert "Red wins 3–0: one side has no piece left" in both.out


def test_the_default_opponent_is_level_3(tmp_path: Path) -> None:
    played("b7", f"save {tmp_path}/game", "quit")
    assert '[Second "level 3"]' in (tmp_path / "game").read_text()


def test_words_are_understood_in_any_case_and_from_their_beginning() -> None:
    answer = played("MOVES", "ru", "bo", "move b7")
    assert "a7c7  b6  b7  f1" in replies(answer)[0].replace("\n", "  ")
    assert "# Ataxx" in replies(answer)[1]
    assert replies(answer)[2] == "Red to move, 16 legal moves; pieces: Red 2, Blue 2"
    assert replies(answer)[3].startswith("Red clones to b7\nBlue ")


def test_a_misspelt_word_is_asked_back() -> None:
    assert replies(played("undoo"))[0].endswith("; did you mean `undo`?")
    assert replies(played("resig"))[0].endswith("; did you mean `resign`?")


def test_the_moves_of_a_square_are_listed_in_words() -> None:
    lines = replies(played("moves a7", "moves d4"))
    assert "Red clones to b7" in lines[0]
    assert "Red jumps from a7 to c5 (a7c5)" in lines[0]
    assert lines[1] == "There is no legal move on 'd4'."


def test_a_hint_says_a_legal_move() -> None:
    assert re.match(r"Hint: Red (clones to|jumps from) ", replies(played("hint"))[0])


def test_undo_and_redo_go_back_and_forth() -> None:
    lines = replies(played("b7", "undo", "redo", "redo", words=("--against", "random")))
    assert lines[1] == "Red to move, 16 legal moves; pieces: Red 2, Blue 2"
    assert lines[2] == lines[0].splitlines()[-1]
    assert lines[3] == "no move has been taken back"


def test_the_level_can_be_changed_during_the_game() -> None:
    lines = replies(played("level 9", "level", "level 11"))
    assert lines[0] == "level 9 plays from now on."
    assert lines[1] == lines[2] == "level 9 plays; `level 1` to `level 10` changes that"
    assert replies(played("level 3", words=("--against", "human")))[0] == "no bot plays here"


def test_a_saved_game_is_loaded_and_goes_on(tmp_path: Path) -> None:
    path = str(tmp_path / "game.txt")
    answer = played("b7", f"save {path}", f"save {path}", "new", f"load {path}", "undo")
    lines = replies(answer)
    assert lines[1] == f"The game is in {path}"
    assert lines[2].endswith("is there already; another name, please")
    assert lines[3] == "Red to move, 16 legal moves; pieces: Red 2, Blue 2"
    assert lines[4] == lines[0].splitlines()[-1]
    assert lines[5] == "Red to move, 16 legal moves; pieces: Red 2, Blue 2"
    again = outwit_process("play", "--load", path, given="undo\n")
    assert replies(again)[0] == "Red to move, 16 legal moves; pieces: Red 2, Blue 2"
    assert refusal("play", "push", "--load", path) == f"'{path}' has a game of ataxx, not of push"
    assert "--load cannot be combined with" in refusal("play", "--load", path, "--clock", "60")


@pytest.mark.parametrize("text", ["nonsense", '[Game "ataxx"]\n\n1. b7 b7 *\n', '[Game "go"]\n*'])
def test_a_damaged_record_is_told_in_one_line_and_the_game_goes_on(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / "damaged"
    path.write_text(text)
    lines = replies(played(f"load {path}", f"load {path}2", "moves"))
    assert lines[0].count("\n") == 0
    assert lines[1] == f"'{path}2' cannot be read: No such file or directory"
    assert "b7" in lines[2]
    refusal("play", "--load", str(path))


def test_kept_games_are_listed_and_loaded_by_number(tmp_path: Path) -> None:
    home = str(tmp_path)
    played("b7", OUTWIT_HOME=home)
    lines = replies(played("load", "load 1", "load 2", OUTWIT_HOME=home))
    assert re.match(r" 1  .{16}  ataxx, human against level 3, 2 moves, \*\n`load 1` ", lines[0])
    assert re.fullmatch(r"Red to move, \d+ legal moves; pieces: Red \d+, Blue \d+", lines[1])
    assert lines[2] == "there is no kept game number 2"


def test_who_resigns_has_lost_and_may_begin_anew() -> None:
    answer = played("b7", "resign", "resign", "nonsense", "new", "quit")
    assert "\n\nYou lost: you resigned\n" in answer.out
    assert "\nthe game is over\nThe game is over; `new` begins another" in answer.out
    assert answer.out.endswith("Red to move, 16 legal moves; pieces: Red 2, Blue 2\nRed> ")


def test_the_board_can_be_turned_round() -> None:
    flipped = outwit_process("play", "ataxx", given="flip\n").out.split("Red> ")[1]
    assert flipped.splitlines()[1] == "1  r - - - - - b"
    assert flipped.splitlines()[8] == "   g f e d c b a"


def test_a_sixth_game_without_a_page_has_rules_all_the_same() -> None:
    answer = outwit_process("play", "nim", given="rules\n", OUTWIT_GAMES=str(EXAMPLES / "games"))
    assert "# nim\n\nTake any number of matches" in answer.out


def test_a_students_bot_plays_and_one_that_fails_forfeits_in_one_line() -> None:
    engine = f"mine=uai:{shlex.quote(sys.executable)} -m outwit.cli engine ataxx"
    answer = played("b7", words=("--against", engine, "--clock", "5+1"))
    assert re.search(r"\nBlue (clones|jumps) .*(\n.*)+Red to move, .*; Red has ", answer.out)
    failed = played("b7", words=("--against", "bad=ugi:false"))
    assert failed.out.endswith(
        "\n\nYou won: Blue (bad) forfeits because it ended with exit status 1\n"
    )


def test_a_bot_that_imports_outwit_is_told_how_to_name_it(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("import outwit\n")
    failed = played("b7", words=("--against", f"mine=ugi:python3 {bot}"))
    assert failed.out.endswith(f"Run it as: outwit-python {bot}\n")


def test_moves_too_late_are_lost_on_time() -> None:
    answer = played("hint", "b7", words=("--clock", "0.1/move", "--time", "0.5"))
    assert answer.out.endswith("You lost: your time ran out\n")


def test_the_questions_offer_levels_a_person_or_a_bot() -> None:
    menu = answered("play", given="at\n77\nnobody\n1\nb\nquit\n")
    assert "level 77 is not from 1 to 10" in menu.out
    assert "there is no bot 'nobody' for ataxx" in menu.out
    assert "Red clones" in menu.out or "Red jumps" in menu.out
    assert menu.out.endswith("Blue> ")
    for given in ("", "q\n", "ataxx\n", "ataxx\nq\n", "ataxx\n\n"):
        assert answered("play", given=given).status == 0
    person = answered("play", given="ataxx\nh\nquit\n")
    assert person.out.endswith("Red> ")


def test_an_interrupted_game_is_kept_and_says_how_to_go_on(tmp_path: Path) -> None:
    with PseudoTerminal(
        "play", "ataxx", "--plain", "--against", "human", OUTWIT_HOME=str(tmp_path)
    ) as terminal:
        terminal.wait_for("Red> ")
        terminal.press("b7\n")
        terminal.wait_for("Blue> ")
        told = terminal.interrupt()
        assert terminal.process.wait() == 130
    assert "Traceback" not in told
    found = re.search(r"\nTo go on: outwit play --load (\S+)\n", told)
    assert found
    again = outwit_process("play", "--load", found[1], given="board\n")
    assert again.out.endswith("Blue> \n")


def test_a_terminal_that_shows_no_screens_gets_lines(tmp_path: Path) -> None:
    with PseudoTerminal("play", "ataxx", TERM="dumb", OUTWIT_HOME=str(tmp_path)) as terminal:
        assert "\033" not in terminal.wait_for("Red> ")
        assert terminal.leave() == 0


def test_a_killed_game_loses_no_move(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    with subprocess.Popen(
        [sys.executable, "-m", "outwit.cli", "play", "ataxx", "--against", "human"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "OUTWIT_HOME": str(tmp_path)},
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write("b7\nf6\nboard\n")
        process.stdin.flush()
        text = ""
        while text.count("Red> ") < 3:
            text += process.stdout.read(1)
        process.send_signal(signal.SIGKILL)
    (path,) = (tmp_path / "games").glob("*.txt")
    assert re.search(r"1\. b7 \{.*\} f6 \{.*\} \*", path.read_text())


def test_on_a_terminal_lines_are_edited_completed_and_remembered(tmp_path: Path) -> None:
    words = ("play", "ataxx", "--plain", "--against", "human")
    home = {"OUTWIT_HOME": str(tmp_path)}
    with PseudoTerminal(*words, **home) as terminal:
        terminal.wait_for("Red> ")
        terminal.press("c7\x7f\x7fb7\n")
        terminal.wait_for("Red clones to b7")
        terminal.wait_for("Blue> ")
        terminal.press("fl\t\n")
        terminal.wait_for("g f e d c b a")
        terminal.wait_for("Blue> ")
        terminal.press("\x1b[A\x1b[A\n")
        terminal.wait_for("'b7' is not legal here")
        assert terminal.leave() == 0
    assert (tmp_path / "history").read_text().splitlines()[-3:] == ["flip", "b7", "quit"]


def test_on_a_terminal_resigning_is_asked_once() -> None:
    with PseudoTerminal("play", "ataxx", "--plain", "--no-color") as terminal:
        terminal.wait_for("Red> ")
        terminal.press("resign\n")
        terminal.wait_for("Resign? [y/N] ")
        terminal.press("\n")
        terminal.wait_for("Red> ")
        terminal.press("resign\n")
        terminal.wait_for("[y/N] ")
        terminal.press("y\n")
        terminal.wait_for("You lost: you resigned")
        terminal.wait_for("> ")
        assert terminal.leave() == 0


def test_bytes_that_are_no_text_are_no_move() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "outwit.cli", "play", "ataxx"],
        input=b"\xff\xfe\x00\nb7\nquit\n",
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert b"Red clones to b7" in done.stdout
    assert b"Traceback" not in done.stderr


def test_a_folder_that_cannot_be_written_does_not_stop_play(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    answer = played("b7", "undo", "a6", OUTWIT_HOME=str(tmp_path / "file"))
    assert answer.err.count("\n") == 1
    assert answer.err.startswith("outwit: games are not kept in ")
    assert "Red clones to a6" in answer.out
