"""The themes of puzzles, on hand-drawn positions."""

from __future__ import annotations

import pytest

from tests.games.themes import themes_of

CASES = (
    ("0.0.0.0./0.4.2.1.1.0./0.9.1.1.5.0./0.0.0.0. O", "1,2 2,1", "modest"),
    ("0.0.0.0./0.4O2X1O1O0./0.6X1X1X5.0./0.0.0.0. O", "2,4", "last-cell narrow"),
    (
        "0.0.0.0./0.4O2X1O1O0./0.6X1X1X5.0./0.0.0.0. O",
        "0,2 0,3 2,4",
        "last-cell thrown-out waiting",
    ),
    ("0.0.0.0./0.4O2.1.1.0./0.9.1.1.5.0./0.0.0.0. O", "1,0", "own-stones"),
    ("0.0.0.0./0.4.2.1.1.0./0.1X1X1X9O0./0.0.0.0. O", "2,0", "investment"),
    ("0.0.0.0./0.4.2.1.1.0./0.9X1O9O9X0./0.0.0.0. O", "2,0", "large-push thrown-out"),
)


@pytest.mark.parametrize(("text", "line", "themes"), CASES)
def test_the_themes_of_a_line(text: str, line: str, themes: str) -> None:
    assert themes_of("push", text, *line.split()) == set(themes.split())
