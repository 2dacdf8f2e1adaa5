"""The first line of an input says what the rest is for: words, a game, its options."""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import TypeVar

import outwit
from outwit.core.game import Game
from outwit.errors import OutwitError

T = TypeVar("T")
# The names that were guessed, each with the name of what was taken.
guesses: dict[str, str] = {}
# Characters of the longest message that a person is shown.
LONGEST_MESSAGE = 1_000


@lru_cache(1)
def games() -> tuple[Game, ...]:
    return outwit.all_games()


def read_head(data: bytes) -> tuple[list[str], bytes]:
    """Return the words of the first line, and the lines after it."""
    head, _, rest = data.partition(b"\n")
    return head.decode("utf-8", "replace").split(), rest


def game_named(name: str) -> Game:
    """Return a game by its name; any other text is some game's, so that no input is wasted."""
    return guess(name, {game.name: game for game in games()})


def guess(name: str, known: dict[str, T]) -> T:
    """Return what has a name; for any other name something else, always the same, and note it."""
    if name not in known:
        guesses[name] = list(known)[zlib.crc32(name.encode()) % len(known)]
        name = guesses[name]
    return known[name]


def options_in(words: list[str]) -> dict[str, object]:
    """Return the options among words, written ``name=value``."""
    pairs = (word.partition("=") for word in words)
    return {name: value for name, equals, value in pairs if equals}


def chosen(data: bytes, count: int) -> int:
    """Return a number below ``count``, the same for the same input."""
    return zlib.crc32(data) % count


def check_refusal(error: OutwitError) -> None:
    """A message is short, and nothing in it is obeyed by a terminal."""
    message = str(error)
    assert message, type(error)
    assert message.isprintable(), ascii(message)
    assert len(message) <= LONGEST_MESSAGE, message[:200]
