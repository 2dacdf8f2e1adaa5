"""Advance played on by chance: what it counts, and which moves it finds to pay."""

from __future__ import annotations

import signal
from random import Random

import pytest

from outwit.core.position import Position
from outwit.games.advance.bots import candidates
from outwit.games.advance.playouts import Playouts
from outwit.games.advance.rules import Advance
from tests.assignments.cases.advance import scattered
from tests.games.boards import advance
from tests.mode import amount, many

# What leaving the other side without a move counts.
WIN = 40
SECONDS = amount(50, 300) / 1000


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


BAIT = """
    . . . . . . . . g
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . m .
    . . . Z . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . M G . . . .
"""
FORK = """
    . . . . . . . . g
    . . . . . . . . .
    . . z . . . . . .
    . . . . . z . . .
    . . . . . . . . .
    . . . . . . . . .
    . . S . . . . . .
    . . . . . . . . .
    . . . . G . . . .
"""


@pytest.mark.parametrize(("drawing", "move"), [(BAIT, "d4d5"), (FORK, "c3d5")])
def test_a_play_out_offers_a_bait_and_attacks_two_at_once_as_level_7_does(
    drawing: str, move: str
) -> None:
    position = board(drawing)
    games = Playouts(position)
    assert candidates(position, 7) == [move]
    assert {games.sample() for _ in range(20)} == {move}


def test_play_outs_go_on_as_level_7_does_but_for_some_wins() -> None:
    rng = Random(4)
    seen = different = 0
    for _ in range(many(3, 1)):
        position = Advance.begin(amount(200, 1))
        while position.outcome is None:
            moves = candidates(position, 7)
            different += Playouts(position).sample() not in moves
            seen += 1
            position.play(rng.choice(moves))
    assert different <= seen / 50


# Both Jesters must convert the Sentinel, again and again, until the move limit ends the game.
QUARREL = """
    . . . . . . . . g
    . j . . . . . . .
    . {} . . . . . . .
    . . J . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . G
"""


def test_what_is_converted_in_turn_belongs_to_black_in_the_end() -> None:
    white, black = board(QUARREL.format("s")), board(QUARREL.format("S"), "b")
    assert Playouts(white).try_out(white.read_move("c6*b7")) == -5
    assert Playouts(black).try_out(black.read_move("b8*b7")) == 5


def test_chance_falls_the_same_way_again() -> None:
    position = Advance.begin()
    move = position.read_move("d2d3")
    games, again = Playouts(position), Playouts(position)
    results = [games.try_out(move) for _ in range(amount(200, 3))]
    assert results == [again.try_out(move) for _ in range(amount(200, 3))]
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


def test_a_signal_ends_the_play_outs() -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    position = Advance.begin()
    moves = tuple(sorted(move.text for move in position.legal_moves))
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            Playouts(position).best(moves, 20)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
