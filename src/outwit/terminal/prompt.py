"""Asks a person for lines, with editing and history where there is a terminal."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable, Iterable
from types import ModuleType

from outwit.home import home

LONGEST_HISTORY = 1_000


class Prompt:
    """Standard input, line by line.

    On a terminal the Tab key completes to the words that ``candidates`` returns.
    """

    def __init__(self) -> None:
        self.is_interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self.candidates: Callable[[], Iterable[str]] = tuple
        self.readline = load_readline() if self.is_interactive else None
        if self.readline is not None:
            with contextlib.suppress(OSError):
                self.readline.read_history_file(history())
            self.readline.set_history_length(LONGEST_HISTORY)
            self.readline.set_completer(self.complete)
            self.readline.set_completer_delims(" \t\n")
            self.readline.parse_and_bind("tab: complete")
        if isinstance(sys.stdin, io.TextIOWrapper):
            # Whatever is typed is at worst no move.
            sys.stdin.reconfigure(errors="replace")

    def ask(self, question: str) -> str | None:
        """Return the next line without blanks at its ends, None at the end of the input."""
        try:
            return input(question).strip()
        except EOFError:
            if question:
                sys.stdout.write("\n")
            return None

    def confirm(self, question: str) -> bool:
        """Ask for a yes on a terminal; elsewhere nobody is there to ask, so it counts as one."""
        if not self.is_interactive:
            return True
        answer = self.ask(f"{question} [y/N] ")
        return answer is not None and answer.lower() in {"y", "yes"}

    def complete(self, typed: str, index: int) -> str | None:
        """Return one of the words that begin with what was typed, None after the last."""
        found = [word for word in self.candidates() if word.startswith(typed)]
        return found[index] if index < len(found) else None

    def close(self) -> None:
        """Write the history to its file, if that can be done."""
        if self.readline is not None:
            self.readline.set_completer(None)
            with contextlib.suppress(OSError):
                home().mkdir(parents=True, exist_ok=True)
                self.readline.write_history_file(history())


def load_readline() -> ModuleType | None:
    """Return the module ``readline``, None where Python has none."""
    try:
        import readline
    except ImportError:
        return None
    return readline


def history() -> str:
    """Return the path of the file of lines typed before."""
    return str(home() / "history")
