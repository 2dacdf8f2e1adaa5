"""The squares of a board in colour."""

from __future__ import annotations

import pytest
from rich.segment import Segment
from textual.color import Color

import outwit
from outwit.core.board import Square
from outwit.core.game import Game
from outwit.drawing.palette import colours, of_side
from outwit.terminal.cells import Marks, Painter
from outwit.terminal.colour import CUBE, STEP, TABLE, letter_ink, number, number_on, seen
from outwit.terminal.fewcolours import FewColours
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


def shown(colour: int) -> str:
    """Return a colour of a terminal with 256 colours by its number."""
    return "#" + bytes(TABLE[colour - CUBE]).hex()


@pytest.mark.parametrize("game", outwit.all_games(), ids=lambda game: game.name)
def test_letters_of_coloured_boards_are_legible(game: Game) -> None:
    for side in (0, 1):
        roles = of_side(colours(game.parts.look, "light"), side)
        ink = number_on(letter_ink(roles, side), roles["body"])
        assert contrast(shown(ink), shown(number(roles["body"]))) > 0.95 * LEGIBLE


def test_light_text_on_a_dark_ground_stays_light() -> None:
    # The table's ground is lighter than the wanted one: nothing light has so much contrast there.
    ink, ground = "#f6ecd8", "#866c50"
    lightness = [seen(TABLE[each - CUBE])[0] for each in (number_on(ink, ground), number(ground))]
    assert lightness[0] > lightness[1]


def coarse_cell(painter: Painter, square: Square, marks: Marks) -> list[Segment]:
    """Return a square as a terminal with 256 colours gets it."""
    rows = painter.cell(square, marks)
    few = FewColours()
    return [part for row in rows for part in few.apply(row, Color.parse("#000000"))]


def grounds(segments: list[Segment]) -> set[int]:
    """Return the numbers of the colours behind a square's characters."""
    found = (part.style.bgcolor for part in segments if part.style is not None)
    return {colour.number for colour in found if colour is not None and colour.number is not None}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", outwit.all_games(), ids=lambda game: game.name)
class TestTwoHundredAndFiftySixColours:
    """With 256 colours, all that differs in true colour still differs, and can be read."""

    def test_light_and_dark_squares_differ(self, game: Game, theme: str) -> None:
        painter = Painter(game, theme, 3, coarse=True)
        light, dark = (number(each.hex6) for each in painter.wood)
        assert seen(TABLE[light - CUBE])[0] - seen(TABLE[dark - CUBE])[0] >= STEP
        kinds = {light, dark, number(painter.marked[0].hex6), number(painter.frame)}
        assert len(kinds) == 4

    def test_marked_squares_differ_from_others(self, game: Game, theme: str) -> None:
        painter = Painter(game, theme, 3, coarse=True)
        for square in game.start().board:
            if square.piece is not None:
                continue
            plain = grounds(coarse_cell(painter, square, Marks()))
            for kind in ("last", "selected", "danger"):
                marks = Marks().replace(**{kind: frozenset([square.name])})
                assert grounds(coarse_cell(painter, square, marks)) != plain, (square, kind)
            hint = Marks(hint=(square.name,))
            assert grounds(coarse_cell(painter, square, hint)) != plain

    def test_letters_on_pieces_are_legible(self, game: Game, theme: str) -> None:
        painter = Painter(game, theme, 3, coarse=True)
        for square in game.start().board:
            if square.piece is None:
                continue
            glyph = painter.glyphs[square.piece.letter]
            cell = coarse_cell(painter, square, Marks())
            (part,) = (each for each in cell if each.text.strip() == glyph)
            assert part.style is not None
            ink, ground = part.style.color, part.style.bgcolor
            assert ink is not None
            assert ground is not None
            assert ink.number is not None
            assert ground.number is not None
            assert contrast(shown(ink.number), shown(ground.number)) > VISIBLE

    def test_pieces_stand_out_from_their_squares(self, game: Game, theme: str) -> None:
        painter = Painter(game, theme, 3, coarse=True)
        for side in painter.sides:
            assert number(side["body"]) not in painter.unmarked

    def test_the_parts_of_a_piece_have_one_colour(self, game: Game, theme: str) -> None:
        painter = Painter(game, theme, 3, coarse=True)
        for square in game.start().board:
            if square.piece is None:
                continue
            body = number(painter.sides[square.piece.owner]["body"])
            cell = coarse_cell(painter, square, Marks())
            tops = [part.style for part in cell if "▄" in part.text]
            assert [top.color.number for top in tops if top is not None and top.color] == [body]


def test_a_hint_numbers_the_clicks_of_a_move() -> None:
    game = outwit.game("santorini")
    board = game.start().board
    painter = Painter(game, "dark", 3)
    marks = Marks(hint=("b2", "b3", "b2"))
    assert painter.cell(board["b2"], marks)[0][-1].text.endswith("13")
    assert painter.cell(board["b3"], marks)[0][-1].text.endswith("2")
    alone = painter.cell(board["b3"], Marks(hint=("b3",)))
    assert not any(part.text.strip().isdecimal() for row in alone for part in row)
