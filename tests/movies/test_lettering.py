"""Texts that fit."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from outwit.drawing.png import to_png
from outwit.movies.lettering import drawable, fit, name_or, shrink, width
from outwit.movies.sheet import title_of
from outwit.movies.stage import Stage, Style
from tests.movies.films import film

pytestmark = pytest.mark.compiled_only

CAPTION = "28. Blue jumps from f3 to d5 and turns 3 stones"


def test_a_text_that_was_shrunk_to_its_room_is_not_cut() -> None:
    for room in range(280, 400):
        for text in (CAPTION[:length] for length in range(40, len(CAPTION))):
            assert fit(text, shrink(text, 15, room), room) == drawable(text)


@pytest.mark.parametrize("text", ["i" * 60, "WWWWWW", "Bartholomew Smith", "0123456789"])
def test_a_text_is_as_wide_as_it_is_drawn(text: str) -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="1500" height="40"><text x="5" y="30" '
        f'font-size="20" font-weight="bold" font-family="DejaVu Sans">{text}</text></svg>'
    )
    with Image.open(BytesIO(to_png(svg))) as image:
        left, _, right, _ = image.getbbox() or (0, 0, 0, 0)
    assert width(text, 20, bold=True) == pytest.approx(right - left, abs=4)


def test_what_the_font_lacks_is_marked_once_and_accents_are_joined_to_their_letters() -> None:
    assert drawable("Zoe\u0308 山田 太郎!") == "Zoë �!"
    assert drawable("👩\u200d👩\u200d👧 family") == "� family"


@pytest.mark.parametrize("name", ["山田 太郎", "مرحبا", "🎉", "", " \t"])
def test_who_has_a_name_that_cannot_be_drawn_is_called_by_the_side(name: str) -> None:
    shown = film(moves=1, players=(name, "Ben"))
    side = shown.game.sides[0]
    assert name_or(name, side) == side
    assert Stage(shown, Style(200)).names[0] == (side, "")
    assert title_of(shown, 900) == f"{side} – Ben"


def test_a_long_name_in_a_title_takes_the_room_that_the_other_leaves() -> None:
    shown = title_of(film(moves=1, players=("Ann " * 200, "Ben")), 600)
    assert shown.endswith("… – Ben")
    assert width(shown, 24, bold=True) <= 600
    first, second = title_of(film(moves=1, players=("A" * 900, "B" * 900)), 600).split(" – ")
    assert abs(width(first, 24, bold=True) - width(second, 24, bold=True)) < 24
