"""The inputs that are kept, a folder for each target, and how they are changed at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha1
from importlib import import_module
from pathlib import Path
from random import Random

FOLDER = Path(__file__).parent / "corpus"
TARGETS = (
    "boards",
    "networks",
    "portals",
    "positions",
    "protocols",
    "records",
    "sockets",
    "tournaments",
)
# Begins the names of inputs that broke a promise once.
FOUND = "found-"
# What parsers stumble over.
WORDS = (
    b"",
    b"\0",
    b"\n",
    b"\r\n",
    b" ",
    b"-1",
    b"0",
    b"00",
    b"9" * 20,
    b"1e999",
    b"NaN",
    b"Infinity",
    b"null",
    b"[]",
    b"{}",
    b'"',
    b"\\",
    b"\\ud800",
    b"\xff",
    b"\xed\xa0\x80",
    b"\xc3\xa9",
    b"\xd9\xa3",
    b"\xf0\x9f\x98\x80",
    b"\xe2\x80\xae",
    b"\x1b[2J",
    b"-+1",
)

Target = Callable[[bytes], None]


def target_named(name: str) -> Target:
    """Return a target by its name."""
    found: Target = import_module(f"tests.fuzz.{name}").target
    return found


def kept(name: str, folder: Path = FOLDER) -> list[bytes]:
    """Return the kept inputs of a target, always in the same order."""
    return [path.read_bytes() for path in sorted((folder / name).glob("*"))]


def name_of(data: bytes) -> str:
    """Return the name under which an input is kept."""
    return sha1(data, usedforsecurity=False).hexdigest()[:12]


def mutations(inputs: list[bytes], seed: str) -> Iterator[bytes]:
    """Yield changed inputs without end, the same for the same seed."""
    rng = Random(seed)
    while True:
        data = bytearray(rng.choice(inputs))
        for _ in range(rng.choice((1, 1, 2, 5))):
            change(data, rng.choice(inputs), rng)
        yield bytes(data)


def change(data: bytearray, other: bytes, rng: Random) -> None:
    """Change an input in one place."""
    at, size = rng.randrange(len(data) + 1), rng.choice((0, 1, 1, 2, 4, 16))
    kind = rng.randrange(6)
    if kind == 0:
        del data[at : at + size]
    elif kind == 1:
        data[at : at + size] = rng.randbytes(size)
    elif kind == 2:
        data[at : at + size] = rng.choice(WORDS)
    elif kind == 3:
        source = rng.randrange(len(data) + 1)
        data[at:at] = data[source : source + rng.choice((1, 8, 64))]
    elif kind == 4:
        source = rng.randrange(len(other) + 1)
        data[at : at + size] = other[source : source + rng.choice((1, 8, 64))]
    elif at < len(data):
        data[at] ^= 1 << rng.randrange(8)
