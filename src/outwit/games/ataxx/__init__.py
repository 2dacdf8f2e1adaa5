"""Ataxx: clone next door or jump two away, and whatever you land beside joins you."""

from outwit.core.game import Game
from outwit.core.option import Choice, Words
from outwit.core.parts import Parts
from outwit.core.piece import Piece
from outwit.core.side import FIRST, SECOND
from outwit.games.ataxx.rules import Ataxx

PIECES = (Piece("x", "stone", FIRST), Piece("o", "stone", SECOND))


def load_parts() -> Parts:
    """Return the parts of the game besides its rules."""
    from outwit.games.ataxx.parts import PARTS

    return PARTS


GAME = Game(
    name="ataxx",
    title="Clone next door or jump two away; whatever you land beside joins you.",
    sides=("Red", "Blue"),
    position_class=Ataxx,
    options=(
        Words("blocks", "squares that nobody may enter, with their mirror images", ()),
        Choice(
            "clock",
            "how a game without clones ends: "
            "after 25 jumps in a row pieces decide, after 100 plies it is a draw",
            "25",
            rule=True,
            choices=("25", "100"),
            label="Jump limit",
        ),
    ),
    pieces=PIECES,
    unit="pieces",
    parts=load_parts,
)
