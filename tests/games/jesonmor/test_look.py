"""What Jeson Mor looks like."""

from __future__ import annotations

import re

import outwit
from outwit.core.position import Position
from outwit.drawing.ground import NARROW_FRAME
from outwit.drawing.svg import draw
from tests.games.boards import jesonmor

GAME = outwit.game("jesonmor")
LOOK = GAME.parts.look


def danger(position: Position) -> tuple[str, ...]:
    """Return the squares to warn of."""
    assert LOOK.danger is not None
    return LOOK.danger(position)


def test_every_piece_has_artwork_of_its_own() -> None:
    assert set(LOOK.pieces) == {piece.letter for piece in GAME.pieces}
    assert len(set(LOOK.pieces.values())) == len(GAME.pieces)


def test_the_sides_differ_in_shape_and_not_only_in_colour() -> None:
    for letter in "KA":
        white, black = (
            re.findall(r' d="([^"]*)"', LOOK.pieces[x]) for x in (letter, letter.lower())
        )
        assert white != black


def test_the_centre_of_every_board_is_marked_once() -> None:
    for size in (3, 9, 25):
        drawn = draw(GAME.start(size=size), coordinates=False)
        middle = NARROW_FRAME + 100 * (size // 2)
        assert re.findall(r'<use href="#[\w-]*ornament" x="(\d+)" y="(\d+)"/>', drawn) == [
            (str(middle), str(middle))
        ]


THREAT = """
    . . . . K
    . . . . .
    . . k . .
    . . . . .
    K . . . .
"""


def test_an_enemy_knight_on_the_centre_is_a_danger() -> None:
    assert danger(jesonmor(THREAT, "w 0 0 0 0")) == ("c3",)
    assert "warning" in draw(jesonmor(THREAT, "w 0 0 0 0"))


def test_ones_own_knight_on_the_centre_is_none() -> None:
    assert danger(jesonmor(THREAT, "b 0 0 0 0")) == ()


def test_an_archer_on_the_centre_is_none() -> None:
    assert danger(jesonmor(THREAT.replace("k", "a"), "w 0 0 0 0")) == ()


def test_there_is_none_on_an_empty_centre() -> None:
    assert danger(GAME.start()) == ()


def test_there_is_none_while_leaving_the_centre_does_not_win() -> None:
    # Move 7 is White's; with move 8, Black's, the knight may leave.
    assert danger(jesonmor(THREAT, "w 6 8 0 0")) == ()
    assert danger(jesonmor(THREAT, "w 6 7 0 0")) == ("c3",)


def test_there_is_none_when_the_game_is_over() -> None:
    assert danger(jesonmor(THREAT.replace("K", "."), "w 0 0 0 0")) == ()
