"""A player of any game that looks two plies ahead."""

from __future__ import annotations

from random import Random

from outwit.core.position import Position
from outwit.players.allowance import UNLIMITED, Allowance
from outwit.players.player import Player


class CarefulPlayer(Player):
    """Wins if one move can, avoids moves that lose at once, and else plays at random."""

    name = "careful"

    def __init__(self, rng: Random | None = None) -> None:
        self.rng = rng or Random()

    def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
        """Return a legal move."""
        board = position.copy()
        moves = list(board.legal_moves)
        self.rng.shuffle(moves)
        candidates = []
        for move in moves:
            board.play(move)
            outcome = board.outcome
            wins = outcome is not None and outcome.winner == board.turn.other
            loses = outcome is not None and outcome.winner == board.turn
            board.undo()
            if wins:
                return move
            if not loses:
                candidates.append(move)
        return next((move for move in candidates if not self.is_blunder(board, move)), moves[0])

    def is_blunder(self, board: Position, move: str) -> bool:
        """Tell whether the opponent can win with one move after this one."""
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
