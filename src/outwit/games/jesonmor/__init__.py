"""Jeson Mor: the first knight to leave the centre square wins."""

from outwit.core.game import Game
from outwit.core.option import Choice, Number
from outwit.core.parts import Parts
from outwit.core.piece import Piece
from outwit.core.side import FIRST, SECOND
from outwit.games.jesonmor.options import Size
from outwit.games.jesonmor.rules import JesonMor

PIECES = (
    Piece("K", "knight", FIRST),
    Piece("A", "archer", FIRST),
    Piece("k", "knight", SECOND),
    Piece("a", "archer", SECOND),
)


def load_parts() -> Parts:
    """Return the parts of the game besides its rules."""
    from outwit.games.jesonmor.parts import PARTS

    return PARTS


GAME = Game(
    name="jesonmor",
    full_name="Jeson Mor",
    title="Mongolian knights race to the centre square, and out of it again.",
    sides=("White", "Black"),
    position_class=JesonMor,
    options=(
        Size(
            "size",
            "rows and columns of the board, an odd number",
            9,
            low=3,
            high=25,
            offered=15,
            step=2,
        ),
        Number(
            "protection",
            "first moves of both sides that may neither capture nor win",
            0,
            offered=40,
        ),
        Choice(
            "archers", "whether archers stand between the knights", "yes", choices=("yes", "no")
        ),
        Choice(
            "legs",
            "whether a piece beside a knight blocks its way",
            "yes",
            rule=True,
            choices=("yes", "no"),
        ),
    ),
    text_shows_end=False,
    pieces=PIECES,
    parts=load_parts,
)
