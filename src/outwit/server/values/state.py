"""The state of a game for a watcher, sent as a whole or as changes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from typing import Any

import orjson

Played = dict[str, str]
Score = tuple[int, int]
# Fields of a state that are serialised separately.
APART = frozenset(("played", "scores", "words"))
_numbers = count()


class Seen:
    """The large parts of a state; a browser with the last state gets only their changes."""

    def __init__(
        self,
        parts: tuple[str, ...],
        played: list[Played],
        scores: list[Score],
        words: dict[str, str],
    ) -> None:
        self.number = next(_numbers)
        self.parts = parts
        self.played = played
        self.scores = scores
        self.words = words

    def write(self) -> str:
        """Return all parts as JSON: the fields of an object, without its braces."""
        return f'{self._listed()},"svg":"{"".join(map(_inside, self.parts))}"'

    def write_after(self, last: Seen | None) -> str:
        """Return the changes since the last state of a browser as JSON.

        ``svg`` has the parts of the picture, null for an unchanged part. ``kept`` has the numbers
        of played moves and scores that stay; the new ones follow. ``words`` has the changed
        squares, with an empty text for a square that is now empty.
        """
        if last is None:
            parts = ",".join([f'"{_inside(part)}"' for part in self.parts])
            return f'{self._listed()},"svg":[{parts}]'
        parts = ",".join(
            [
                "null" if new == old else f'"{_inside(new)}"'
                for new, old in zip(self.parts, last.parts, strict=True)
            ]
        )
        moves, scores = same(self.played, last.played), same(self.scores, last.scores)
        words = {name: said for name, said in self.words.items() if last.words.get(name) != said}
        words |= {name: "" for name in last.words if name not in self.words}
        changes = {
            "played": self.played[moves:],
            "scores": self.scores[scores:],
            "kept": (moves, scores),
            "words": words,
        }
        return f'{orjson.dumps(changes).decode()[1:-1]},"svg":[{parts}]'

    def _listed(self) -> str:
        everything = {"played": self.played, "scores": self.scores, "words": self.words}
        return orjson.dumps(everything).decode()[1:-1]


class State(dict[str, Any]):
    """A message to all watchers with the same view of a game.

    Its large parts are in ``seen``, including the picture, which is not a field of the dict.
    """

    seen: Seen

    def __init__(self, seen: Seen, **fields: Any) -> None:
        super().__init__(fields, played=seen.played, scores=seen.scores, words=seen.words)
        self.seen = seen
        # Texts by the number of the browser's last state; None for the whole state.
        self._texts: dict[int | None, str] = {}

    def whole(self) -> dict[str, Any]:
        """Return all fields of the message."""
        return {**self, "svg": "".join(self.seen.parts)}

    @property
    def text(self) -> str:
        """Return the whole message in wire format, the picture in one piece."""
        if None not in self._texts:
            self._texts[None] = self._with(self.seen.write())
        return self._texts[None]

    def text_after(self, last: Seen | None) -> str:
        """Return the message in wire format for a browser with the last state."""
        number = -1 if last is None else last.number
        if number not in self._texts:
            self._texts[number] = self._with(self.seen.write_after(last))
        return self._texts[number]

    def _with(self, written: str) -> str:
        small = {name: value for name, value in self.items() if name not in APART}
        return f"{orjson.dumps(small).decode()[:-1]},{written}}}"


def same(new: Sequence[object], old: Sequence[object]) -> int:
    """Return the length of the common beginning of two lists.

    >>> same([1, 2, 3], [1, 2]), same([1, 4], [1, 2]), same([], [1])
    (2, 1, 0)
    """
    length = min(len(new), len(old))
    # Usually the new list only continues the old one.
    if not length or new[length - 1] is old[length - 1]:
        return length
    return next((i for i in range(length) if new[i] != old[i]), length)


@lru_cache(1000)
def _inside(text: str) -> str:
    """Return a text in JSON without quotes; cached, because parts of pictures repeat."""
    return orjson.dumps(text).decode()[1:-1]
