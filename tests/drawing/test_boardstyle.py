"""Styles of boards: for every game, with the order of light and dark kept, and hues."""

from __future__ import annotations

from math import pi

import pytest

import outwit
from outwit.core.game import Game
from outwit.drawing.boardstyle import CLASSIC, STYLES, along, board_style, toned
from outwit.drawing.oklab import read_colour, write_colour
from outwit.drawing.palette import colours, page_sheet
from outwit.errors import UsageError

GAMES = outwit.all_games()
THEMES = ("light", "dark")
OTHERS = [name for name in STYLES if name != CLASSIC]


@pytest.mark.parametrize("colour", ["#ffffff", "#000000", "#d9922e", "#2e4c7a", "#3f7d4e"])
def test_a_colour_is_written_as_it_was_read(colour: str) -> None:
    assert write_colour(*read_colour(colour)) == colour


def test_lightness_is_that_of_the_colour_space() -> None:
    # Ottosson's own example of a colour beside the axes: sRGB red.
    lightness, chroma, _ = read_colour("#ff0000")
    assert (round(lightness, 3), round(chroma, 3)) == (0.628, 0.258)


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_lighter_stays_lighter(name: str) -> None:
    for tone in (STYLES[name].light, STYLES[name].dark):
        assert tone is not None
        for curve in (tone.ground, tone.sides):
            assert curve[0][0] == 0
            assert curve[-1][0] == 1
            values = [along(curve, step / 100) for step in range(101)]
            assert values == sorted(values)
            assert 0 <= values[0] <= values[-1] <= 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_classic_is_the_games_own_look_and_others_change_the_board_alone(game: Game) -> None:
    look = game.parts.look
    for theme in THEMES:
        usual = colours(look, theme)
        assert colours(look, theme, CLASSIC) == usual
        for name in OTHERS:
            changed = colours(look, theme, name)
            assert changed.keys() == usual.keys()
            kept = {role for role in usual if changed[role] == usual[role]}
            assert {"table", "ink", "soft", "accent", "target", "hint", "danger"} <= kept
            assert {"square_light", "frame", "first_shade", "second_body"}.isdisjoint(kept)


def test_red_stays_red_and_blue_stays_blue() -> None:
    look = outwit.game("ataxx").parts.look
    for theme in THEMES:
        for role in ("first_body", "second_body"):
            hue = read_colour(colours(look, theme)[role])[2]
            for name in OTHERS:
                _, chroma, found = read_colour(colours(look, theme, name)[role])
                assert abs((found - hue + pi) % (2 * pi) - pi) < 0.1
                assert chroma > 0.05


def test_a_wrong_style_is_named() -> None:
    with pytest.raises(UsageError, match="style 'mauve' is not one of classic, paper, contrast"):
        outwit.game("push").start().svg(style="mauve")
    with pytest.raises(UsageError):
        board_style("")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_picture_and_a_page_have_the_same_colours(game: Game) -> None:
    drawn = game.start().svg(theme="dark", style="paper", prefix="p-")
    roles = colours(game.parts.look, "dark", "paper")
    assert roles["square_light"] in drawn
    assert game.start().svg(theme="dark")[:200] != drawn[:200]
    sheet = page_sheet(game.parts.look, f".outwit-{game.name}", "paper")
    assert sheet.count(f"--outwit-square_light:{roles['square_light']}") == 2


def test_a_tint_is_taken_from_wood_and_left_to_what_tells_something() -> None:
    tone = STYLES["paper"].light
    assert tone is not None
    assert read_colour(toned("square_dark", "#dcc196", tone))[1] < 0.02
    assert read_colour(toned("dome", "#2f74b5", tone))[1] > 0.09
