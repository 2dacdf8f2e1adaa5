"""Attention: which of the legal moves a player notices, and which it overlooks, as people do.

It knows no particular game. A move near the last one played, and a move that the game's own guess
likes, such as a capture, are noticed more often than a distant or quiet one.
"""

from __future__ import annotations

from random import Random

from outwit.core.board import Board
from outwit.core.position import Position

# Fewest moves that are always noticed, if there are as many.
FEWEST = 2
# Factors of the chance to notice a move that the game's guess likes, and one near the last move.
LIKED, NEAR = 2, 2
# Near is up to this part of the board's longer side.
NEAR_PART = 4


def notice(position: Position, overlooked: float, rng: Random) -> list[str]:
    """Return the legal moves that are noticed, those that catch the eye first.

    ``overlooked`` is the chance to overlook a distant, quiet move.
    """
    # The key of a move exceeds the chance to be overlooked once for each time it is looked for.
    keys = {
        move: rng.random() ** (1 / times)
        for move, times in zip(position.legal_moves, looks(position), strict=True)
    }
    seen = sorted(keys, key=lambda move: -keys[move])
    count = sum(key > overlooked for key in keys.values())
    return [move.text for move in seen[: max(count, FEWEST)]]


def looks(position: Position) -> list[int]:
    """Return how many times each legal move is looked for."""
    guesses = position.guesses
    mean = sum(guesses) / len(guesses)
    last = position.last_move
    close = surroundings(position.board, last.squares) if last and last.squares else set()
    return [
        (LIKED if guess > mean else 1) * (1 if close.isdisjoint(move.squares) else NEAR)
        for move, guess in zip(position.legal_moves, guesses, strict=True)
    ]


def surroundings(board: Board, names: tuple[str, ...]) -> set[str]:
    """Return the names of the squares that are near some squares, and of these."""
    near = max(board.rows, board.columns) // NEAR_PART
    return {
        square.name
        for middle in map(board.__getitem__, names)
        for row in range(middle.row - near, middle.row + near + 1)
        for column in range(middle.column - near, middle.column + near + 1)
        if (square := board.at(row, column)) is not None
    }


def winning_moves(position: Position) -> list[str]:
    """Return the moves that win at once."""
    board = position.copy()
    found = []
    for move in position.legal_moves:
        board.play_number(move.number)
        if (outcome := board.outcome) is not None and outcome.winner == position.turn:
            found.append(move.text)
        board.undo_number()
    return found
