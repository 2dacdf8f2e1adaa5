"""Every game has themes that can be named and chosen."""

from __future__ import annotations

import pytest

import outwit
from outwit.core.game import Game
from outwit.server.routes.puzzlepages import LONGEST_THEME


@pytest.mark.parametrize("game", outwit.all_games(), ids=lambda game: game.name)
def test_themes_have_a_code_a_title_and_a_sentence_of_their_own(game: Game) -> None:
    themes = game.parts.themes
    assert themes
    for field in ("code", "title", "sentence"):
        assert len({getattr(theme, field) for theme in themes}) == len(themes)
    for theme in themes:
        assert 0 < len(theme.code) <= LONGEST_THEME
        assert theme.sentence.endswith(".")
