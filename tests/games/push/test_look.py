from __future__ import annotations

import re

import pytest

import outwit
from outwit.drawing.palette import colours
from outwit.drawing.png import to_png
from outwit.games.push.look import LOOK, under
from tests.drawing.test_looks import contrast

PUSH = outwit.game("push")
# 4, 2 and 7 in the middle, an O on 2.
ROW = "0.0.0./0.4.{}O7.0./0.0.0. O"


@pytest.mark.parametrize("stone", "OX")
def test_a_value_is_seen_through_the_stone_on_it(stone: str) -> None:
    one, other = (
        to_png(PUSH.position(ROW.format(value).replace("O7", f"{stone}7")).svg(size=200))
        for value in (2, 8)
    )
    assert one != other


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_values_stand_out_from_what_is_behind_them(theme: str) -> None:
    roles = colours(LOOK, theme)
    assert contrast(roles["number"], roles["seat"]) >= 4.5


def test_border_cells_point_inwards_and_show_no_value() -> None:
    board = PUSH.position(ROW.format(2)).board
    assert [under(board, board[name])[1] for name in ("0,1", "2,3", "1,0", "1,4")] == [
        "down",
        "up",
        "right",
        "left",
    ]
    assert under(board, board["1,2"]) == ("plain", "worth 2")


def test_border_cells_point_inwards_on_a_flipped_board_too() -> None:
    position = PUSH.position(ROW.format(2))
    arrow = '<use href="#push-light-art-down" [^>]*>'
    assert "rotate(180 " not in "".join(re.findall(arrow, position.svg()))
    flipped = re.findall(arrow, position.svg(flipped=True))
    assert len(flipped) == 3
    for use in flipped:
        x, y = re.findall(r'[xy]="(\d+)"', use)
        assert f'transform="rotate(180 {int(x) + 50} {int(y) + 50})"' in use
