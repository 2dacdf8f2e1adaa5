"""``ataxx --display``: the program's board on the terminal, with all its commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable

from outwit.assignments.ataxx.program import CommandSession, Quit, open_file
from outwit.assignments.ataxx.spelling import spell
from outwit.assignments.console import Console, EndOfInput, Leave
from outwit.core.move import Move
from outwit.errors import UsageError
from outwit.games.ataxx.rules import Ataxx
from outwit.terminal.app import NEEDS_TEXTUAL


class ShownConsole(Console):
    """Keeps what is written; before the computer thinks, the board is shown."""

    def __init__(self) -> None:
        super().__init__(-1)
        self.text: list[str] = []
        self.show: Callable[[], None] = lambda: None

    def flush(self) -> None:
        """Keep what was written."""
        self.text += [part.decode("utf-8", "replace") for part in self.written]
        self.written.clear()

    def complain(self, text: str) -> None:
        """Keep a line for standard error, too."""
        self.flush()
        self.text.append(f"{text}\n")

    def decide(self, choose: Callable[[], str], allowed: Callable[[], Iterable[str]]) -> str:
        """Show the board, then let the computer choose."""
        self.show()
        return choose()

    def taken(self) -> str:
        """Return what was written since the last time."""
        self.flush()
        text = "".join(self.text)
        self.text.clear()
        return text


class ShownSession:
    """The program as ``terminal.commandapp`` wants it."""

    def __init__(self) -> None:
        self.console = ShownConsole()
        self.session = CommandSession(self.console)

    @property
    def position(self) -> Ataxx:
        """Return the position as it is now."""
        return self.session.position

    def prompt(self) -> str:
        """Return the program's prompt."""
        return self.session.prompt()

    def carry_out(self, line: str, show: Callable[[], None]) -> str:
        """Obey a command and return what the program prints."""
        from outwit.terminal.commandapp import ProgramEnds

        self.console.show = show
        try:
            self.session.carry_out(line)
        except Quit:
            raise ProgramEnds from None
        return self.console.taken()

    def spell(self, move: Move) -> str:
        """Return the command that plays a move."""
        return spell(self.session.position, move)

    def stop(self) -> None:
        """End the computer's search."""
        self.session.engine.stop()


def display(paths: list[str]) -> int:
    """Open the board; raise Leave if that cannot be."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Leave(1, "ataxx: --display needs a terminal")
    commands = tuple(line for path in paths for line in lines_of(path))
    try:
        from outwit.terminal.commandapp import CommandApp
    except ModuleNotFoundError as error:
        raise Leave(UsageError.exit_status, f"ataxx: {NEEDS_TEXTUAL}") from error
    CommandApp("Ataxx", ShownSession(), commands).run()
    return 0


def lines_of(path: str) -> list[str]:
    """Return the lines of a file of commands."""
    console = Console(open_file(path))
    lines = []
    try:
        while True:
            lines.append(console.text_line())
    except EndOfInput:
        os.close(console.source)
        return lines
