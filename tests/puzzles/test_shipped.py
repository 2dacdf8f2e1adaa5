"""The puzzles that come with the games: all can be played, and a sample is proven again.

``outwit puzzles GAME`` proves all of a game.
"""

from __future__ import annotations

from random import Random

import pytest

import outwit
from outwit.core.game import Game
from outwit.core.parts import Parts
from outwit.core.puzzle import read_puzzles, write_puzzles
from outwit.errors import BadFile
from outwit.puzzles.checking import fault_of

pytestmark = pytest.mark.compiled_only

GAMES = outwit.all_games()
SAMPLE = 12


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def test_every_line_is_legal_and_wins(game: Game) -> None:
    puzzles = read_puzzles(game)
    assert len(puzzles) >= 60
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        position = puzzle.start(game)
        side = position.turn
        assert position.count_moves() >= 5
        for ply, move in enumerate(puzzle.line()):
            assert all(position.is_legal(other) for other in puzzle.accepted(ply))
            assert len(puzzle.accepted(ply)) == 1 or ply >= len(puzzle.moves) - 2
            position.play(move)
        assert position.outcome is not None
        assert position.outcome.winner == side
        assert position.outcome.termination.code == puzzle.ending
        assert puzzle.themes == puzzle.found_themes(game)


def test_a_sample_is_proven_again(game: Game) -> None:
    for puzzle in Random(20).sample(read_puzzles(game), SAMPLE):
        assert fault_of(game, puzzle) == "", puzzle


def test_easy_ones_come_first_and_not_all_are_easy(game: Game) -> None:
    puzzles = read_puzzles(game)
    assert [puzzle.rating for puzzle in puzzles] == sorted(puzzle.rating for puzzle in puzzles)
    assert sum(puzzle.own_moves > 1 for puzzle in puzzles) > len(puzzles) / 2


def test_a_file_is_read_as_it_was_written(tmp_path: object) -> None:
    game = outwit.game("ataxx")
    puzzles = read_puzzles(game)
    path = f"{tmp_path}/puzzles.json"
    with open(path, "w", encoding="utf-8") as file:
        file.write(write_puzzles(puzzles[:5], "by hand"))
    assert read_puzzles(game.replace(parts=Parts(puzzles=path))) == puzzles[:5]


def test_a_game_needs_no_puzzles_but_a_damaged_file_is_named(tmp_path: object) -> None:
    game = outwit.game("ataxx")
    assert read_puzzles(game.replace(parts=Parts())) == ()
    path = f"{tmp_path}/puzzles.json"
    for text in ("", "[]", '{"puzzles": [["x"]]}', '{"puzzles": 3}'):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        with pytest.raises(BadFile, match="puzzles of ataxx"):
            read_puzzles(game.replace(parts=Parts(puzzles=path)))
