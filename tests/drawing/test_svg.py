"""Positions as pictures."""

from __future__ import annotations

import importlib.util
import re
import struct
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import outwit
from outwit.core.game import Game
from outwit.core.look import Look
from outwit.core.parts import Parts
from outwit.core.piece import Piece
from outwit.core.position import Position
from outwit.core.side import FIRST, SECOND
from outwit.drawing.palette import style_sheet
from outwit.drawing.png import to_png
from outwit.drawing.words import description
from outwit.errors import GameFault, UnknownSquare, UsageError

SVG = "{http://www.w3.org/2000/svg}"
GAMES = outwit.all_games()
EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def sixth(name: str) -> Game:
    """Return a game of the examples, which has no look."""
    place = EXAMPLES / f"{name}.py"
    if not place.exists():
        place = EXAMPLES / name / "__init__.py"
    spec = importlib.util.spec_from_file_location(f"drawn_{name}", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    game = module.GAME
    assert isinstance(game, Game)
    return game


def played(game: Game, plies: int = 6) -> Position:
    position = game.start()
    for _ in range(plies):
        if position.is_over:
            break
        position.play_number(position.legal_numbers[-1])
    return position


def ids(svg: str) -> list[str]:
    return [found for each in ET.fromstring(svg).iter() if (found := each.get("id"))]


def references(svg: str) -> set[str]:
    return set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))


def place(svg: str, name: str) -> tuple[int, int]:
    for each in ET.fromstring(svg).iter(f"{SVG}rect"):
        if each.get("id") == name:
            return int(each.get("x", "")), int(each.get("y", ""))
    raise AssertionError(name)


@by_game
def test_a_picture_is_well_formed_and_needs_nothing_else(game: Game) -> None:
    position = played(game)
    for theme in ("light", "dark", "auto"):
        svg = position.svg(theme=theme)
        root = ET.fromstring(svg)
        assert root.tag == f"{SVG}svg"
        assert not {each.tag for each in root.iter()} & {f"{SVG}script", f"{SVG}image"}
        assert references(svg) <= set(ids(svg))
        assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
        assert "\0" not in svg
        assert "{" not in svg.replace("<style>", "\0").split("\0")[0]


@by_game
def test_ids_are_unique_and_stay_with_squares_and_pieces(game: Game) -> None:
    position = played(game)
    names = Counter(ids(position.svg()))
    assert [name for name, count in names.items() if count > 1] == []
    for square in position.board:
        ident = square.name.replace(",", "-")
        assert f"square-{ident}" in names
        assert (f"piece-{ident}" in names) == (square.piece is not None)
    after = position.copy()
    if not after.is_over:
        after.play_number(after.legal_numbers[0])
    kept = {name for name in names if name.startswith(("square-", "label-"))}
    assert kept <= set(ids(after.svg()))


@by_game
def test_the_size_is_the_longer_side(game: Game) -> None:
    for size in (40, 640):
        root = ET.fromstring(game.start().svg(size=size))
        assert max(int(root.get("width", "")), int(root.get("height", ""))) == size


def test_a_flipped_board_is_turned_around() -> None:
    position = outwit.game("ataxx").start()
    upright, flipped = position.svg(), position.svg(flipped=True)
    assert place(upright, "square-a7") == place(flipped, "square-g1") == (40, 40)
    assert place(upright, "square-c2") == place(flipped, "square-e6")
    assert set(ids(upright)) == set(ids(flipped))


def test_a_prefix_keeps_two_boards_on_a_page_apart() -> None:
    position = outwit.game("ataxx").start()
    one, other = position.svg(prefix="one-"), position.svg(prefix="other-")
    assert not set(ids(one)) & set(ids(other))
    assert all(name.startswith("one-") for name in ids(one) + sorted(references(one)))
    ET.fromstring(position.svg(prefix='"><script>'))


def test_title_and_description_say_the_position() -> None:
    position = outwit.game("ataxx").start(blocks=["c3"])
    root = ET.fromstring(position.svg())
    assert root.get("role") == "img"
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert title.text == "Ataxx: Red to move"
    assert str(description.text).startswith("Red: stone a7, g1. Blue: stone g7, a1. ")
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    labelled = ET.fromstring(position.svg(label="</title>&")).find(f"{SVG}title")
    assert labelled is not None
    assert labelled.text == "</title>&"


def test_the_description_says_what_squares_are_worth_and_what_is_special_about_them() -> None:
    position = outwit.game("push").position("0.0./0.7.5O0./0.0. X")
    assert description(position) == (
        "O: stone 1,2. X: no pieces. Worth 5: 1,2. Worth 7: 1,1. Border: 0,1 0,2 1,0 1,3 2,1 2,2."
    )
    assert description(outwit.game("jesonmor").start(size=3)).endswith(" Centre: b2.")


@pytest.mark.parametrize("size", [3, 9, 25])
def test_coordinates_can_be_read_on_boards_of_any_size(size: int) -> None:
    svg = outwit.game("jesonmor").start(size=size).svg(size=640)
    across = re.search(r'viewBox="0 0 (\d+) ', svg)
    letters = re.search(r'font-size="(\d+)" font-weight="600"', svg)
    assert across is not None
    assert letters is not None
    assert int(letters[1]) * 640 / int(across[1]) > 12


