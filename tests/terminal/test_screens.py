"""The screens look as they did, fit 60 by 20, and do without colour.

``pytest tests/terminal/test_screens.py --rewrite-golden`` writes the golden files anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from random import Random

import pytest
from textual.widgets import Input, Static

import outwit
from docs.pictures import still
from outwit.arena.livegame import LiveGame
from outwit.arena.seat import PERSON
from outwit.core.game import Game
from outwit.players.levels import introduction
from outwit.terminal.dialogs import Choice
from outwit.terminal.fields import Chooser
from outwit.terminal.menu import MEANINGS, MenuScreen
from outwit.terminal.movelist import MoveList
from outwit.terminal.theme import LIGHT
from tests.terminal.pilot import at_table, game_against

pytestmark = pytest.mark.compiled_only

GOLDEN = Path(__file__).parent / "golden"
GAMES = outwit.all_games()
SMALL = (60, 20)


def run(session: Coroutine[None, None, None]) -> None:
    asyncio.run(asyncio.wait_for(session, 60))


def middle(game: Game, plies: int = 15) -> LiveGame:
    """Return a game after some random moves, played by two persons."""
    rng = Random(4)
    position = game.start()
    while len(position.played) < plies:
        position.play(rng.choice(sorted(position.legal_moves)))
        if position.is_over:
            position.undo()
            break
    return LiveGame(game, position, (PERSON, PERSON))


def compare(name: str, drawn: str, *, rewrite: bool) -> None:
    path = GOLDEN / f"{name}.svg"
    if rewrite:
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(drawn)
    assert path.read_text() == drawn, f"{path.name} differs; --rewrite-golden if that is meant"


@pytest.fixture
def rewrite(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--rewrite-golden"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_screen_of_a_game_is_as_it_was(game: Game, tmp_path: Path, rewrite: bool) -> None:
    async def session() -> None:
        async with at_table(middle(game), tmp_path) as table:
            squares = [move.squares for move in table.live.position.legal_moves]
            first = max(squares, key=len)[0]
            table.view.put_cursor(first)
            if max(map(len, squares)) > 1:
                await table.press("enter")
            compare(f"{game.name}-dark", still(table.app) + "\n", rewrite=rewrite)
            table.app.theme = LIGHT
            table.view.repaint()
            await table.settle()
            compare(f"{game.name}-light", still(table.app) + "\n", rewrite=rewrite)

    run(session())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_board_keeps_its_size_when_the_evaluation_appears(game: Game, tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(middle(game), tmp_path) as table:
            before = [table.view._tall(), table.view.size.height]
            await table.press("e")
            await table.settle()
            assert [table.view._tall(), table.view.size.height] == before

    run(session())


def test_the_menu_is_as_it_was(tmp_path: Path, rewrite: bool) -> None:
    async def session() -> None:
        async with at_table(None, tmp_path, (100, 30)) as table:
            await table.press("down", "enter")
            compare("menu", still(table.app) + "\n", rewrite=rewrite)

    run(session())


def test_the_screen_without_colour_is_as_it_was(
    tmp_path: Path, rewrite: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def session() -> None:
        async with at_table(middle(outwit.game("advance")), tmp_path) as table:
            compare("advance-no-colour", still(table.app) + "\n", rewrite=rewrite)

    run(session())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_at_60_by_20_everything_of_a_game_is_in_sight(game: Game, tmp_path: Path) -> None:
    async def session() -> None:
        live = middle(game)
        async with at_table(live, tmp_path, SMALL) as table:
            board = live.position.board
            rows = table.text().splitlines()
            assert len(rows) == SMALL[1]
            assert max(map(len, rows)) <= SMALL[0]
            for square in board:
                x, y = table.view.place_of(square.name)
                assert table.view.square_at(x, y) == square.name
                if square.piece is not None:
                    left, top = table.view.region.offset
                    glyph = game.parts.look.glyphs.get(square.piece.letter, square.piece.letter)
                    assert rows[top + y][left + x] == glyph
            text = "\n".join(rows)
            assert all(side in text for side in game.sides)
            assert live.position.last_move is not None
            assert table.status == live.position.last_move.label
            assert "? help" in text
            assert "q quit" in text
            live.resign(0)
            table.screen.begin_turn()
            await table.settle()
            assert "q quit" in table.text()

    run(session())


def test_at_60_by_20_the_moves_are_shown_on_a_page(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(middle(outwit.game("ataxx"), 3), tmp_path, SMALL) as table:
            await table.press("v")
            for ply, move in enumerate(table.screen.query_one(MoveList).moves, 1):
                assert f"{ply} {move.label}" in table.text()

    run(session())


def test_the_menu_says_what_enter_does(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(None, tmp_path, (100, 30)) as table:
            assert "↵ next" in table.text()
            await table.press("enter")
            assert "↵ play" in table.text()
            await table.press("escape")
            assert "↵ next" in table.text()

    run(session())


def test_at_60_by_20_the_menu_shows_every_field(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(None, tmp_path, SMALL) as table:
            for game in GAMES:
                text = table.text()
                fields = ["Against", "You play", "Time", "Play"]
                fields += [option.title for option in game.options]
                assert [field for field in fields if field not in text] == []
                assert "level 3, a casual player ›" in text
                assert "q quit" in text
                await table.press("down")

    run(session())


def test_the_menu_shows_every_opponent_in_full_beside_the_board(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(None, tmp_path, (100, 30)) as table:
            await table.press("enter")
            chooser = table.app.screen.query_one("#opponent", Chooser)
            for _ in chooser.values:
                assert f"‹ {chooser.values[chooser.value]} ›" in table.text()
                await table.press("right")

    run(session())


def test_the_menu_introduces_the_level_that_is_chosen(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(None, tmp_path, SMALL) as table:
            await table.press("enter")
            chooser = table.app.screen.query_one("#opponent", Chooser)
            summary = table.app.screen.query_one("#summary", Static)
            for _ in chooser.values:
                if chooser.value.isdecimal():
                    assert str(summary.content) == introduction(int(chooser.value))
                    assert "about" in table.text()
                else:
                    assert str(summary.content) == MEANINGS["opponent"]
                await table.press("right")

    run(session())


def test_the_menu_explains_every_option(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(None, tmp_path, SMALL) as table:
            menu = table.app.screen
            assert isinstance(menu, MenuScreen)
            for _ in GAMES:
                for option in menu.game.options:
                    field = menu.query_one(f"#option-{option.name}")
                    (field if field.can_focus else field.query_one(Input)).focus()
                    await table.pilot.pause()
                    summary = str(menu.query_one("#summary", Static).content)
                    assert summary.lower() == f"{option.summary.lower()}."
                await table.press("escape", "down")

    run(session())


def test_at_60_by_20_a_window_cuts_nothing_off(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(middle(outwit.game("ataxx")), tmp_path, SMALL) as table:
            await table.press("slash")
            await table.type("z9")
            await table.press("enter")
            assert "(0000)" in table.text()
            await table.press("escape")
            label = "Zombie " * 10 + "end"
            table.app.push_screen(Choice("Which move?", [label, "no"]))
            await table.pilot.pause()
            assert "end" in table.text()

    run(session())


def test_a_board_larger_than_the_screen_follows_the_cursor(tmp_path: Path) -> None:
    game = outwit.game("jesonmor")

    async def session() -> None:
        live = game_against(game, position=game.start(size=25))
        async with at_table(live, tmp_path, SMALL) as table:
            table.view.put_cursor("c2")
            await table.go_to("a1")
            table.text()
            x, y = table.view.place_of("a1")
            assert table.view.square_at(x, y) == "a1"
            await table.press("enter")
            assert table.screen.selection.clicked == ("a1",)
            table.view.put_cursor("w24")
            await table.go_to("y25")
            table.text()
            assert table.view.square_at(*table.view.place_of("y25")) == "y25"

    run(session())


def test_without_colour_cursor_selection_targets_and_sides_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    game = outwit.game("jesonmor")

    start = game.position("5/2k2/K4/5/5 w 4 0 0 0", size=5)

    async def session() -> None:
        async with at_table(game_against(game, position=start), tmp_path, (40, 12)) as table:
            await table.go_to("a3")
            await table.press("enter", "up", "up", "right")
            top = table.view.region.y
            rows = [row.strip() for row in table.text().splitlines()[top : top + 7]]
            assert [row for row in rows if row] == DRAWN

    run(session())


DRAWN = """\
5  · [•] ·  ·  ·
4  ·  · •k• ·  ·
3 <K> ·  ◇  ·  ·
2  ·  ·  •  ·  ·
1  ·  •  ·  ·  ·
a  b  c  d  e
""".splitlines()


def test_no_colour_code_is_written_where_there_is_no_colour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def session() -> None:
        async with at_table(middle(outwit.game("ataxx")), tmp_path) as table:
            for strip in table.app.screen._compositor.render_strips():
                for segment in strip:
                    style = segment.style
                    assert style is None or style.color is None or style.color.is_default
                    assert style is None or style.bgcolor is None or style.bgcolor.is_default

    run(session())
