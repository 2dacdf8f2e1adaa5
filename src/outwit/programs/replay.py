"""One of our programs run here, on given input, with choices that another program has made.

Where an assignment leaves a choice to the computer, no output is the only right one. So what
another program has printed is searched for its choices, and ours says what belongs around them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module

from outwit.core.value import Value
from outwit.programs.console import Console, EndOfInput, Leave


class Replayed(Value):
    """What a program prints, and how it ends."""

    stdout: bytes
    stderr: bytes
    status: int


class ReplayConsole(Console):
    """Input and output in memory; the computer chooses what it is told, as long as it may."""

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
        """Return the next choice told; the first of those allowed if it is none of them."""
        moves = sorted(allowed())
        told = next(self.choices, "")
        return told if told in moves else moves[0]


def replay(program: str, words: list[str], stdin: bytes, said: bytes) -> Replayed:
    """Return what a program of ours prints if its computer chooses as in the output ``said``."""
    module = import_module(program)
    console = ReplayConsole(stdin, module.announced(said))
    try:
        status = module.play(console, words)
    except Leave as leave:
        status = leave.status
        if leave.message:
            console.complain(leave.message)
    except EndOfInput:
        status = 0
    console.flush()
    return Replayed(bytes(console.stdout), bytes(console.stderr), status)
