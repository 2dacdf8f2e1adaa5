"""Noughts and crosses, to show that a game is one folder."""

from outwit.assignments.assignment import Assignment
from outwit.core.game import Game
from outwit.core.parts import Parts
from outwit.core.piece import Piece
from outwit.core.side import FIRST, SECOND

from .bots import BOTS
from .rules import TicTacToe


def load_assignment() -> Assignment:
    """Return how programs are marked; it is loaded when somebody asks."""
    from .marking import MARKING

    return Assignment(marking=MARKING)


GAME = Game(
    name="tictactoe",
    title="Three in a row on three by three squares.",
    sides=("Cross", "Nought"),
    position_class=TicTacToe,
    pieces=(Piece("x", "cross", FIRST), Piece("o", "nought", SECOND)),
    parts=Parts(bots=BOTS, assignment=load_assignment),
)
