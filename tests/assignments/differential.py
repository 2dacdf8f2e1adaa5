"""Compare what a program left behind with what its oracle expects."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from tests.assignments.process import Result

JUNK = [
    b"",
    b" ",
    b"\t",
    b"\r",
    b"please",
    b"\x00",
    b"\x00\x00a1",
    b"\xff\xfe",
    b"\xe2\x82",
    b"\x1b[2J",
    b"\\n",
    b"%s%n{}",
    b"-1",
    b"--",
    b"->",
    b"0",
    b"99999999999999999999",
    "é".encode(),
    "ＡＢ１".encode(),
    "日本->語".encode(),
    "\N{GRINNING FACE}".encode(),
    b"x" * 70_000,
    b"a1" * 5_000,
]
"""What nobody should type."""


def junk(rng: random.Random) -> bytes:
    """A line, without its end, that means little to any program."""
    if rng.random() < 0.7:
        return rng.choice(JUNK)
    return bytes(rng.choice(b"aAbB129 -->,.\tnswNSxyzYZ\x00\xc3") for _ in range(rng.randint(1, 9)))


class Recorded:
    """The lines on their way to an oracle, kept for the program."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self.lines = iter(lines)
        self.kept: list[bytes] = []

    def __iter__(self) -> Iterator[bytes]:
        for line in self.lines:
            self.kept.append(line)
            yield line

    @property
    def text(self) -> bytes:
        """Everything that was typed so far."""
        return b"".join(self.kept)


def line_end(rng: random.Random) -> bytes:
    """How a line ends: as on Unix or as on Windows."""
    return b"\r\n" if rng.random() < 0.1 else b"\n"


def assert_same(expected: Result, actual: Result, about: object = "") -> None:
    """Fail with the first difference; a line ``name: *`` of stderr stands for any wording."""
    assert actual.stdout == expected.stdout, difference(expected.stdout, actual.stdout, about)
    wanted, got = expected.stderr.splitlines(True), actual.stderr.splitlines(True)
    assert len(got) == len(wanted), (about, expected.stderr, actual.stderr)
    for line, other in zip(wanted, got, strict=True):
        if line.endswith(b": *\n"):
            assert other.startswith(line.removesuffix(b"*\n")), (about, other)
            assert other.endswith(b"\n"), (about, other)
            assert len(other) > len(line), (about, other)
        else:
            assert other == line, (about, line, other)
    assert actual.status == expected.status, about


def difference(expected: bytes, actual: bytes, about: object) -> str:
    """Where two outputs part."""
    place = next(
        (i for i, pair in enumerate(zip(expected, actual, strict=False)) if pair[0] != pair[1]),
        min(len(expected), len(actual)),
    )
    start = max(0, place - 200)
    return (
        f"{about}: at byte {place}\nexpected {expected[start : place + 200]!r}\n"
        f"     got {actual[start : place + 200]!r}"
    )
