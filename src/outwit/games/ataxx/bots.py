"""The automated player of the Ataxx assignment: position and random source in, move out."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from outwit.games.ataxx.rules import Ataxx

WON = 10_000


def three_ply(position: Ataxx, rng: Random, plies: int = 3) -> str:
    """Play the move with the best count of pieces some plies on; chance decides among equals."""
    board = position.copy()
    moves = [move.text for move in board.legal_moves]
    rng.shuffle(moves)
    best, most = moves[0], -WON * 2
    for move in by_gain(board, moves):
        board.play(move)
        value = -search(board, plies - 1, -WON * 2, -most)
        board.undo()
        if value > most:
            best, most = move, value
    return best


def search(board: Ataxx, plies: int, alpha: int, beta: int) -> int:
    """Score a position for the side to move by alpha-beta search."""
    outcome = board.outcome
    if outcome is not None:
        if outcome.winner is None:
            return 0
        return WON + plies if outcome.winner == board.turn else -WON - plies
    if plies == 0:
        return board.lead
    for move in by_gain(board, [move.text for move in board.legal_moves]):
        board.play(move)
        value = -search(board, plies - 1, -beta, -alpha)
        board.undo()
        if value >= beta:
            return beta
        alpha = max(alpha, value)
    return alpha


def by_gain(board: Ataxx, moves: list[str]) -> list[str]:
    """Sort moves by their immediate gain, the best first."""
    gains = {}
    for move in moves:
        board.play(move)
        gains[move] = -board.lead
        board.undo()
    return sorted(moves, key=lambda move: -gains[move])


BOTS = {"three-ply": three_ply}
