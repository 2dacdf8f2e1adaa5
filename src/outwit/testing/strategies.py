"""Hypothesis strategies that draw games as played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

if TYPE_CHECKING:
    from outwit.core.game import Game
    from outwit.core.position import Position

MOST_PLIES = 40


@st.composite
def positions(
    draw: st.DrawFn, /, game: Game, max_plies: int = MOST_PLIES, **options: object
) -> Position:
    """Return a Hypothesis strategy of positions that play can reach, with the moves played.

    Args:
        draw: Given by Hypothesis; leave it out.
        game: The game.
        max_plies: Most moves played.
        options: Options of the start position.

    >>> import outwit
    >>> from hypothesis import find
    >>> find(positions(outwit.game("ataxx"), 3), lambda position: position.played).played
    ('a6',)
    """
    position = game.start(**options)
    for _ in range(draw(st.integers(0, max_plies))):
        moves = sorted(position.legal_moves)
        if not moves:
            break
        position.play(draw(st.sampled_from(moves)))
    return position


def games_played(
    game: Game, max_plies: int = MOST_PLIES, **options: object
) -> st.SearchStrategy[list[str]]:
    """Return a Hypothesis strategy of the moves of games, finished or not.

    Args:
        game: The game.
        max_plies: Most moves played.
        options: Options of the start position.

    >>> import outwit
    >>> from hypothesis import find
    >>> find(games_played(outwit.game("ataxx"), 3), lambda moves: len(moves) == 1)
    ['a6']
    """
    return positions(game, max_plies, **options).map(lambda position: list(position.played))
