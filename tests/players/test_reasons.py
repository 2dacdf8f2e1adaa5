"""Reasons for moves are true."""

from __future__ import annotations

import pytest

import outwit
from outwit.core.game import Game
from outwit.engine.score import Score
from outwit.players.asking import best
from outwit.players.reasons import MOST_SENTENCES, NONE, explain, reasons_for
from tests.mode import many
from tests.players.reasonoracle import is_true, positions
from tests.testing.pile import Pile, game_of

each_game = pytest.mark.parametrize("game", outwit.all_games(), ids=lambda game: game.name)


@each_game
def test_every_reason_for_a_move_of_the_engine_is_true(game: Game) -> None:
    for position in positions(game, many(5), 0):
        found = best(position, nodes=2_000)
        reasons = reasons_for(position, found.move, found.score, found.line)
        assert len(reasons) <= MOST_SENTENCES
        for reason in reasons:
            told = position.text, found.move, reason.sentence
            assert is_true(position, found.move, found.line, reason), told


def test_a_game_without_words_of_its_own_has_reasons_too() -> None:
    game = game_of(Pile)
    assert explain(game.position("3 a"), "take3") == "It wins at once: the last one is taken."
    assert explain(game.position("8 a"), "take1") == NONE


def test_the_engine_says_that_the_end_is_forced() -> None:
    game = game_of(Pile)
    position = game.position("5 a")
    won, lost = Score(31_000 - 3), Score(-(31_000 - 4))
    assert explain(position, "take1", won).startswith("It wins in at most 2 moves, ")
    assert explain(game.position("8 a"), "take1", lost) == (
        "Every move loses against the best answers."
    )
