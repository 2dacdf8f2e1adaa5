"""A record with its place in a file."""

from __future__ import annotations

from bisect import bisect_right

from outwit.core.value import Value
from outwit.records.record import GameRecord


class Entry(Value):
    """A record as found in a file: the line it begins on, and the lines of its tags and moves.

    ``move_lines`` holds, for each line with moves, the index of its first move and its number.
    """

    record: GameRecord
    line: int
    tag_lines: dict[str, int]
    move_lines: list[tuple[int, int]]

    def line_of(self, place: str | int) -> int:
        """Return the line of a tag, by name, or of a move, by index from 0."""
        if isinstance(place, str):
            return self.tag_lines.get(place, self.line)
        number = bisect_right(self.move_lines, place, key=lambda pair: pair[0])
        return self.move_lines[number - 1][1] if number else self.line
