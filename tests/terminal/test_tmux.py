"""``outwit play`` in a real terminal."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from outwit.games import game
from outwit.terminal.cells import Painter
from outwit.terminal.colour import number
from tests.tools import needs

pytestmark = [
    pytest.mark.compiled_only,
    needs("tmux"),
]
OUTWIT = shlex.quote(str(Path(sys.executable).with_name("outwit")))
PATIENCE = 30.0
TRUE_COLOUR = "TERM=xterm-256color COLORTERM=truecolor"
FEW_COLOURS = ("TERM=screen-256color", "TERM=xterm-256color")


class Terminal:
    """A terminal of 80 by 24 characters in which a command runs."""

    def __init__(self, folder: Path, command: str, colours: str = TRUE_COLOUR) -> None:
        self.socket = str(folder / "tmux")
        environment = f"{colours} OUTWIT_HOME={folder}"
        self.tmux(
            *("-2", "new-session", "-d", "-x", "80", "-y", "24"),
            f"env {environment} {command}; read _",
        )

    def tmux(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-S", self.socket, "-f", os.devnull, *words],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        return done.stdout

    def press(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def wait_for(self, pattern: str) -> str:
        """Return the screen once it shows something."""
        shown = ""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            shown = self.tmux("capture-pane", "-p")
            if re.search(pattern, shown):
                return shown
            time.sleep(0.05)
        raise AssertionError(f"{pattern!r} is not on the screen:\n{shown}")

    def wait_for_end(self) -> None:
        end = time.monotonic() + PATIENCE
        while self.tmux("list-sessions") and time.monotonic() < end:
            time.sleep(0.05)
        assert not self.tmux("list-sessions")


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal(tmp_path, f"{OUTWIT} play ataxx --against random --seed 1")
    yield terminal
    terminal.tmux("kill-server")


def test_a_person_moves_in_a_real_terminal_and_leaves(terminal: Terminal, tmp_path: Path) -> None:
    screen = terminal.wait_for(r"Red +you")
    assert re.search(r"a +b +c +d +e +f +g", screen)
    terminal.press("Up", "Up", "Up", "Left", "Left", "Enter")
    screen = terminal.wait_for(r"2 Blue \w+")
    assert "1 Red clones to b7" in screen
    terminal.press("q")
    told = terminal.wait_for(r"(?s)To go on: outwit play --load .*\.txt")
    terminal.press("Enter")
    terminal.wait_for_end()
    [kept] = (tmp_path / "games").iterdir()
    assert "b7" in kept.read_text()
    assert str(kept) in told.replace("\n", "")


def test_a_click_of_the_mouse_moves_in_a_real_terminal(terminal: Terminal) -> None:
    screen = terminal.wait_for(r"Red +you").splitlines()
    row = next(number for number, line in enumerate(screen) if re.match(r" *7 ", line))
    column = next(line for line in screen if re.search(r"a +b +c +d", line)).index("b")
    for event in ("M", "m"):
        terminal.tmux("send-keys", "-l", f"\x1b[<0;{column + 1};{row + 1}{event}")
    terminal.wait_for(r"1 Red clones to b7")


@pytest.mark.parametrize("term", FEW_COLOURS)
def test_a_terminal_with_256_colours_gets_colours_of_its_own_that_differ(
    tmp_path: Path, term: str
) -> None:
    command = f"{OUTWIT} play ataxx --against random --seed 1"
    terminal = Terminal(tmp_path, command, f"-u COLORTERM {term}")
    try:
        terminal.wait_for(r"Red +you +2 pieces")
        screen = terminal.tmux("capture-pane", "-ep")
    finally:
        terminal.tmux("kill-server")
    assert "8;2;" not in screen
    # The middle row of the board, seven squares without a piece: light and dark in turn.
    row = next(line for line in screen.splitlines() if re.search(r"48;5;\d+m +4 ", line))
    grounds = re.findall(r"48;5;(\d+)m", row)
    light, dark = (
        number(each.hex6) for each in Painter(game("ataxx"), "dark", 2, coarse=True).wood
    )
    assert [each for each in grounds if each in (str(light), str(dark))][:2] in (
        [str(light), str(dark)],
        [str(dark), str(light)],
    )
