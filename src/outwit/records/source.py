"""Reads records from a file, as text or as JSON lines."""

from __future__ import annotations

import sys
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from typing import BinaryIO

from outwit.core.argument import path_of
from outwit.errors import BadFile, BadRecord
from outwit.files import NOT_TEXT
from outwit.records.entry import Entry
from outwit.records.jsonlines import read_json
from outwit.records.reader import read_entries
from outwit.records.syntax import LONGEST_GAME, LONGEST_LINE

STANDARD_INPUT = "-"
# How a file of JSON lines is named, and how text begins.
ENDINGS, TEXT = (".json", ".jsonl"), (b"[Game", b";", b"%", b"{")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@contextmanager
def open_records(path: str) -> Iterator[Iterator[Entry | BadRecord]]:
    r"""Return a context manager that gives the games of a file, as ``read_entries`` does.

    The beginning of the file tells text from JSON lines, or the ending ``.json`` or ``.jsonl``.

    Args:
        path: The path of the file, ``-`` for standard input.

    Raises:
        BadFile: The file cannot be read (``unreadable`` makes the error).

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with open(f"{folder}/games.txt", "w") as file:
    ...         _ = file.write('[Game "ataxx"]\n\n1. f1 a6 *\n')
    ...     with open_records(f"{folder}/games.txt") as entries:
    ...         len(next(entries).record.moves)
    2
    """
    path = path_of("path", path)
    if path == STANDARD_INPUT:
        yield read_either(path, sys.stdin.buffer)  # type: ignore[arg-type]  # it is buffered
        return
    try:
        file = open(path, "rb")  # noqa: SIM115  # closed below, whatever the caller does
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    with file:
        yield read_either(path, file)


def read_either(path: str, file: BufferedReader) -> Iterator[Entry | BadRecord]:
    """Yield the games of an open file."""
    try:
        peeked = file.peek(64)[:64]
        if not is_text(peeked):
            yield BadRecord(f"{path!r} holds no games: {NOT_TEXT}")
            return
        if is_json(path, peeked.removeprefix(BYTE_ORDER_MARK).lstrip()):
            yield from read_json(text_lines(file, LONGEST_GAME))
        else:
            yield from read_entries(text_lines(file))
    except OSError as error:
        raise unreadable(path, error) from None


def is_json(path: str, beginning: bytes) -> bool:
    """Tell JSON lines from text, by the beginning of a file; in doubt by its name."""
    if beginning.startswith(b"{"):
        # A comment of text is not empty.
        return beginning[1:].lstrip().startswith((b'"', b"}"))
    is_named_so = path.lower().endswith(ENDINGS)
    return is_named_so and not beginning.startswith(TEXT)


def is_text(beginning: bytes) -> bool:
    """Tell whether a file that begins so, perhaps within a letter, can be text in UTF-8."""
    try:
        return "\0" not in getincrementaldecoder("utf-8")().decode(beginning)
    except UnicodeDecodeError:
        return False


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


def unreadable(path: str, error: OSError | ValueError) -> BadFile:
    """Return the error for a file that cannot be read."""
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return BadFile(f"{path!r} cannot be read: {reason}")
