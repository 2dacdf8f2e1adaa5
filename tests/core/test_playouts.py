"""Random games in compiled code."""

from __future__ import annotations

from random import Random

import pytest

import outwit
from outwit.core.game import Game
from outwit.core.playouts import playouts
from outwit.core.position import Position
from outwit.errors import GameFault, UsageError
from tests.core.surface import GAMES, HUGE
from tests.games.boards import ataxx
from tests.mode import COMPILED, amount
from tests.testing.pile import Pile, game_of

CROWDED = """
    x . .
    o x .
    . . -
"""
STUCK = """
    x x - - . . .
    x x - - . . .
    - - - - . . .
    - - - - . . .
    . . . . . . .
    . . . . . . .
    . . . . . o .
"""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_same_seed_plays_the_same_games(game: Game) -> None:
    position = game.start()
    before = position.text
    games = amount(20, 2)
    first = playouts(position, games, seed=5, plies=60)
    assert first == playouts(position, games, seed=5, plies=60)
    assert sum(first.wins) + first.draws + first.unfinished == games
    assert 0 < first.plies <= 60 * games
    others = {playouts(position, games, seed=seed, plies=60).plies for seed in range(6)}
    assert len(others) > 1 or first.unfinished == games
    assert (position.text, position.ply) == (before, 0)


def test_games_go_on_from_where_the_position_is() -> None:
    position = outwit.game("push").position("0./0.5.0./0. O")
    assert playouts(position, 7) == outwit.Playouts((7, 0), 0, 0, 7)
    position.play("1,1")
    assert playouts(position, 3) == outwit.Playouts((3, 0), 0, 0, 0)
    assert position.undo() == "1,1"


def test_games_are_broken_off_after_so_many_plies() -> None:
    position = outwit.game("ataxx").start()
    assert playouts(position, 4, plies=0) == outwit.Playouts((0, 0), 0, 4, 0)
    assert playouts(position, 4, plies=3) == outwit.Playouts((0, 0), 0, 4, 12)


def test_a_game_that_ends_with_the_last_ply_is_finished() -> None:
    position = outwit.game("push").position("0./0.5.0./0. O")
    assert playouts(position, 2, plies=1) == outwit.Playouts((2, 0), 0, 0, 2)


@pytest.mark.parametrize("games", [0, -1, 1_000_001, HUGE], ids=["0", "-1", "many", "huge"])
def test_so_many_games_are_refused(games: int) -> None:
    with pytest.raises(UsageError, match="games: "):
        playouts(outwit.game("push").start(), games)


@pytest.mark.parametrize("plies", [-1, 1_000_001, HUGE], ids=["-1", "many", "huge"])
def test_so_many_plies_are_refused(plies: int) -> None:
    with pytest.raises(UsageError, match="plies: "):
        playouts(outwit.game("push").start(), plies=plies)


@pytest.mark.parametrize("seed", [-1, 2**64, HUGE], ids=["-1", "large", "huge"])
def test_any_number_is_a_seed(seed: int) -> None:
    assert playouts(outwit.game("push").start(), seed=seed).plies > 0


def test_a_fault_of_the_game_is_raised() -> None:
    class Faulty(Pile):
        def apply(self, state: tuple[int, ...], move: str) -> tuple[int, ...]:
            raise GameFault("no move does anything")

    with pytest.raises(GameFault, match="no move does anything"):
        playouts(game_of(Faulty).start(), 2)


def test_ataxx_ends_as_many_games_as_its_legal_moves_do() -> None:
    # Where one ply is played, how many games are over tells which moves were picked.
    rng = Random(4)
    games = amount(4_000, 300)
    total, degrees = 0.0, 0
    while degrees < 12:
        squares = ["."] * 49
        for square, stone in zip(rng.sample(range(49), 6), "xxxo--", strict=True):
            squares[square] = stone
        position = ataxx("\n".join("".join(squares[i : i + 7]) for i in range(0, 49, 7)))
        chance = ending_moves(position) / max(1, position.count_moves())
        if not 0 < chance < 1:
            continue
        found = games - playouts(position, games, seed=degrees, plies=1).unfinished
        total += (found - games * chance) ** 2 / (games * chance * (1 - chance))
        degrees += 1
    # Chi-square of 12 degrees of freedom exceeds this for one seed in a thousand.
    assert total < 32.9


def ending_moves(position: Position) -> int:
    """Count the legal moves that end the game."""
    found = 0
    for move in position.legal_moves:
        position.play(move)
        found += position.is_over
        position.undo()
    return found


@pytest.mark.skipif(COMPILED, reason="compiled code does not show single picks")
@pytest.mark.parametrize("board", [CROWDED, "xo", STUCK], ids=["crowded", "corner", "stuck"])
def test_every_legal_move_has_an_equal_share_of_the_random_words(board: str) -> None:
    position = ataxx(board)
    number = position.count_moves()
    # The middle of each of so many equal shares of all words.
    words = [((2 * i + 1) * 2**63) // number for i in range(number)]
    picked = [position.random_move(None, word) for word in words]  # type: ignore[arg-type]
    assert sorted(picked) == sorted(position.legal_numbers)
