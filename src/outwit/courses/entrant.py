"""A hand-in as it plays and is marked: its built folder and its description, or a bot of ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from outwit.arena.openings import Book, draw_opening
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.core.value import Value
from outwit.errors import UsageError
from outwit.grading.health import our_faults
from outwit.players.handin import conversation_of, sides_of, spec_of
from outwit.players.roster import BotSpec, read_spec
from outwit.players.submission import Submission
from outwit.process.archive import unpack
from outwit.process.folder import PrivateFolder

__all__ = ["Entrant", "describe", "laid_out", "opening", "opponent_name", "sides_of", "spec_of"]


class Entrant(Value):
    """Who plays: a hand-in, by ``bot`` and ``built``, or a bot of ours, by its words."""

    name: str
    bot: dict[str, Any] | None = None
    built: bytes | None = None
    opponent: str = ""


def describe(submission: Submission) -> dict[str, Any]:
    """Return what is stored of a program.

    What it asks for itself, such as more memory or places to read, is not granted.
    """
    bot = submission.bot
    return {
        "kind": bot.kind,
        "command": list(bot.command),
        "settings": [list(pair) for pair in bot.settings],
        "declared": submission.declared,
    }


@contextmanager
def laid_out(entrant: Entrant) -> Iterator[BotSpec]:
    """Yield the bot of an entrant, whose folder is there meanwhile."""
    if entrant.bot is None or entrant.built is None:
        yield read_spec(entrant.opponent).replace(name=entrant.name)
        return
    with our_faults():
        place = PrivateFolder()
    try:
        with our_faults():
            unpack(entrant.built, place.path)
        yield spec_of(entrant.name, entrant.bot, place.path)
    finally:
        place.close()


def opponent_name(words: str) -> str:
    """Return the name under which a bot of ours is shown.

    >>> opponent_name("engine:level=3"), opponent_name("careful")
    ('level 3', 'careful')
    """
    spec = read_spec(words)
    levels = [value for key, value in spec.settings if key == "level"]
    return f"level {levels[0]}" if spec.kind == "engine" and levels else spec.name


def opening(game: Game, options: dict[str, str], seed: int, *bots: BotSpec) -> Position:
    """Return an opening of an assignment, the same for the same seed.

    It is the start position if one of the bots can begin with nothing else.
    """
    drawn = draw_opening(game, Book(options=tuple(sorted(options.items()))), seed, 0)
    is_taken = all(begins_with(bot, game, drawn) for bot in bots)
    return drawn if is_taken else game.start(**options)


def begins_with(bot: BotSpec, game: Game, start: Position) -> bool:
    """Tell whether a bot can be told of a game that begins with a position."""
    words = conversation_of(bot, game)
    if words is None:
        return True
    position = turn_to(start.copy(), words.sides)
    try:
        words.opening(position, int(position.turn))
    except UsageError:
        return False
    return True


def turn_to(position: Position, sides: tuple[int, ...]) -> Position:
    """Return a position, after a move if the side to move is none of these."""
    if int(position.turn) not in sides:
        position.play(min(position.legal_moves))
    return position
