from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.cli.command import outwit, outwit_process, refusal
from tests.players.bots import OUR_OWN, PYTHON, our_program

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (("push",), our_program("push2310")),
        (("advance",), our_program("advance")),
        (("santorini", "--protocol", "ugi", "--set", "depth=1"), (*OUR_OWN, "santorini")),
        (("ataxx", "--set", "depth=1"), (*OUR_OWN, "ataxx")),
    ],
)
def test_a_good_bot_is_told_so(words: tuple[str, ...], command: tuple[str, ...]) -> None:
    answer = outwit("check-bot", *words, "--time", "20", "--", *command)
    lines = answer.out.splitlines()
    assert answer.status == 0, answer
    assert lines[-1] == "no faults found"
    assert any("protections: own process group" in line for line in lines)
    assert any("s on average" in line for line in lines)
    assert sum(line.startswith("ok ") and " plays " in line for line in lines) > 6


@pytest.mark.parametrize(
    ("words", "code", "shown"),
    [
        (
            ("advance", "--protocol", "file"),
            "import sys; sys.exit('sorry')",
            ["bot-crash", "sorry"],
        ),
        (("advance", "--protocol", "file"), "pass", ["bot-wrong-file", "board:", "m j d s g"]),
        (("advance",), "print('hello'); 1 / 0", ["bot-crash", "ZeroDivisionError", "hello"]),
        (("push", "--protocol", "text"), "import time; time.sleep(60)", ["bot-timeout"]),
    ],
)
def test_a_bad_bot_is_told_why(
    tmp_path: Path, words: tuple[str, ...], code: str, shown: list[str]
) -> None:
    path = tmp_path / "bot.py"
    path.write_text(code)
    answer = outwit("check-bot", *words, "--time", "3", "--", *PYTHON, str(path))
    assert answer.status == 4, answer
    assert "WRONG" in answer.out
    assert answer.out.splitlines()[-1] == "this bot would forfeit its games"
    for text in shown:
        assert text in answer.out


GREETS = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    print({"ugi": "ugiok", "isready": "readyok"}.get(word, ""), flush=True)
    if word == "go":
        sys.exit(1)
"""
USES_OUTWIT = """
import sys
import outwit

game = outwit.game(sys.argv[1])
for line in sys.stdin:
    if line == "ugi\\n":
        print("ugiok", flush=True)
    elif line == "isready\\n":
        print("readyok", flush=True)
    elif line.startswith("position"):
        position = game.start()
        for move in line.split()[3:]:
            position.play(move)
    elif line.startswith("go"):
        print("bestmove", position.legal_moves[0], flush=True)
"""


@pytest.mark.parametrize("active", [False, True])
def test_a_program_that_imports_outwit_is_told_how_to_name_it(tmp_path: Path, active: bool) -> None:
    path = tmp_path / "bot.py"
    path.write_text(USES_OUTWIT)
    beside = os.path.dirname(sys.executable)
    search = f"{beside}:{os.environ['PATH']}" if active else "/usr/bin:/bin"
    words = ("check-bot", "push", "--protocol", "ugi", "--")
    answer = outwit_process(*words, "python3", str(path), "push", PATH=search)
    *_, title, advice, last = answer.out.splitlines()
    assert title == "      advice:"
    assert last == "this bot would forfeit its games"
    _, _, cure = advice.partition("Run it as: ")
    assert cure == f"outwit-python {path} push"
    answer = outwit_process(*words, *cure.split(), PATH=search)
    assert (answer.status, answer.out.splitlines()[-1]) == (0, "no faults found"), answer


def test_a_match_tells_how_to_name_a_program_that_imports_outwit(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(USES_OUTWIT)
    answer = outwit("match", "push", "random", f"ugi:python3 {path} push", "--games", "2")
    assert (answer.status, answer.said.count("\n")) == (2, 1)
    assert answer.err.endswith(f"Run it as: outwit-python {path} push\n")


def test_a_folder_is_checked_as_a_submission(tmp_path: Path) -> None:
    place = tmp_path / "class" / "mal"
    place.mkdir(parents=True)
    (place / "run").write_text('python3 bot.py "$@"\n')
    (place / "bot.py").write_text("import helper\n")
    (place / "helper.py").write_text(GREETS)
    answer = outwit("check-bot", "push", "--protocol", "ugi", "--", str(place))
    assert "ok    the program is ready for a game" in answer.out, answer
    assert "push, protocol ugi: sh run" in answer.out


def test_a_program_that_is_not_there_is_told_so() -> None:
    answer = outwit("check-bot", "advance", "--", "no-such-program")
    assert answer.status == 4
    assert "bot-absent" in answer.out


def test_misuse_is_refused_in_a_line() -> None:
    assert "COMMAND" in refusal("check-bot", "advance")
    assert "chess" in refusal("check-bot", "chess", "--", "true")
    assert "smoke" in refusal("check-bot", "push", "--protocol", "smoke", "--", "true")
    assert "file format" in refusal(
        "check-bot", "ataxx", "--protocol", "file", "--", sys.executable
    )
