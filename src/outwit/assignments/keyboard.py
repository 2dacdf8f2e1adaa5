"""Simulated input at the keyboard of a program, with some wrong lines."""

from __future__ import annotations

from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

SLIP = 0.12
BREAK_OFF = 0.2
JUNK = ("", " ", "please", "0", "-1", "99 99", "a1", "a 1->b 3", "A1", "north", "1  1", "x" * 90)


class KeyboardSession(Value):
    """Arguments, input and files of a program; ``choice``: the computer chooses some moves."""

    arguments: tuple[str, ...]
    stdin: str
    files: dict[str, bytes | None]
    choice: bool = False


def type_lines(lines: list[str], rng: Random) -> str:
    """Return the lines as one text; perhaps it ends early."""
    if rng.random() < BREAK_OFF:
        lines = lines[: rng.randrange(len(lines) + 1)]
    return "".join(f"{line}\n" for line in lines)


def type_with_slips(lines: list[str], rng: Random) -> str:
    """Return the lines as one text, with other lines between them; perhaps it ends early."""
    slipped = []
    for line in type_lines(lines, rng).splitlines():
        if rng.random() < SLIP:
            slipped.append(rng.choice(JUNK))
        slipped.append(line)
    return "".join(f"{line}\n" for line in slipped)
