"""Advance: a chess relative with builders, jesters and catapults on nine by nine squares."""

from outwit.core.game import Game
from outwit.core.option import Number
from outwit.core.parts import Parts
from outwit.core.piece import Piece
from outwit.core.side import FIRST, SECOND
from outwit.games.advance.rules import Advance

NAMES = {
    "Z": "Zombie",
    "B": "Builder",
    "J": "Jester",
    "M": "Miner",
    "S": "Sentinel",
    "C": "Catapult",
    "D": "Dragon",
    "G": "General",
}
PIECES = (
    *(Piece(letter, name, FIRST) for letter, name in NAMES.items()),
    *(Piece(letter.lower(), name, SECOND) for letter, name in NAMES.items()),
)


def load_parts() -> Parts:
    """Return the parts of the game besides its rules."""
    from outwit.games.advance.parts import PARTS

    return PARTS


GAME = Game(
    name="advance",
    title="A chess relative with builders, jesters and catapults.",
    sides=("White", "Black"),
    position_class=Advance,
    options=(
        Number(
            "limit",
            "moves of both sides after which material decides; 0 for no limit",
            200,
            rule=True,
            offered=1_000,
        ),
    ),
    pieces=PIECES,
    parts=load_parts,
)
