"""A program that was handed in: how it is run, and which sides it plays."""

from __future__ import annotations

from typing import Any

from outwit.assignments.assignment import assignment_of
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


def sides_of(spec: BotSpec, game: Game) -> tuple[int, ...]:
    """Return the sides that a bot can play."""
    if spec.kind != TEXT:
        return SIDES
    known = assignment_of(game).conversations
    program = dict(spec.settings).get("program", next(iter(known), ""))
    return known[program].sides if program in known else SIDES
