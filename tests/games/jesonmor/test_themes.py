"""The themes of puzzles, on hand-drawn positions."""

from __future__ import annotations

import pytest

from tests.games.themes import themes_of

CASES = (
    ("k8/9/9/9/9/2K6/9/9/9 w 0 0 0 0", "c4e5 a9b7 e5g6", "solo"),
    ("k8/9/9/9/9/2K6/9/7K1/9 w 0 0 0 0", "h2g4 a9b7 c4e5", "fork quiet"),
    ("k8/9/9/9/4k4/2K6/9/9/9 w 0 0 0 0", "c4e5 a9b7 e5g6", "eviction capture solo"),
    ("k8/9/1K7/9/9/2K6/9/9/9 w 0 0 0 0", "c4e5 a9b7 e5g6", "sacrifice solo"),
    ("k8/9/9/9/9/9/9/9/A7K w 0 0 0 0", "a1a2", "archer quiet"),
    ("9/9/9/9/9/2k6/9/9/3A4K w 0 0 0 0", "d1d4", "archer quiet block"),
    ("k8/9/9/9/9/2K6/9/9/9 w 1 2 0 0", "c4e5", "last-protected"),
)


@pytest.mark.parametrize(("text", "line", "themes"), CASES)
def test_the_themes_of_a_line(text: str, line: str, themes: str) -> None:
    assert themes_of("jesonmor", text, *line.split()) == set(themes.split())
