"""The game as somebody sees it, and how it is written: as a whole, or as what has changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from typing import Any

import orjson

Played = dict[str, str]
Score = tuple[int, int]
# The fields of a state that are written apart.
APART = frozenset(("played", "scores", "words"))
_numbers = count()


class Seen:
    """The large parts of a state: to a browser that has the last ones, only changes are sent."""

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
        """Return everything as JSON: the fields of an object, without its braces."""
        return f'{self._listed()},"svg":"{"".join(map(_inside, self.parts))}"'

    def write_after(self, last: Seen | None) -> str:
        """Return as JSON what has changed since the last state that a browser has.

        ``svg`` has the parts of the picture, None for one that stays. ``kept`` tells how many of
        the moves played and of the scores stay; those after them follow. Of ``words`` the squares
        that changed are there, empty where nothing is any more.
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
    """A message to all who see the same of a game.

    What is large of it is written apart: ``seen``, with the picture, which is not among the fields.
    """

    seen: Seen

    def __init__(self, seen: Seen, **fields: Any) -> None:
        super().__init__(fields, played=seen.played, scores=seen.scores, words=seen.words)
        self.seen = seen
        # By the number of what a browser has already; None for the whole.
        self._texts: dict[int | None, str] = {}

    def whole(self) -> dict[str, Any]:
        """Return everything that the message says."""
        return {**self, "svg": "".join(self.seen.parts)}

    @property
    def text(self) -> str:
        """Return the whole message as it is sent, its picture in one piece."""
        if None not in self._texts:
            self._texts[None] = self._with(self.seen.write())
        return self._texts[None]

    def text_after(self, last: Seen | None) -> str:
        """Return the message as it is sent to a browser that has the parts of the last one."""
        number = -1 if last is None else last.number
        if number not in self._texts:
            self._texts[number] = self._with(self.seen.write_after(last))
        return self._texts[number]

    def _with(self, written: str) -> str:
        small = {name: value for name, value in self.items() if name not in APART}
        return f"{orjson.dumps(small).decode()[:-1]},{written}}}"


def same(new: Sequence[object], old: Sequence[object]) -> int:
    """Count how many items at the beginning of two lists are the same.

    >>> same([1, 2, 3], [1, 2]), same([1, 4], [1, 2]), same([], [1])
    (2, 1, 0)
    """
    length = min(len(new), len(old))
    # Most often the new list only goes on.
    if not length or new[length - 1] is old[length - 1]:
        return length
    return next((i for i in range(length) if new[i] != old[i]), length)


@lru_cache(1000)
def _inside(text: str) -> str:
    """Return a text as JSON has it between the quotes; most parts of pictures come back."""
    return orjson.dumps(text).decode()[1:-1]
