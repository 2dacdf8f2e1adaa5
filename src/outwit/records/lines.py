"""Reads the lines of a file that may be hostile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from outwit.records.syntax import LONGEST_LINE


def text_lines(file: BinaryIO, longest: int = LONGEST_LINE) -> Iterator[str]:
    """Yield the lines of a file; of a line longer than ``longest``, a beginning that is longer.

    Bytes that are not UTF-8 become lone surrogates, which readers of records refuse.
    """
    # UTF-8 takes up to four bytes a character.
    most = 4 * longest + 4
    while data := file.readline(most):
        yield data.decode("utf-8", "surrogateescape")
        while len(data) == most and not data.endswith(b"\n"):
            data = file.readline(most)
