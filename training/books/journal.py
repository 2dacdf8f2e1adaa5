"""The journal of a growing book: the searches, one line a round."""

from __future__ import annotations

import json
import os

from outwit.core.value import Value
from outwit.errors import BadFile, UsageError
from outwit.files import parse_json, read_bytes
from training.books.tree import Edge, Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Self

FORMAT = "outwit book journal 1"
LARGEST_FILE = 1 << 30


class Journal:
    """A file of rounds; the first line holds the book's settings.

    Raise UsageError if the file cannot be written or has other settings, BadFile if it is no
    journal. An incomplete last line, left by a process that was killed, is dropped.
    """

    def __init__(self, how: dict[str, object], path: str) -> None:
        self.path = path
        facts = {"format": FORMAT, **how}
        try:
            data = read_bytes(path, LARGEST_FILE) if os.path.exists(path) else b""
            whole = data[: data.rfind(b"\n") + 1]
            self.lines = whole.splitlines()
            if self.lines and self._read(1) != facts:
                raise UsageError(f"{path!r} is the journal of a book that grows another way")
            if not self.lines and not encoded(facts).startswith(data):
                raise BadFile(f"{path!r} is no journal: it has no whole line")
            self.file = open(path, "ab")  # noqa: SIM115
            self.file.truncate(len(whole))
        except OSError as error:
            raise UsageError(f"{path!r} cannot be written: {error.strerror or error}") from None
        if not self.lines:
            self._write(facts)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def rounds(self) -> Iterator[list[Node]]:
        """Yield the rounds that the file held when opened; raise BadFile at a damaged one."""
        for number in range(2, len(self.lines) + 1):
            try:
                found = [
                    Node(start, tuple(line), key, mark, tuple(Edge(*edge) for edge in edges))
                    for start, line, key, mark, edges in self._read(number)
                ]
            except (TypeError, ValueError):
                raise BadFile(f"{self.path!r} is damaged in line {number}") from None
            yield found

    def add(self, nodes: list[Node]) -> None:
        """Add a round."""
        self._write(
            [[n.start, n.line, n.key, n.mark, [plain(edge) for edge in n.edges]] for n in nodes]
        )

    def _read(self, number: int) -> Any:  # whatever is in there
        try:
            return parse_json(self.lines[number - 1])
        except BadFile as error:
            raise BadFile(f"{self.path!r} is no journal: line {number}: {error}") from None

    def _write(self, value: object) -> None:
        try:
            self.file.write(encoded(value))
            self.file.flush()
        except OSError as error:
            raise UsageError(f"{self.path!r} cannot be written: {error.strerror}") from None


def encoded(value: object) -> bytes:
    """Return a line of the journal."""
    return json.dumps(value).encode("ascii") + b"\n"


def plain(value: Value) -> list[object]:
    """Return the fields of a record in their order."""
    return [getattr(value, name) for name in value.fields]