def test_targets_arrows_danger_and_the_last_move_are_marked() -> None:
    position = outwit.game("ataxx").start()
    plain = position.svg()
    marked = position.svg(targets=["b7", "g7"], arrows=[("a7", "c5")], danger=["a1"])
    for kind in ("target", "capture", "danger", "warning"):
        assert f'href="#ataxx-light-art-{kind}"' not in plain
        assert f'href="#ataxx-light-art-{kind}"' in marked
    assert 'class="arrow"' in marked
    assert 'class="arrow"' not in plain
    assert position.svg(arrows=[("a7", "a7")]) == plain
    position.play("b7")
    assert 'href="#ataxx-light-art-last" x="140" y="40"' in position.svg()
    assert 'href="#ataxx-light-art-last"' not in position.svg(last_move=False)


@pytest.mark.parametrize("field", ["selected", "targets", "danger"])
def test_unknown_squares_are_refused(field: str) -> None:
    position = outwit.game("ataxx").start()
    with pytest.raises(UnknownSquare, match="'z9' is not on the board"):
        position.svg(**{field: ["z9"]})  # type: ignore[arg-type]
    with pytest.raises(UnknownSquare):
        position.svg(arrows=[("a1", "z9")])


@pytest.mark.parametrize(
    "options",
    [
        *({"size": size} for size in (15, 8193, True, "640", 64.0)),
        *({"theme": theme} for theme in ("sepia", None)),
        *({"arrows": arrows} for arrows in (["a1b3"], [("a1",)])),
    ],
    ids=str,
)
def test_what_cannot_be_drawn_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(UsageError) as caught:
        outwit.game("ataxx").start().svg(**options)  # type: ignore[arg-type]
    assert next(iter(options)) in str(caught.value)


@by_game
def test_theme_auto_defines_every_colour_it_uses(game: Game) -> None:
    svg = played(game).svg(theme="auto")
    used = set(re.findall(r"var\((--[\w-]+)\)", svg))
    assert used
    light, dark = style_sheet(game.parts.look, ".x").split("@media")
    for sheet in (light, dark):
        assert used <= set(re.findall(r"(--[\w-]+):", sheet))
    assert not re.findall(r"#[0-9a-f]{6}\b", svg.partition("</style>")[2]), "a fixed colour"


def test_a_sixth_game_is_drawn_from_its_board_alone() -> None:
    position = played(sixth("tictactoe"), 3)
    svg = position.svg(theme="auto")
    assert ET.fromstring(svg).get("class") == "outwit outwit-tictactoe"
    assert references(svg) <= set(ids(svg))
    pieces = sum(square.piece is not None for square in position.board)
    assert svg.count('class="piece"') == pieces
    assert to_png(position.svg(size=64)).startswith(b"\x89PNG")


def test_a_small_game_without_pieces_is_drawn_too() -> None:
    position = sixth("nim").start()
    position.play("c2")
    svg = position.svg()
    # Three, four and five matches, of which two are taken.
    assert svg.count('href="#nim-light-art-mark"') == 10
    assert 'href="#nim-light-art-last" x="240" y="740"' in svg


def test_a_game_without_a_board_is_not_drawn() -> None:
    game = sixth("nim")

    class Boardless(game.position_class):  # type: ignore[misc, name-defined]
        def rows(self, state: object) -> list[str]:
            return []

    with pytest.raises(GameFault, match="shows no board"):
        game.replace(position_class=Boardless).start().svg()


def hostile_game() -> Game:
    """Return a game whose sides, pieces and marks have names that are markup."""
    game = sixth("tictactoe")

    class Hostile(game.position_class):  # type: ignore[misc, name-defined]
        def rows(self, state: object) -> list[str]:
            return ["<&", '"{']

    pieces = (Piece("<", "<i>", FIRST), Piece("&", "</desc><script>", SECOND))
    return game.replace(sides=("<b>", "&amp;"), pieces=pieces, position_class=Hostile)


def test_names_of_pieces_and_sides_are_no_markup() -> None:
    root = ET.fromstring(hostile_game().start().svg())
    assert f"{SVG}script" not in {each.tag for each in root.iter()}
    assert "script" in str(root.findtext(f"{SVG}desc"))
    assert {each.get("data-piece") for each in root.iter()} >= {"<", "&"}


def test_a_look_with_an_unknown_colour_is_the_games_fault() -> None:
    parts = Parts(look=Look(artwork={"light": '<rect fill="{nonsense}"/>'}))
    game = sixth("tictactoe").replace(parts=parts)
    with pytest.raises(GameFault, match="artwork 'light'"):
        game.start().svg()


@by_game
def test_a_png_has_the_size_that_was_asked_for(game: Game) -> None:
    png = to_png(game.start().svg(size=64))
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    assert max(width, height) == 64


def test_a_notebook_shows_the_picture() -> None:
    position = outwit.game("santorini").start()
    # A notebook asks an object for each format it may have.
    shown = {
        name: method()
        for name in ("_repr_svg_", "_repr_html_", "_repr_png_")
        if (method := getattr(position, name, None)) is not None
    }
    assert list(shown) == ["_repr_svg_"]
    assert ET.fromstring(shown["_repr_svg_"]).get("width") == "400"
