"""Counting lines of play."""

from __future__ import annotations

import pytest

import outwit
from outwit.core.game import Game
from outwit.errors import UsageError
from tests.mode import amount

GAMES = outwit.all_games()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_divide_splits_perft_by_the_first_move(game: Game) -> None:
    position = game.start()
    parts = list(outwit.divide(position, 2))
    assert [move for move, _ in parts] == sorted(position.legal_moves)
    assert sum(count for _, count in parts) == outwit.perft(position, 2)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_counting_leaves_the_position_alone(game: Game) -> None:
    position = game.start()
    position.play(min(position.legal_moves))
    text, played = position.text, position.played
    outwit.perft(position, amount(3, 2))
    next(iter(outwit.divide(position, 2)))
    assert (position.text, position.played) == (text, played)


def test_there_is_one_line_of_no_moves() -> None:
    assert outwit.perft(outwit.game("ataxx").start(), 0) == 1


def test_a_finished_game_has_no_lines() -> None:
    position = outwit.game("push").position("0./0.5O0./0. X")
    assert [outwit.perft(position, depth) for depth in (0, 1, 2, 9)] == [1, 0, 0, 0]
    assert list(outwit.divide(position, 3)) == []


def test_negative_depths_are_refused() -> None:
    position = outwit.game("ataxx").start()
    with pytest.raises(UsageError, match="depth: -1"):
        outwit.perft(position, -1)
    with pytest.raises(UsageError, match="depth: 0"):
        list(outwit.divide(position, 0))


@pytest.mark.compiled_only
def test_a_count_too_large_for_one_go_is_taken_in_parts() -> None:
    position = outwit.game("santorini").start()
    # 80 ** 4 lines are more than are counted without a pause.
    assert outwit.perft(position, 4) == 29_096_316
