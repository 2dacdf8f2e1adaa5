"""What a stranger's program writes reaches a terminal with its control characters escaped."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from outwit.cli import print_error
from outwit.errors import BotGarbage, harmless
from outwit.players.protocol_player import score_text
from outwit.process.terminal import open_terminal
from tests.players.bots import PYTHON

# Clears the screen, names the window, rings, and turns the direction of writing.
EVIL = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202e"
# It answers the first commands of every protocol with that, and anything else as well.
BOT = f"""
import sys
say = lambda text: (sys.stdout.buffer.write(text.encode()), sys.stdout.flush())
sys.stderr.buffer.write({EVIL!r}.encode())
say("move " + {EVIL!r} + "\\n")
for line in sys.stdin:
    if line == "ugi\\n": say("id name " + {EVIL!r} + "\\nugiok\\n")
    elif line == "isready\\n": say("readyok\\n")
    else: say("info score " + {EVIL!r} + " 1\\nbestmove " + {EVIL!r} + "\\n" + {EVIL!r} + "\\n")
"""


def on_a_terminal(*words: str) -> str:
    """Return what a command writes to a terminal, colours left out."""
    ours, theirs = open_terminal()
    with subprocess.Popen(
        [sys.executable, "-m", "outwit.cli", *words],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "NO_COLOR": "1", "TERM": "dumb"},
    ):
        os.close(theirs)
        written = b""
        try:
            while chunk := os.read(ours, 65_536):
                written += chunk
        except OSError:
            pass  # the other end is closed
        os.close(ours)
    return written.decode("utf-8", "backslashreplace")


def controls(text: str) -> set[str]:
    return {char for char in text if not char.isprintable()} - {"\n", "\r"}


@pytest.fixture
def bot(tmp_path: Path) -> str:
    path = tmp_path / "bot.py"
    path.write_text(BOT)
    return str(path)


@pytest.mark.compiled_only
@pytest.mark.parametrize(("game", "protocol"), [("push", "text"), ("advance", "ugi")])
def test_of_a_bot_that_is_checked(bot: str, game: str, protocol: str) -> None:
    words = ("--protocol", protocol, "--time", "2", "--", *PYTHON, bot)
    said = on_a_terminal("check-bot", game, *words)
    assert "WRONG" in said
    assert "\\x1b" in said
    assert controls(said) == set()


@pytest.mark.compiled_only
def test_of_a_bot_in_a_match(bot: str) -> None:
    entry = f"bad=ugi:{shlex.join((*PYTHON, bot))}"
    said = on_a_terminal("match", "advance", "random", entry, "--games", "2", "--jobs", "1")
    assert "bot-garbage" in said
    assert "\\x1b" in said
    assert controls(said) == set()


def test_in_a_fault_and_its_evidence() -> None:
    fault = BotGarbage(f"said {EVIL}", output=f"one\n{EVIL}\n")
    assert controls(str(fault)) == set()
    assert controls(fault.evidence["output"]) == set()
    assert fault.evidence["output"].count("\n") == 2


def test_in_a_score() -> None:
    assert controls(score_text(f"{EVIL} 3")) == set()
    assert controls(score_text(f"cp {EVIL}")) == set()


def test_in_an_error_that_quotes_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert print_error(f"bot.toml: {EVIL}", 2) == 2
    assert controls(capsys.readouterr().err) == set()


def test_what_can_be_printed_stays_as_it_is() -> None:
    assert harmless("Zoë ▲ ♞ 2–1\n  x") == "Zoë ▲ ♞ 2–1\n  x"
