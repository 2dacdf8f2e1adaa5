"""The lines of a file that nobody vouches for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from outwit.records.form import LONGEST_LINE


def text_lines(file: BinaryIO, longest: int = LONGEST_LINE) -> Iterator[str]:
    """Return the lines of a file, of overlong ones only so much that they are seen to be.

    What is not UTF-8 becomes lone surrogates, which no line of a record may have.
    """
    # UTF-8 takes up to four bytes a character.
    most = 4 * longest + 4
    while data := file.readline(most):
        yield data.decode("utf-8", "surrogateescape")
        while len(data) == most and not data.endswith(b"\n"):
            data = file.readline(most)
