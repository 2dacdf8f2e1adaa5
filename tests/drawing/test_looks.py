"""What holds for the look of every game that has artwork of its own."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree as ET

import pytest

import outwit
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.core.side import SIDES
from outwit.drawing.artwork import ARTWORK, over, under
from outwit.drawing.palette import colours
from outwit.drawing.svg import draw

GAMES = [game for game in outwit.all_games() if game.parts.look.pieces]
THEMES = ("light", "dark", "auto")
pytestmark = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def played(game: Game) -> Position:
    """Return a position of a random game."""
    position = game.start()
    source = Random(1)
    while not position.is_over and position.ply < 30:
        position.play(source.choice(list(position.legal_moves)))
    return position


def shape(artwork: str) -> str:
    """Return an artwork without colours and letters."""
    return re.sub(r"\{\w+\}|url\(.*?\)|<text.*?</text>", "", artwork)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_every_piece_has_artwork_of_its_own(game: Game) -> None:
    pieces = game.parts.look.pieces
    assert set(pieces) == {piece.letter for piece in game.pieces}
    assert len(set(pieces.values())) == len(pieces)


def test_the_sides_differ_in_shape_and_not_only_in_colour(game: Game) -> None:
    first, second = (
        {
            shape(game.parts.look.pieces[piece.letter])
            for piece in game.pieces
            if piece.owner == side
        }
        for side in SIDES
    )
    assert not first & second


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_sides_differ_in_lightness(game: Game, theme: str) -> None:
    roles = colours(game.parts.look, theme)
    assert contrast(roles["first_body"], roles["second_body"]) > 2.5


def test_glyphs_tell_all_pieces_apart_without_colour(game: Game) -> None:
    look = game.parts.look
    glyphs = [look.glyphs.get(piece.letter, piece.letter) for piece in game.pieces]
    signs = [*glyphs, *look.signs.values()]
    assert len(set(signs)) == len(signs)
    assert all(len(sign) == 1 for sign in signs)


def test_every_artwork_on_the_board_exists(game: Game) -> None:
    look = game.parts.look
    board = played(game).board
    names = {
        name
        for square in board
        for stack in ((look.under or under), (look.over or over))
        for name in stack(board, square)
        if name and ":" not in name
    }
    assert names <= {*look.artwork, *ARTWORK}
    assert set(look.turning) <= set(look.artwork)


@pytest.mark.parametrize("theme", THEMES)
def test_ids_are_unique_and_every_reference_leads_somewhere(game: Game, theme: str) -> None:
    drawn = draw(played(game), theme=theme)
    ids = [node.get("id", "") for node in ET.fromstring(drawn).iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    used = set(re.findall(r"url\(#(.*?)\)", drawn)) | set(re.findall(r'href="#(.*?)"', drawn))
    assert used <= set(ids)
