"""Reads lines from a person, with editing and history on a terminal."""

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
            # Undecodable input is not an error: it is not a legal move.
            sys.stdin.reconfigure(errors="replace")

    def ask(self, question: str) -> str | None:
        """Return the next line, stripped, None at the end of the input."""
        try:
            return input(question).strip()
        except EOFError:
            if question:
                sys.stdout.write("\n")
            return None

    def confirm(self, question: str) -> bool:
        """Ask for confirmation on a terminal; other input counts as confirmed."""
        if not self.is_interactive:
            return True
        answer = self.ask(f"{question} [y/N] ")
        return answer is not None and answer.lower() in {"y", "yes"}

    def complete(self, typed: str, index: int) -> str | None:
        """Return the ``index``-th completion of the typed text, None after the last."""
        found = [word for word in self.candidates() if word.startswith(typed)]
        return found[index] if index < len(found) else None

    def close(self) -> None:
        """Write the history to its file; ignore a failure."""
        if self.readline is not None:
            self.readline.set_completer(None)
            with contextlib.suppress(OSError):
                home().mkdir(parents=True, exist_ok=True)
                self.readline.write_history_file(history())


def load_readline() -> ModuleType | None:
    """Return the module ``readline``, None if Python lacks it."""
    try:
        import readline
    except ImportError:
        return None
    return readline


def history() -> str:
    """Return the path of the history file."""
    return str(home() / "history")
