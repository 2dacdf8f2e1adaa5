"""What a game has besides its rules."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import outwit
from outwit.assignments.assignment import assignment_of
from outwit.core.game import Game
from outwit.core.openings import Openings
from outwit.core.parts import Parts
from outwit.engine.tuning import Tuning
from outwit.errors import GameFault
from outwit.players.dialect import DIALECTS
from tests.testing.pile import Pile, game_of

GAMES = outwit.all_games()
PILE = game_of(Pile)
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def test_a_game_has_no_parts_unless_it_is_given_some() -> None:
    assert PILE.parts == Parts()
    assert PILE.parts is PILE.parts
    assert (dict(PILE.parts.bots), PILE.parts.openings) == ({}, Openings(2))


def test_parts_are_given_as_a_value_or_as_a_function_that_is_called_once() -> None:
    calls = []

    def load() -> Parts:
        calls.append(1)
        return Parts(tuning={"window": 7})

    assert PILE.replace(parts=Parts(tuning={"window": 7})).parts.tuning == {"window": 7}
    game = PILE.replace(parts=load)
    assert not calls
    assert game.parts is game.parts
    assert calls == [1]
    assert game.replace(title="Other").parts is game.parts


def test_to_compare_hash_or_print_a_game_does_not_load_its_parts() -> None:
    def load() -> Parts:
        raise AssertionError

    game = PILE.replace(parts=load)
    assert game == PILE
    assert len({game, PILE}) == 1
    assert "parts" not in repr(game)


def test_parts_that_cannot_be_loaded_are_a_fault_of_the_game() -> None:
    def load() -> Parts:
        raise KeyError("queen")

    with pytest.raises(GameFault, match="the parts of pile cannot be loaded: KeyError: 'queen'"):
        _ = PILE.replace(parts=load).parts


def test_parts_of_another_type_are_a_fault_of_the_game() -> None:
    with pytest.raises(GameFault, match="the parts of pile must be Parts, not None"):
        _ = PILE.replace(parts=lambda: None).parts


def test_a_game_is_frozen_with_its_parts() -> None:
    with pytest.raises(AttributeError, match="frozen"):
        PILE.parts = Parts()  # type: ignore[misc]


@each_game
def test_every_part_of_a_game_is_of_use(game: Game) -> None:
    parts = game.parts
    Tuning(**parts.tuning)
    assert set(parts.protocols) <= set(DIALECTS)
    for options in parts.protocols.values():
        game.start(**options)
    for bot in parts.bots.values():
        position = game.start()
        assert bot(position, Random(1)) in position.legal_moves
    if parts.openings.options is not None:
        game.start(**parts.openings.options(Random(1)))
    assignment = assignment_of(game)
    assert (assignment.marking is None) != (assignment.sessions is None)
    if assignment.sessions is not None:
        typed = assignment.sessions.invent(Random(1))
        assert typed == assignment.sessions.invent(Random(1))
        assert Path(assignment.sessions.path).is_file()
    if assignment.marking is not None:
        assert assignment.marking.opponent in parts.bots


@each_game
def test_the_letters_of_the_pieces_are_those_of_the_positions_text(game: Game) -> None:
    letters = [piece.letter for piece in game.pieces]
    assert len(set(letters)) == len(letters)
    assert {piece.owner for piece in game.pieces} == {outwit.FIRST, outwit.SECOND}
    position, rng = game.start(), Random(1)
    while position.outcome is None and len(position.played) < 20:
        board = position.text.split()[0]
        assert {symbol for symbol in board if symbol.isalpha()} <= set(letters)
        position.play(rng.choice(sorted(position.legal_moves)))


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_game_is_loaded_without_its_parts(game: str) -> None:
    code = (
        f"import sys, outwit; outwit.game({game!r}).start().legal_moves;"
        f"print([m for m in sys.modules if m.startswith('outwit.games.{game}.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "rules" in done.stdout
    for part in ("bots", "marking", "keyboard", "openings", "parts"):
        assert f".{part}'" not in done.stdout
