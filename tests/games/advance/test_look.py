"""What Advance looks like."""

from __future__ import annotations

import random
import re

import outwit
from outwit.core.position import Position
from outwit.drawing.svg import draw
from tests.games.boards import advance
from tests.mode import amount
from tests.oracles import advance as oracle

GAME = outwit.game("advance")
LOOK = GAME.parts.look


def danger(position: Position) -> tuple[str, ...]:
    """Return the squares to warn of."""
    assert LOOK.danger is not None
    return LOOK.danger(position)


def test_every_piece_has_artwork_of_its_own() -> None:
    assert set(LOOK.pieces) == {piece.letter for piece in GAME.pieces}
    assert len(set(LOOK.pieces.values())) == len(GAME.pieces)


def test_the_sides_differ_in_shape_and_not_only_in_colour() -> None:
    for letter in "ZBJMSCDG":
        white, black = (
            re.findall(r' d="([^"]*)"', LOOK.pieces[x]) for x in (letter, letter.lower())
        )
        assert white != black


def test_walls_are_drawn_where_they_stand() -> None:
    drawn = draw(advance("# . #"))
    assert re.findall(r'<use href="#[\w-]*obstacle" x="(\d+)"', drawn) == ["40", "240"]


def test_no_general_is_in_danger_at_the_start() -> None:
    assert danger(GAME.start()) == ()


def test_a_dragon_endangers_a_general_from_afar_but_not_as_its_neighbour() -> None:
    assert danger(advance("G . . d")) == ("a1",)
    assert danger(advance("G d . .")) == ()
    assert danger(advance("G . # d")) == ()


def test_a_sentinel_beside_it_protects_a_general() -> None:
    assert danger(advance("G . . m")) == ("a1",)
    assert danger(advance("S .\nG . . m")) == ()


def test_a_zombie_endangers_only_what_is_ahead_of_it() -> None:
    assert danger(advance("z\n.\nG")) == ("a1",)
    assert danger(advance("G\n.\nz")) == ()
    assert danger(advance("g\n.\nZ")) == ("a3",)
    assert danger(advance("z\n#\nG")) == ()


def test_a_catapult_shoots_over_what_is_between() -> None:
    assert danger(advance("G # # c")) == ("a1",)
    assert danger(advance("G # c")) == ()


def test_a_general_in_danger_is_warned_of_in_the_picture() -> None:
    assert "warning" in draw(advance("G . . d"))
    assert "warning" not in draw(GAME.start())


def test_danger_is_what_the_rules_say() -> None:
    rng = random.Random(11)
    found = 0
    for _ in range(amount(600, 200)):
        text, options = oracle.scattered(rng)
        position = GAME.position(text, **options)
        board = oracle.board_from(text.split(" ")[0])
        endangered = {
            oracle.square_text(oracle.general_of(board, side))
            for side in (oracle.WHITE, oracle.BLACK)
            if oracle.is_in_danger(board, side)
        }
        assert set(danger(position)) == endangered, text
        found += len(endangered)
    assert found > 100
