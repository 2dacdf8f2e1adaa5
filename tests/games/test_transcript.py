"""Every game still plays as its golden transcript says."""

from __future__ import annotations

import pytest

import outwit
from outwit.core.game import Game
from outwit.testing import check_transcript, folder_of, write_transcript

GAMES = outwit.all_games()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_plays_as_its_transcript_says(game: Game) -> None:
    check_transcript(game)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_transcript_tells_what_a_reader_wants_to_know(game: Game) -> None:
    text = (folder_of(game) / "transcript.txt").read_text(encoding="utf-8")
    start = game.start()
    for fact in (game.name, start.text, str(start), f"{start.key:016x}", game.sides[0]):
        assert fact in text


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_another_seed_tells_another_game(game: Game) -> None:
    assert write_transcript(game, 2) != write_transcript(game, 3)
