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
    """Draw a position that play from the start can reach, with the moves played."""
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
    """Draw the moves of a game, finished or not."""
    return positions(game, max_plies, **options).map(lambda position: list(position.played))
