"""The themes of puzzles, on hand-drawn positions."""

from __future__ import annotations

import pytest

from tests.games.themes import themes_of

CASES = (
    ("7/7/2ooo2/2o1o2/2x4/7/7 x 0 1", "d4", "large-capture clone"),
    ("x6/7/7/7/7/7/6o x 0 1", "b6 g1e3 b6d4", "quiet clone hunt"),
    ("oxx4/xxx4/xxx4/7/7/7/7 x 0 1", "d7 0000", "quiet clone locked-out"),
    ("6x/7/7/7/2o4/7/x6 x 0 1", "b1 b2", "quiet clone sacrifice"),
    (
        "xxxxxxx/xxxxxxx/xxxxxxx/ooooox1/oooooxx/ooooooo/ooooooo x 0 40",
        "g4",
        "quiet clone full-board",
    ),
    ("7/1x5/7/7/3oo2/7/7 x 0 1", "b6d4", ""),
)


@pytest.mark.parametrize(("text", "line", "themes"), CASES)
def test_the_themes_of_a_line(text: str, line: str, themes: str) -> None:
    assert themes_of("ataxx", text, *line.split()) == set(themes.split())
