"""The themes of lines on hand-drawn positions."""

from __future__ import annotations

import outwit
from outwit.core.theme import solution_of


def themes_of(name: str, text: str, *line: str) -> set[str]:
    """Return the codes of the themes that hold for a line from a position."""
    game = outwit.game(name)
    solution = solution_of(game.position(text), line)
    return {theme.code for theme in game.parts.themes if theme.holds(solution)}
