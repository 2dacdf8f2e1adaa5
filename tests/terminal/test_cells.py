"""The squares of a board in colour."""

from __future__ import annotations

import pytest
from rich.segment import Segment

import outwit
from outwit.core.game import Game
from outwit.drawing.palette import colours, of_side
from outwit.terminal.cells import Marks, Painter
from outwit.terminal.colour import STEPS, letter_ink, number
from tests.drawing.test_looks import contrast

pytestmark = pytest.mark.compiled_only

LEGIBLE, VISIBLE = 4.5, 3.0


def contrast_of(segment: Segment) -> float:
    style = segment.style
    assert style is not None
    assert style.color is not None
    assert style.bgcolor is not None
    return contrast(style.color.name, style.bgcolor.name)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", outwit.all_games(), ids=lambda game: game.name)
def test_cursor_and_numbers_are_seen_on_every_square(game: Game, theme: str) -> None:
    painter = Painter(game, theme, 3)
    for square in game.start().board:
        for marks in (Marks(), Marks(last=frozenset([square.name]))):
            rows = painter.cell(square, marks.replace(cursor=square.name))
            corners = [part for row in rows for part in row if part.text[0] in "┏┓┗┛"]
            assert corners
            assert min(map(contrast_of, corners)) > VISIBLE
            found = [part for row in rows for part in row if part.text.strip().isdecimal()]
            assert all(contrast_of(part) > VISIBLE for part in found)


def shown(colour: str) -> str:
    """Return the colour that a terminal with 256 colours shows."""
    red, rest = divmod(number(colour) - 16, 36)
    return "#" + "".join(f"{STEPS[part]:02x}" for part in (red, *divmod(rest, 6)))


@pytest.mark.parametrize("game", outwit.all_games(), ids=lambda game: game.name)
def test_letters_of_coloured_boards_are_legible(game: Game) -> None:
    for side in (0, 1):
        roles = of_side(colours(game.parts.look, "light"), side)
        assert contrast(shown(letter_ink(roles, side)), shown(roles["body"])) > LEGIBLE
