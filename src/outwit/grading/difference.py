"""The first difference between what was expected and what was written."""

from __future__ import annotations

from collections.abc import Collection
from itertools import zip_longest

from outwit.process.text import line_shown


def first_difference(
    expected: bytes, actual: bytes, what: str, free: Collection[bytes] = ()
) -> str:
    r"""Describe the first line that differs; return nothing if there is none.

    Lines end with LF only. An expected line that is in ``free``, there without its line end,
    matches any one line.

    >>> print(first_difference(b"a\nb\n", b"a\nc", "standard output"))
    standard output differs in line 2
      expected |b|
      written  |c| (no line end)
    """
    if expected == actual:
        return ""
    lines = zip_longest(split_lines(expected), split_lines(actual))
    for number, (wanted, got) in enumerate(lines, 1):
        if wanted == got:
            continue
        if wanted and got and wanted[:-1] in free and got.endswith(b"\n"):
            continue
        return "\n".join(
            [
                f"{what} differs in line {number}",
                f"  expected {'nothing more' if wanted is None else line_shown(wanted)}",
                f"  written  {'nothing more' if got is None else line_shown(got)}",
            ]
        )
    return ""


def split_lines(data: bytes) -> list[bytes]:
    """Return the lines with their ends."""
    *lines, last = data.split(b"\n")
    return [line + b"\n" for line in lines] + ([last] if last else [])
