"""Perfect play by looking at every position that can arise: slow, short and beyond doubt."""

from __future__ import annotations

from array import array
from collections.abc import Callable

from outwit.core.position import Position

Name = Callable[[Position], object]


def perfect_result(position: Position, most: int, name: Name) -> str | None:
    """Return how the game ends for the side to move; None if more positions than that can arise.

    Positions of the same name must have the same future. A game nobody can end is a draw.
    """
    moves: dict[object, set[object]] = {}
    turns: dict[object, int] = {}
    winners: dict[object, int] = {}
    board = position.copy()

    def arrive() -> tuple[object, array[int]]:
        here = name(board)
        turns[here] = board.turn
        moves[here] = set()
        outcome = board.outcome
        if outcome is not None and outcome.winner is not None:
            winners[here] = outcome.winner
        return here, board.legal_numbers

    root = name(position)
    way = [arrive()]
    while way:
        here, untried = way[-1]
        if not untried:
            way.pop()
            if way:
                board.undo_number()
            continue
        board.play_number(untried.pop())
        there = name(board)
        moves[here].add(there)
        if there in moves:
            board.undo_number()
        else:
            way.append(arrive())
            if len(moves) > most:
                return None
    spread(moves, turns, winners)
    winner = winners.get(root)
    return "draw" if winner is None else "win" if winner == position.turn else "loss"


def spread(
    moves: dict[object, set[object]], turns: dict[object, int], winners: dict[object, int]
) -> None:
    """Go back from won ends: one winning move wins, only losing moves lose."""
    before: dict[object, list[object]] = {here: [] for here in moves}
    for here, targets in moves.items():
        for there in targets:
            before[there].append(here)
    escapes = {here: len(targets) for here, targets in moves.items()}
    news = list(winners)
    while news:
        there = news.pop()
        winner = winners[there]
        for here in before[there]:
            if here in winners:
                continue
            escapes[here] -= 1
            if turns[here] == winner or escapes[here] == 0:
                winners[here] = winner
                news.append(here)
