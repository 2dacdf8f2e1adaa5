"""A program that was handed in: how it is run, and which sides it plays."""

from __future__ import annotations

from typing import Any

from outwit.assignments.assignment import assignment_of
from outwit.assignments.conversation import Conversation
from outwit.core.game import Game
from outwit.core.side import SIDES
from outwit.players.roster import BotSpec

# The kind of program whose conversation may know one side only.
TEXT = "text"


def spec_of(name: str, bot: dict[str, Any], folder: str) -> BotSpec:
    """Return a program that was described when it was built, in a folder."""
    return BotSpec(
        name,
        bot["kind"],
        tuple(bot["command"]),
        tuple((key, value) for key, value in bot["settings"]),
        folder=folder,
    )


def conversation_of(bot: BotSpec, game: Game) -> Conversation | None:
    """Return how a bot is talked to if it is a text program."""
    if bot.kind != TEXT:
        return None
    known = assignment_of(game).conversations
    return known.get(dict(bot.settings).get("program", next(iter(known), "")))


def sides_of(bot: BotSpec, game: Game) -> tuple[int, ...]:
    """Return the sides that a bot can play."""
    words = conversation_of(bot, game)
    return SIDES if words is None else words.sides
