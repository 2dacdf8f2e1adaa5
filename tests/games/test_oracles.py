"""Every game plays exactly as its slow, literal rules say."""

from __future__ import annotations

from itertools import cycle
from random import Random

import pytest

import outwit
from outwit.core.game import Game
from outwit.testing.snapshot import difference, snapshot
from tests.games.oracle import assert_same, how_it_ended, once, oracle_of
from tests.games.starts import starts
from tests.mode import many
from tests.oracles import advance, jesonmor

GAMES = outwit.all_games()
PLAYED = many(80, 40)
SCATTERED = many(80, 40)
# Some oracles take longer than the others.
SLOW = {"advance": 4, "jesonmor": 2, "push": 2}
# Of every scattered position, so many moves are followed.
FOLLOWED = 3


@pytest.fixture(autouse=True)
def _remembering_oracle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advance.State, "_safe_moves", once(advance.State._safe_moves))
    monkeypatch.setattr(jesonmor.State, "_moves", once(jesonmor.State._moves))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_games_as_played_follow_the_rules(game: Game) -> None:
    oracle, rng = oracle_of(game), Random(game.name)
    plies = PLAYED // SLOW.get(game.name, 1)
    for options in cycle(starts(game)):
        if plies <= 0:
            break
        position = game.start(**options)
        # A random board is for the game to draw; otherwise the oracle has a start of its own.
        state = oracle.read(position.text) if "rows" in options else oracle.start(**options)
        assert_same(position, state)
        while position.outcome is None and len(position.played) < 120 and plies > 0:
            before = snapshot(position)
            move = rng.choice(before.legal_moves)
            position.play(move)
            state = state.play(move)
            assert_same(position, state)
            if rng.random() < 0.2:
                assert position.undo() == move
                assert not difference(before, snapshot(position))
                position.play(move)
            plies -= 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_scattered_positions_follow_the_rules(game: Game) -> None:
    oracle, rng = oracle_of(game), Random(f"scattered {game.name}")
    for _ in range(SCATTERED // SLOW.get(game.name, 1)):
        text, options = oracle.scattered(rng)
        position, state = game.position(text, **options), oracle.read(text, **options)
        assert_same(position, state)
        before = snapshot(position)
        for move in rng.sample(before.legal_moves, min(FOLLOWED, len(before.legal_moves))):
            position.play(move)
            after = state.play(move)
            assert position.text == after.text, (text, move)
            assert how_it_ended(position) == after.outcome(), (text, move)
            if position.outcome is None:
                assert game.position(after.text, **options).key == position.key, (text, move)
            assert position.undo() == move
            assert not difference(before, snapshot(position)), (text, move)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_different_boards_have_different_keys(game: Game) -> None:
    oracle, rng = oracle_of(game), Random(f"keys {game.name}")
    keys: dict[str, int] = {}
    for _ in range(SCATTERED):
        text, options = oracle.scattered(rng)
        board_and_side = " ".join(text.split(" ")[:2])
        keys[board_and_side] = game.position(text, **options).key
    # Boards that differ only by names of pieces that do not matter may share a key.
    assert len(set(keys.values())) > 0.95 * len(keys)
