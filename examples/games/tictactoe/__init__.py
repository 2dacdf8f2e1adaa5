"""Noughts and crosses, to show that a game is one folder."""

from outwit.core.game import Game
from outwit.core.parts import Parts
from outwit.core.piece import Piece
from outwit.core.side import FIRST, SECOND

from .bots import BOTS
from .marking import MARKING
from .rules import TicTacToe

GAME = Game(
    name="tictactoe",
    title="Three in a row on three by three squares.",
    sides=("Cross", "Nought"),
    position_class=TicTacToe,
    pieces=(Piece("x", "cross", FIRST), Piece("o", "nought", SECOND)),
    parts=Parts(bots=BOTS, marking=MARKING),
)
