"""Noughts and crosses, to show that a game is one folder."""

from outwit.core.game import Game

from .rules import TicTacToe

GAME = Game(
    name="tictactoe",
    title="Three in a row on three by three squares.",
    sides=("Cross", "Nought"),
    position_class=TicTacToe,
)
