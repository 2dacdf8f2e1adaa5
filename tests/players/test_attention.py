"""Which moves a player notices."""

from __future__ import annotations

from random import Random

import pytest

import outwit
from outwit.core.game import Game
from outwit.players.attention import FEWEST, looks, notice, winning_moves
from tests.core.surface import GAMES

ATAXX = outwit.game("ataxx")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_noticed_moves_are_legal_and_never_too_few(game: Game) -> None:
    position, rng = game.start(), Random(1)
    while not position.is_over and position.ply < 8:
        legal = set(position.legal_moves)
        for overlooked in (0.3, 1.0):
            moves = notice(position, overlooked, rng)
            assert set(moves) <= legal
            assert len(moves) == len(set(moves)) >= min(FEWEST, len(legal))
        position.play(rng.choice(sorted(legal)))


def test_who_overlooks_nothing_notices_every_move() -> None:
    position = ATAXX.start()
    assert sorted(notice(position, 0.0, Random(1))) == sorted(position.legal_moves)


def test_the_same_chance_notices_the_same_moves() -> None:
    position = ATAXX.start()
    assert notice(position, 0.8, Random(4)) == notice(position, 0.8, Random(4))


def test_captures_and_moves_near_the_last_one_are_looked_for_more_often() -> None:
    position = ATAXX.position("x5o/7/7/2x4/7/7/x5o o 0 1")
    position.play("g7e5")
    texts = [move.text for move in position.legal_moves]
    times = dict(zip(texts, looks(position), strict=True))
    # Beside the last move, winning a stone; a clone, which the game likes; a jump far away.
    assert (times["d4"], times["d3"], times["a1a3"]) == (4, 2, 1)


def test_what_is_looked_for_more_often_is_noticed_more_often() -> None:
    position = ATAXX.position("x5o/7/7/2x4/7/7/x5o o 0 1")
    position.play("g7e5")
    rng = Random(7)
    seen = [notice(position, 0.9, rng) for _ in range(300)]
    near, far = (sum(move in moves for moves in seen) for move in ("d4", "a1a3"))
    assert near > 2 * far > 0


def test_moves_that_win_at_once_are_found() -> None:
    position = ATAXX.position("x6/7/7/7/7/7/6o x 0 1")
    assert winning_moves(position) == []
    position = ATAXX.position("x6/7/3o3/7/7/7/7 x 0 1")
    assert winning_moves(position) == ["a7c5", "a7c6"]
