"""Runs one of our programs in this process, with the choices that another program has made.

Where an assignment lets the computer choose a move, more than one output is right. So the choices
are read from the output of the other program, and our program is run with the same choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from outwit.assignments.console import Console, EndOfInput, Leave
from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType


class Replayed(Value):
    """What a program prints, and how it ends."""

    stdout: bytes
    stderr: bytes
    status: int


class ReplayConsole(Console):
    """Input and output in memory; the computer makes the given choices, if they are allowed."""

    def __init__(self, stdin: bytes, choices: Iterable[str]) -> None:
        super().__init__(-1)
        self.waiting = stdin
        self.ended = True
        self.choices = iter(choices)
        self.stdout = bytearray()
        self.stderr = bytearray()

    def flush(self) -> None:
        """Keep what was written."""
        self.stdout += b"".join(self.written)
        self.written.clear()

    def complain(self, text: str) -> None:
        """Keep a line for standard error."""
        self.stderr += f"{text}\n".encode("utf-8", "replace")

    def decide(self, choose: Callable[[], str], allowed: Callable[[], Iterable[str]]) -> str:
        """Return the next given choice, or the first allowed one if it is not allowed."""
        moves = sorted(allowed())
        told = next(self.choices, "")
        return told if told in moves else moves[0]


def replay(program: ModuleType, words: list[str], stdin: bytes, said: bytes) -> Replayed:
    """Return what our program prints if its computer chooses as in the output ``said``."""
    console = ReplayConsole(stdin, program.announced(said))
    try:
        status = program.play(console, words)
    except Leave as leave:
        status = leave.status
        if leave.message:
            console.complain(leave.message)
    except EndOfInput:
        status = 0
    console.flush()
    return Replayed(bytes(console.stdout), bytes(console.stderr), status)
