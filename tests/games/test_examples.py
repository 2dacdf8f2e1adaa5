"""The examples of the rules follow the rules."""

from __future__ import annotations

import pytest

import outwit
from outwit.core.example import Example
from outwit.core.game import Game

GAMES = outwit.all_games()
EXAMPLES = [(game, example) for game in GAMES for example in game.parts.examples]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_has_a_few_examples(game: Game) -> None:
    examples = game.parts.examples
    assert 4 <= len(examples) <= 8
    assert len({example.title for example in examples}) == len(examples)


@pytest.mark.parametrize(
    ("game", "example"), EXAMPLES, ids=[f"{game.name}-{each.title}" for game, each in EXAMPLES]
)
def test_the_moves_of_an_example_are_legal_and_change_the_board(
    game: Game, example: Example
) -> None:
    position = example.start(game)
    assert position.outcome is None
    assert len(set(example.moves)) == len(example.moves) >= 1
    before = position.text
    for move in example.moves:
        position.play(move)
        assert position.text != before
        position.undo()
    # What is asked must be a choice, unless there is none, as with a pass.
    assert len(example.moves) < position.count_moves() or position.count_moves() == 1


@pytest.mark.parametrize(
    ("game", "example"), EXAMPLES, ids=[f"{game.name}-{each.title}" for game, each in EXAMPLES]
)
def test_an_example_that_speaks_of_winning_wins(game: Game, example: Example) -> None:
    for move in example.moves:
        position = example.start(game)
        side = position.turn
        position.play(move)
        if "wins" in example.title or "Win" in example.task or "lost" in example.title:
            assert position.outcome is not None
            assert position.outcome.winner == side
