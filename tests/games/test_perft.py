"""Every game has exactly as many lines of play as its ``perft.json`` says."""

from __future__ import annotations

import pytest

import outwit
from outwit.core.game import Game
from outwit.testing import PerftCase, check_perft, perft_cases
from tests.mode import amount

GAMES = outwit.all_games()
CASES = [case for game in GAMES for case in perft_cases(game)]
# The long counts alone would take an interpreted run hours.
MOST = amount(150_000_000, 20_000)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game.name}: {case}"[:70])
def test_lines_are_as_many_as_promised(case: PerftCase) -> None:
    check_perft(case, most=MOST)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_usual_start_is_among_the_promised_counts(game: Game) -> None:
    assert game.start().text in [case.position for case in perft_cases(game)]
