"""The themes of puzzles, on hand-drawn positions."""

from __future__ import annotations

import pytest

from tests.games.themes import themes_of

CASES = (
    ("9/4g4/M8/9/9/9/9/9/1M6G w 0", "b1b8 e8e9 a7a9", "chase"),
    ("1#7/g8/2M6/9/9/9/9/9/3M4G w 0", "d1d8 a8a9 d8a8", "chase forced"),
    ("9/1z2g4/M8/9/9/9/9/9/1M6G w 0", "b1b8 e8e9 a7a9", "chase capture"),
    ("9/4g4/9/9/9/9/9/9/4M3G w 0", "e1e7 e8e7 i1h1", "sacrifice"),
    ("9/4g4/9/9/9/9/9/9/1M6G w 0", "i1h1 e8d8 h1i1", "quiet"),
    ("g#7/#8/9/9/9/9/9/9/7MG w 0", "h1h8", "stranded"),
    ("9/4g4/9/9/9/9/9/9/JZ6G w 0", "a1b1", "swap"),
)


@pytest.mark.parametrize(("text", "line", "themes"), CASES)
def test_the_themes_of_a_line(text: str, line: str, themes: str) -> None:
    assert themes_of("advance", text, *line.split()) == set(themes.split())
