"""Santorini: step, build, and be the first to stand on the third level."""

from outwit.core.game import Game
from outwit.core.option import Choice
from outwit.core.parts import Parts
from outwit.core.piece import Piece
from outwit.core.side import FIRST, SECOND
from outwit.games.santorini.rules import Santorini

PIECES = (
    Piece("A", "worker A", FIRST),
    Piece("B", "worker B", FIRST),
    Piece("Y", "worker Y", SECOND),
    Piece("Z", "worker Z", SECOND),
)


def load_parts() -> Parts:
    """Return the parts of the game besides its rules."""
    from outwit.games.santorini.parts import PARTS

    return PARTS


GAME = Game(
    name="santorini",
    title="Step, build, and be the first to stand on the third level.",
    sides=("White", "Blue"),
    position_class=Santorini,
    options=(
        Choice(
            "rule",
            "whether a build follows a step to level 3 (seed) or the step wins at once (official)",
            "seed",
            rule=True,
            choices=("seed", "official"),
        ),
    ),
    pieces=PIECES,
    parts=load_parts,
)
