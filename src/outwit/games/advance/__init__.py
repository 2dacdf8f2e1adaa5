"""Advance: a chess relative with builders, jesters and catapults on nine by nine squares."""

from outwit.core.game import Game
from outwit.core.option import Number
from outwit.games.advance.rules import Advance

GAME = Game(
    name="advance",
    title="A chess relative with builders, jesters and catapults.",
    sides=("White", "Black"),
    position_class=Advance,
    options=(
        Number(
            "limit",
            "moves of both sides after which material decides; 0 for none",
            200,
            rule=True,
        ),
    ),
)
