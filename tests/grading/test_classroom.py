"""One class folder is marked, and plays a tournament."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from outwit.games import game
from outwit.grading.classroom import class_bots
from outwit.players.external import start_program

PAGES = Path(__file__).parents[2] / "docs" / "teach"
BESIDE = os.path.dirname(sys.executable)
pytestmark = pytest.mark.compiled_only


def test_a_class_folder_gives_the_bots_of_a_tournament(tmp_path: Path) -> None:
    for name, files in {
        "ada": {"run": 'python3 bot.py "$@"', "bot.py": "import sys; print(open('data').read())"},
        "bob": {"Makefile": "bot:\n\techo ok > bot && chmod +x bot\n", "run": "./bot"},
        "cleo": {"bot.toml": "command = 3"},
        "dan": {"bot.toml": 'command = "sh"\nkind = "ugi"\nmemory = 99999\nreads = ["/etc"]'},
    }.items():
        (tmp_path / "class" / name).mkdir(parents=True)
        for file, text in files.items():
            (tmp_path / "class" / name / file).write_text(text)
    (tmp_path / "class" / "eve" / "run").mkdir(parents=True)
    (tmp_path / "class" / "ada" / "build").mkdir()
    (tmp_path / "class" / "ada" / "data").write_text("found")
    said: list[str] = []
    for _ in range(2):
        bots = class_bots(tmp_path / "class", game("push"), tmp_path / "programs", said.append)
    assert [(bot.name, bot.kind, bot.memory, bot.reads) for bot in bots] == [
        ("ada", "text", 1024, ()),
        ("bob", "text", 1024, ()),
        ("dan", "ugi", 1024, ()),
    ]
    assert (tmp_path / "programs" / "bob" / "bot").exists()
    assert sorted(path.name for path in (tmp_path / "programs").iterdir()) == ["ada", "bob", "dan"]
    assert len(said) == 4
    assert said[0].startswith("'cleo' is left out: bot.toml: command: ")
    assert said[1] == "'eve' is left out: run is not a file with a command"
    with contextlib.closing(start_program(bots[0], game("push"), 1)) as player:
        process = player.sandbox.start((), stdout=subprocess.PIPE)
        assert process.communicate(timeout=20)[0] == b"found\n"
        player.sandbox.kill(process)


@pytest.mark.parametrize("active", [True, False])
def test_the_class_on_the_page_plays_whichever_environment_is_active(
    tmp_path: Path, active: bool
) -> None:
    marking, playing = (
        (PAGES / name).read_text() for name in ("mark-a-class.md", "tournaments.md")
    )
    program = re.search(r"^```c\n(.*?)^```$", marking, re.MULTILINE | re.DOTALL)
    commands = re.search(r"^```sh\n(.*?)^```$", marking, re.MULTILINE | re.DOTALL)
    assert program
    assert commands
    (tmp_path / "main.c").write_text(program[1])
    subprocess.run(["bash", "-e", "-c", commands[1]], cwd=tmp_path, check=True, timeout=60)
    line = next(line for line in playing.splitlines() if line.endswith(" --bots class"))
    done = subprocess.run(
        ["bash", "-c", line if active else f"{shlex.quote(str(BESIDE))}/{line}"],
        cwd=tmp_path,
        env={"PATH": f"{BESIDE}:{os.environ['PATH']}" if active else "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.startswith("8 bots, "), done
    for name in ("cleo", "dan"):
        assert f"'{name}' is left out: " in done.stdout + done.stderr
