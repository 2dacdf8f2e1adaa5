"""The themes of puzzles, on hand-drawn positions."""

from __future__ import annotations

import pytest

from tests.games.themes import themes_of

CASES = (
    (
        "30200/0200Y0/1A0000/00000/0B0000Z w 1",
        "A,ne,ne Y,n,w A,nw,s",
        "fork straight-up forced-dome",
    ),
    ("2A2000/00000/001B00/00000/0Y0000Z w 1", "B,n,nw Y,n,n A,e,s", "descent both-workers"),
    ("2Y3000/00000/000A00/00000/0B0000Z w 1", "A,n,nw", "defence"),
    ("00000/10000/0201B2/001A10Y/00000Z w 9", "A,se,n", "descent locked-in"),
    ("2A3000/00000/00000/00000/0Y0B000Z w 1", "A,e,s", ""),
)


@pytest.mark.parametrize(("text", "line", "themes"), CASES)
def test_the_themes_of_a_line(text: str, line: str, themes: str) -> None:
    assert themes_of("santorini", text, *line.split()) == set(themes.split())
