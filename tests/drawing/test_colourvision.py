"""Sides, pieces and marks differ for colour-blind people too, in every style and theme.

The measure is CIEDE2000; people notice a difference of about 2.3 (Mahy 1994). The bounds:

- 30 between the sides, which are compared from one end of the board to the other, at a glance;
- 8 (three of these steps) between a piece or a small mark, or its outline, and its square;
- 4 for a highlight that fills a whole square, beside squares without it.

Marks of different kinds also differ in shape, so that colour need not tell them apart.
"""

from __future__ import annotations

import re
from itertools import product

import pytest

import outwit
from outwit.core.game import Game
from outwit.drawing.artwork import artwork, under
from outwit.drawing.boardstyle import STYLES
from outwit.drawing.palette import SIDES, colours
from outwit.drawing.sample import known_positions
from tests.drawing.colourvision import SIGHTS, difference, seen

GAMES = outwit.all_games()
LOOKS = [pytest.param(*each, id="-".join(each)) for each in product(STYLES, ("light", "dark"))]
OF_SIDES, OF_MARKS, OF_HIGHLIGHTS = 30, 8, 4
# Roles, and opacities, of small marks as the pages draw them; the outline of each is beside it.
MARKS = (
    ("target", 1.0, "first_shine"),
    ("accent", 1.0, ""),
    ("hint", 0.82, ""),
    ("danger", 1.0, "first_shine"),
)
# The same for highlights of whole squares.
HIGHLIGHTS = (("accent", 0.42), ("hint", 0.28))
# What is drawn on squares: signs, edges, and shadows.
NOT_GROUND = {
    *("line", "number", "arrow", "ornament", "shadow", "stone_edge", "wall_light", "wall_shade"),
    *("stone", "stone_dark", "stone_light", "stone_shade", "rail_shade"),
    *("dome", "dome_shine", "dome_shade", "dome_edge"),
}


def grounds(game: Game) -> set[str]:
    """Return the roles of the colours that fill squares on which pieces stand."""
    look = game.parts.look
    found: set[str] = set()
    for position in known_positions(game):
        for square in position.board:
            for name in (look.under or under)(position.board, square):
                source = look.artwork.get(name) or artwork(name)
                found |= set(re.findall(r'fill="{(\w+)}"', source)) - NOT_GROUND
    return found


def too_alike(game: Game, style: str, theme: str) -> list[tuple[object, ...]]:
    """Return the pairs of colours that differ by less than their bound, for every sight."""
    roles, squares = colours(game.parts.look, theme, style), sorted(grounds(game))
    found: list[tuple[object, ...]] = []
    assert squares
    for sight in SIGHTS:
        pairs: list[tuple[str, float, int]] = []
        bodies = [seen(roles[f"{side}_body"], sight) for side in SIDES]
        pairs.append(("sides", difference(*bodies), OF_SIDES))
        for ground in squares:
            plain = seen(roles[ground], sight)
            for side in SIDES:
                parts = [seen(roles[f"{side}_{part}"], sight) for part in ("body", "edge")]
                most = max(difference(part, plain) for part in parts)
                pairs.append((f"{side} on {ground}", most, OF_MARKS))
            for role, opacity, outline in MARKS:
                parts = [seen(roles[role], sight, roles[ground], opacity)]
                parts += [seen(roles[outline], sight, roles[ground], 0.75)] if outline else []
                most = max(difference(part, plain) for part in parts)
                pairs.append((f"{role} on {ground}", most, OF_MARKS))
            for role, opacity in HIGHLIGHTS:
                laid = seen(roles[role], sight, roles[ground], opacity)
                pairs.append((f"{role} over {ground}", difference(laid, plain), OF_HIGHLIGHTS))
        found += [(sight, name, round(by, 1)) for name, by, least in pairs if by < least]
    return found


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        # Of the pairs that Sharma, Wu and Dalal 2005 give to test programs.
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_difference_is_ciede2000(
    one: tuple[float, float, float], other: tuple[float, float, float], expected: float
) -> None:
    assert difference(one, other) == difference(other, one) == pytest.approx(expected, abs=1e-4)


def test_the_simulation_takes_away_the_difference_of_red_and_green() -> None:
    red, green = "#b0402f", "#4f6b20"
    usual = difference(seen(red, "usual"), seen(green, "usual"))
    for sight in ("protanopia", "deuteranopia"):
        assert difference(seen(red, sight), seen(green, sight)) < usual / 2
    for sight in SIGHTS:
        assert difference(seen("#808080", sight), seen("#808080", "usual")) < 1


@pytest.mark.parametrize(("style", "theme"), LOOKS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_sides_pieces_and_marks_are_told_apart_by_everybody(
    game: Game, style: str, theme: str
) -> None:
    assert too_alike(game, style, theme) == []
