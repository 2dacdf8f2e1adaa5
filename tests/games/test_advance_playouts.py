"""Advance played on by chance: what it counts, and which moves it finds to pay."""

from __future__ import annotations

from random import Random

import pytest

from outwit.core.position import Position
from outwit.games.advance.playouts import Playouts
from outwit.games.advance.rules import Advance
from tests.games.boards import advance
from tests.mode import amount
from tests.programs.cases.advance import scattered

# What leaving the other side without a move counts.
WIN = 40
SECONDS = amount(50, 1500) / 1000


def board(drawing: str, side: str = "w") -> Advance:
    """Set up a board."""
    position: Position = advance(drawing, side)
    assert isinstance(position, Advance)
    return position


MATE = """
    g . . . . . . . .
    . . . . . . . . M
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . G M .
"""


def test_a_game_that_is_won_at_once_counts_more_than_its_material() -> None:
    assert Playouts(board(MATE)).try_out(board(MATE).read_move("h1h9")) == 4 + 4 + WIN


def test_material_that_must_be_lost_is_counted_as_lost() -> None:
    position = board("""
        . . G . . . . . g
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . # . . . . .
        . . # D # . . . .
        . . . . . . . . .
        m . . . . . . . .
    """)
    # On the lowest row the Miner takes the Dragon.
    games = Playouts(position)
    assert {games.try_out(position.read_move("d3b1")) for _ in range(amount(50, 5))} == {-4}
    assert Playouts(position).best(("d3d2", "d3d1"), SECONDS) == "d3d2"


def test_chance_falls_the_same_way_again() -> None:
    position = Advance.begin()
    move = position.read_move("d2d3")
    games, again = Playouts(position), Playouts(position)
    results = [games.try_out(move) for _ in range(amount(200, 4))]
    assert results == [again.try_out(move) for _ in range(amount(200, 4))]
    assert len(set(results)) > 1
    assert position.text == Advance.begin().text


@pytest.mark.parametrize("seconds", [0.0, SECONDS])
def test_some_move_is_best_whatever_the_time(seconds: float) -> None:
    position = Advance.begin()
    moves = tuple(sorted(move.text for move in position.legal_moves))
    assert Playouts(position).best(moves, seconds) in moves
    assert Playouts(position).best(moves[:1], seconds) == moves[0]


def test_games_on_any_board_end_where_they_began() -> None:
    rng = Random(5)
    for _ in range(amount(200, 4)):
        position = Advance(scattered(rng), rng.randrange(2), 0, 0)
        games = Playouts(position)
        for move in rng.sample(sorted(position.legal_moves), min(3, len(position.legal_moves))):
            games.try_out(position.read_move(move))
        assert games.position.text == position.text
