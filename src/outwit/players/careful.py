"""A player who looks one move ahead, in whatever game."""

from __future__ import annotations

from random import Random

from outwit.core.position import Position
from outwit.players.allowance import UNLIMITED, Allowance
from outwit.players.player import Player


class CarefulPlayer(Player):
    """Wins if it can at once, gives no win away if it can help it, and otherwise plays anything."""

    name = "careful"

    def __init__(self, rng: Random | None = None) -> None:
        self.rng = rng or Random()

    def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
        """Return a legal move."""
        board = position.copy()
        moves = list(board.legal_moves)
        self.rng.shuffle(moves)
        doubtful = []
        for move in moves:
            board.play(move)
            outcome = board.outcome
            wins = outcome is not None and outcome.winner == board.turn.other
            loses = outcome is not None and outcome.winner == board.turn
            board.undo()
            if wins:
                return move
            if not loses:
                doubtful.append(move)
        return next((move for move in doubtful if not self.is_blunder(board, move)), moves[0])

    def is_blunder(self, board: Position, move: str) -> bool:
        """Tell whether the other side can win at once after a move."""
        board.play(move)
        winner = board.turn
        found = False
        for reply in list(board.legal_moves):
            board.play(reply)
            found = (outcome := board.outcome) is not None and outcome.winner == winner
            board.undo()
            if found:
                break
        board.undo()
        return found
