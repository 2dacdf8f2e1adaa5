"""Premoves: exactly the moves that some reply of the opponent makes legal."""

from __future__ import annotations

from random import Random

import pytest

import outwit
from outwit.core.position import Position
from outwit.server.values import premoves
from outwit.server.values.premoves import possible_moves, shown_premoves

GAMES = [game.name for game in outwit.all_games()]


def positions(game: str, count: int) -> list[Position]:
    """Return positions of a random game."""
    rng = Random(game)
    position = outwit.game(game).start()
    found: list[Position] = []
    while not position.is_over and len(found) < count:
        found.append(position.copy())
        position.play(rng.choice(list(position.legal_moves)))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_move_can_be_chosen_if_and_only_if_some_reply_makes_it_legal(game: str) -> None:
    for position in positions(game, 8):
        answers = {
            move.text
            for reply in position.legal_moves
            for after in [position.after(reply)]
            if after.turn != position.turn
            for move in after.legal_moves
        }
        found = possible_moves(position)
        assert {move.text for _, move in found} == answers
        assert len(found) == len(answers)
        for at, move in found:
            assert at.is_legal(move.text)
            assert at.turn != position.turn
        for shown in shown_premoves(position):
            assert shown["text"] in answers
            assert shown["label"]


def test_a_position_with_too_many_answers_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    position = outwit.game("jesonmor").start()
    assert possible_moves(position)
    monkeypatch.setattr(premoves, "MOST_PAIRS", 10)
    assert possible_moves(position) == []
