"""Push: place stones on valuable cells, or push a whole line from the border."""

from outwit.core.game import Game
from outwit.core.option import Number, Text
from outwit.core.parts import Parts
from outwit.core.piece import Piece
from outwit.core.side import FIRST, SECOND
from outwit.games.push.notation import LONGEST
from outwit.games.push.rules import Push

PIECES = (Piece("O", "stone", FIRST), Piece("X", "stone", SECOND))


def load_parts() -> Parts:
    """Return the parts of the game besides its rules."""
    from outwit.games.push.parts import PARTS

    return PARTS


GAME = Game(
    name="push",
    title="Place stones on valuable cells, or push a whole line from the border.",
    sides=("O", "X"),
    position_class=Push,
    options=(
        Text("board", "the contents of a save file", None),
        Number(
            "rows", "rows of a random board, border included", None, low=3, high=LONGEST, offered=12
        ),
        Number(
            "columns",
            "columns of a random board, border included",
            None,
            low=3,
            high=LONGEST,
            offered=12,
        ),
        Number("seed", "seed of a random board", None),
    ),
    pieces=PIECES,
    unit="points",
    parts=load_parts,
)
