"""The history of a tuning: JSON lines, the first one with the settings, then one for each pair."""

from __future__ import annotations

import json
import os

from outwit.core.value import Value
from outwit.errors import BadFile, UsageError
from outwit.files import parse_json, read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self

FORMAT = "outwit tuning history 1"
LARGEST_FILE = 1 << 30
POINTS = (0, 0.5, 1, 1.5, 2)


class PlayedPair(Value):
    """A pair by its number, with the first player's points."""

    number: int
    points: float


class History:
    """A file of pairs in the order in which they ended.

    Raise UsageError if the file cannot be written or is of other settings, BadFile if it is no
    history or damaged. A last line that was written by half is dropped.
    """

    def __init__(self, path: str, settings: dict[str, object]) -> None:
        self.path = path
        facts = {"format": FORMAT, **settings}
        try:
            data = read_bytes(path, LARGEST_FILE) if os.path.exists(path) else b""
            whole = data[: data.rfind(b"\n") + 1]
            lines = whole.splitlines()
            if lines:
                self._compare(lines[0], facts)
            elif not encoded(facts).startswith(data):
                raise BadFile(f"{path!r} is no history of a tuning: it has no whole line")
            self.known = [self._read(line, number) for number, line in enumerate(lines[1:], 2)]
            self.file = open(path, "ab")  # noqa: SIM115
            self.file.truncate(len(whole))
        except OSError as error:
            raise UsageError(f"{path!r} cannot be written: {error.strerror or error}") from None
        if not lines:
            self._write(facts)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def add(self, pair: PlayedPair, values: dict[str, float]) -> None:
        """Add a pair, and the values after it, which are for people to read."""
        rounded = {name: round(value, 3) for name, value in values.items()}
        self._write({"pair": pair.number, "points": pair.points, "values": rounded})

    def _compare(self, line: bytes, facts: dict[str, object]) -> None:
        found = self._parse(line, 1)
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise BadFile(f"{self.path!r} is no history of a tuning")
        # As JSON has them: a tuple is a list there.
        wanted = json.loads(json.dumps(facts))
        for key in (*wanted, *found):
            if found.get(key) != wanted.get(key):
                raise UsageError(
                    f"{self.path!r} is of other settings: {key} is {found.get(key)!r} there, "
                    f"not {wanted.get(key)!r}"
                )

    def _read(self, line: bytes, number: int) -> PlayedPair:
        found = self._parse(line, number)
        try:
            pair = PlayedPair(found["pair"], found["points"])
        except (TypeError, KeyError):
            raise BadFile(f"{self.path!r} is damaged in line {number}") from None
        if type(pair.number) is not int or pair.number < 0 or pair.points not in POINTS:
            raise BadFile(f"{self.path!r} is damaged in line {number}")
        return pair

    def _parse(self, line: bytes, number: int) -> Any:  # whatever is in there
        try:
            return parse_json(line)
        except BadFile as error:
            raise BadFile(f"{self.path!r} is damaged in line {number}: {error}") from None

    def _write(self, value: object) -> None:
        try:
            self.file.write(encoded(value))
            self.file.flush()
        except OSError as error:
            raise UsageError(f"{self.path!r} cannot be written: {error.strerror}") from None


def encoded(value: object) -> bytes:
    """Return a line of the file."""
    return json.dumps(value).encode("ascii") + b"\n"
