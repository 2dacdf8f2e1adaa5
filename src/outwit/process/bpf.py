"""A small assembler for the programs with which the system judges calls (classic BPF).

A program looks at a call, word by word, and returns what becomes of it. Jumps go forward only.
"""

from __future__ import annotations

import struct

# Where the parts of a call are, in bytes: number, architecture, and the low half of an argument.
NUMBER, ARCHITECTURE, ARGUMENTS, ARGUMENT_SIZE = 0, 4, 16, 8
# Operations.
LOAD, RETURN = 0x20, 0x06
IF_EQUAL, IF_GREATER, IF_ANY_BIT = 0x15, 0x25, 0x45
# What becomes of a call; the number of an error is added to the second.
ALLOW, ERROR, KILL = 0x7FFF_0000, 0x0005_0000, 0x8000_0000
LONGEST_JUMP = 255
INSTRUCTION = struct.Struct("=HBBI")


class Assembler:
    """A program that is being written; jumps name labels, and an empty name means the next line."""

    def __init__(self) -> None:
        self._lines: list[tuple[int, str, str, int]] = []
        self._labels: dict[str, int] = {}

    def load(self, place: int) -> None:
        """Load a word of the call."""
        self._lines.append((LOAD, "", "", place))

    def load_argument(self, number: int) -> None:
        """Load the low half of an argument, on machines that store it first."""
        self.load(ARGUMENTS + ARGUMENT_SIZE * number)

    def jump_if(self, test: int, number: int, then: str, otherwise: str = "") -> None:
        """Compare the loaded word with a number, and jump."""
        self._lines.append((test, then, otherwise, number))

    def label(self, name: str) -> None:
        """Name the next line."""
        if name in self._labels:
            raise ValueError(f"two lines are named {name!r}")
        self._labels[name] = len(self._lines)

    def give(self, verdict: int) -> None:
        """Say what becomes of the call."""
        self._lines.append((RETURN, "", "", verdict))

    def assemble(self) -> bytes:
        """Return the program; raise ValueError if a jump goes back, or too far."""
        return b"".join(
            INSTRUCTION.pack(code, self._distance(at, then), self._distance(at, otherwise), number)
            for at, (code, then, otherwise, number) in enumerate(self._lines)
        )

    def _distance(self, at: int, name: str) -> int:
        if not name:
            return 0
        if name not in self._labels:
            raise ValueError(f"no line is named {name!r}")
        distance = self._labels[name] - at - 1
        if not 0 <= distance <= LONGEST_JUMP:
            raise ValueError(f"line {at} cannot jump to {name!r}")
        return distance
