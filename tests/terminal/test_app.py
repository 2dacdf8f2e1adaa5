"""The application as a person uses it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import outwit
from outwit.arena.livegame import LiveGame
from outwit.arena.seat import PERSON, Seat, read_seat
from outwit.arena.timecontrol import TimeControl
from outwit.core.game import Game
from outwit.engine.limits import Limits
from outwit.players.engine import engine_for
from outwit.players.roster import read_spec
from outwit.terminal.boardview import BoardView
from outwit.terminal.dialogs import Line, Page, Question
from outwit.terminal.evaluationbar import EvaluationBar
from outwit.terminal.gamescreen import GameScreen
from outwit.terminal.kept import Keeper, read_game
from outwit.terminal.keyline import KeyLine
from outwit.terminal.menu import MenuScreen
from outwit.terminal.movelist import MoveList
from outwit.terminal.playerline import PlayerLine
from tests.terminal.pilot import Table, at_table, game_against

pytestmark = pytest.mark.compiled_only

ATAXX = outwit.game("ataxx")
PUSH = outwit.game("push")
SANTORINI = outwit.game("santorini")


def play(session: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(session(), 60))


async def play_to_the_end(table: Table, *, by_mouse: bool = False) -> None:
    """Play well, so that the game is short."""
    engine = engine_for(table.live.game)
    while not table.live.is_over:
        before = len(table.live.moves)
        found = engine.best(table.live.position, Limits(nodes=3_000))
        move = table.live.position.move(found.move)
        await (table.make_by_mouse if by_mouse else table.make_by_keys)(move)
        assert table.live.moves[before].move == move


@pytest.mark.parametrize("game", outwit.all_games(), ids=lambda game: game.name)
def test_a_whole_game_against_a_bot_is_played_by_keys_alone(game: Game, tmp_path: Path) -> None:
    async def session() -> None:
        # A game with a limit on moves may be shorter than usual.
        short = {"limit": 12} if "limit" in game.defaults() else {}
        live = game_against(game, position=game.start(**short))
        async with at_table(live, tmp_path) as table:
            await play_to_the_end(table)
            assert table.status == table.live.sentence_for(0)
            assert read_game(next(tmp_path.iterdir())).result == table.live.result

    play(session)


def scores(table: Table) -> list[str]:
    """Return the scores beside the names, the upper one first."""
    lines = table.screen.query(PlayerLine)
    return [line.state.score for line in lines]


def test_the_score_is_beside_the_names_after_every_move_and_looking_back(tmp_path: Path) -> None:
    async def session() -> None:
        start = ATAXX.position("x1o4/7/7/7/7/7/o6 x 0 1")
        live = LiveGame(ATAXX, start, (PERSON, PERSON))
        async with at_table(live, tmp_path) as table:
            assert scores(table) == ["2 pieces", "1 piece"]
            table.screen.play("b7")
            await table.settle()
            assert scores(table) == ["1 piece", "3 pieces"]
            assert "3 pieces" in str(table.screen.query_one("#below", PlayerLine).render())
            await table.press("left_square_bracket")
            assert scores(table) == ["2 pieces", "1 piece"]

    play(session)


def test_a_game_that_is_not_counted_shows_no_score(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(game_against(SANTORINI), tmp_path) as table:
            assert scores(table) == ["", ""]

    play(session)


def test_a_hint_stays_while_the_clicks_follow_it(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(game_against(SANTORINI), tmp_path) as table:
            await table.press("h")
            await table.settle()
            hint = table.view.marks.hint
            assert len(hint) == 3
            table.view.post_message(BoardView.Clicked(hint[0]))
            await table.settle()
            assert table.view.marks.hint == hint
            other = next(name for name in table.screen.selection.next_squares if name != hint[1])
            table.view.post_message(BoardView.Clicked(other))
            await table.settle()
            assert not table.view.marks.hint

    play(session)


def test_a_whole_game_is_played_with_the_mouse(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(game_against(PUSH), tmp_path) as table:
            await play_to_the_end(table, by_mouse=True)
            assert table.live.is_over

    play(session)


def test_a_sixth_game_is_played_without_a_line_for_it(tmp_path: Path) -> None:
    from examples.games.tictactoe import GAME

    async def session() -> None:
        async with at_table(game_against(GAME), tmp_path) as table:
            await play_to_the_end(table)
            assert table.live.is_over

    play(session)


def test_enter_and_enter_again_plays_the_proposed_game_at_level_3(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(None, tmp_path) as table:
            assert isinstance(table.app.screen, MenuScreen)
            await table.press("enter", "enter")
            assert [seat.name for seat in table.live.seats] == ["human", "level 3"]
            assert table.live.game.name == outwit.all_games()[0].name

    play(session)


def test_the_menu_takes_opponent_side_clock_and_options(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(None, tmp_path) as table:
            await table.press("down", "enter", "right", "down", "right", "down", "right", "right")
            await table.press("down")
            await table.type("c3")
            await table.press("enter")
            await table.settle()
            live = table.live
            assert [seat.name for seat in live.seats] == ["level 4", "human"]
            assert str(live.control) == "180+2"
            assert live.position.board["c3"].obstacle

    play(session)


def test_the_menu_says_what_is_wrong_and_goes_on(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(None, tmp_path) as table:
            await table.press("down", "enter", "down", "down", "down")
            await table.type("z9")
            await table.press("enter")
            assert isinstance(table.app.screen, MenuScreen)
            assert "z9" in table.text()

    play(session)


def test_a_bot_is_described_in_the_menu(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(None, tmp_path) as table:
            await table.press("down", "enter", "left", "left", "left", "down")
            await table.type("me2=random")
            await table.press("enter")
            await table.settle()
            assert table.live.seats[1] == Seat("me2", read_spec("me2=random"))

    play(session)


def test_undo_takes_the_answer_back_too_and_redo_plays_both(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(game_against(ATAXX), tmp_path) as table:
            await table.make_by_keys(table.live.position.move("f1"))
            played = table.live.position.played
            assert len(played) == 2
            await table.press("u")
            assert table.live.moves == []
            await table.press("r")
            assert table.live.position.played == played
            await table.press("u", "u")
            assert table.status == "no move has been played"

    play(session)


def test_a_hint_is_said_in_words_and_marked_on_the_board(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(game_against(ATAXX), tmp_path) as table:
            await table.press("h")
            await table.settle()
            assert table.status.startswith("Hint: Red ")
            assert table.view.marks.hint
            await table.press("escape")
            assert not table.view.marks.hint

    play(session)


def test_the_status_says_how_a_selection_goes_on(tmp_path: Path) -> None:
    game = outwit.game("santorini")

    async def session() -> None:
        async with at_table(game_against(game), tmp_path) as table:
            await table.click("c3")
            assert table.status == "No move begins on c3"
            await table.click("b2")
            await table.click("b3")
            assert table.status == "b2, b3: choose a marked square, or Esc"
            await table.click("e1")
            assert table.status == "White to move"

    play(session)


def test_resigning_asks_once(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(game_against(ATAXX), tmp_path) as table:
            await table.press("x", "n")
            assert not table.live.is_over
            await table.press("x")
            assert isinstance(table.app.screen, Question)
            await table.press("y")
            assert table.status == "You lost: you resigned"

    play(session)


def test_the_board_is_flipped_and_the_cursor_stays_on_its_square(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(game_against(ATAXX), tmp_path) as table:
            await table.go_to("b7")
            await table.press("f")
            assert table.view.flipped
            assert table.view.cursor == "b7"
            await table.press("enter")
            await table.settle()
            assert table.live.moves[0].move == "b7"

    play(session)


def test_the_game_is_replayed_with_brackets_arrows_home_and_end(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(game_against(ATAXX), tmp_path) as table:
            for move in ("f1", "b7"):
                await table.make_by_keys(table.live.position.move(move))
            end = table.live.position.text
            await table.press("[")
            assert table.status.startswith("Move 3 of 4: Red clones to b7")
            await table.press("left")
            assert table.status.startswith("Move 2 of 4")
            await table.press("home")
            assert table.view.position == ATAXX.start()
            await table.press("]", "right")
            assert table.status.startswith("Move 2 of 4")
            await table.press("end")
            assert table.view.position.text == end
            assert table.live.turn_of_person

    play(session)


def test_a_move_is_typed_and_a_wrong_one_is_explained(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(game_against(ATAXX), tmp_path) as table:
            await table.press("slash")
            await table.type("a7 a1")
            await table.press("enter")
            assert isinstance(table.app.screen, Line)
            assert "is no clone" in table.text()
            await table.press(*["backspace"] * 2)
            await table.type("c6")
            await table.press("enter")
            await table.settle()
            assert table.live.moves[0].move == "a7c6"

    play(session)


def test_a_game_is_saved_and_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def session() -> None:
        async with at_table(game_against(ATAXX), tmp_path / "kept") as table:
            await table.make_by_keys(table.live.position.move("f1"))
            played = table.live.position.played
            await table.press("s", "enter")
            assert table.status == "Saved to ataxx.txt"
            before = table.live
            await table.press("l")
            await table.type("ataxx.txt")
            await table.press("enter")
            await table.settle()
            assert table.live is not before
            assert table.live.position.played == played
            assert table.live.turn_of_person

    play(session)


def test_a_file_that_is_no_record_is_refused_in_the_dialog(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "no").write_text("hello\n")

    async def session() -> None:
        async with at_table(game_against(ATAXX), tmp_path) as table:
            await table.press("l")
            await table.type("no")
            await table.press("enter")
            assert isinstance(table.app.screen, Line)
            assert "a game begins with a Game tag" in table.text()

    play(session)


def test_a_kept_game_goes_on_in_the_same_file(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(game_against(ATAXX), tmp_path) as table:
            await table.make_by_keys(table.live.position.move("f1"))
        async with at_table(None, tmp_path) as table:
            await table.press("c", "enter")
            await table.settle()
            assert len(table.live.moves) == 2
            await table.make_by_keys(table.live.position.legal_moves[0])
        [kept] = Keeper(tmp_path).list()
        assert len(kept.record.moves) == 4

    play(session)


def test_a_kept_game_against_a_program_says_that_it_is_not_started(tmp_path: Path) -> None:
    live = game_against(ATAXX, read_seat("mine=ugi:./mine", ATAXX))
    live.play("f1")
    Keeper(tmp_path).keep(live)

    async def session() -> None:
        async with at_table(None, tmp_path) as table:
            await table.press("c", "enter")
            await table.settle()
            assert table.live.seats[1] == Seat("mine")
            [told] = table.app._notifications
            assert told.message.startswith("mine is not known here, so a person plays for it")

    play(session)


def test_a_rematch_swaps_the_sides(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(game_against(ATAXX), tmp_path) as table:
            await table.press("x", "y", "m")
            await table.settle()
            assert [seat.name for seat in table.live.seats] == ["random", "human"]
            assert len(table.live.moves) == 1

    play(session)


def test_the_rules_are_shown(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(game_against(ATAXX), tmp_path) as table:
            await table.press("i")
            assert isinstance(table.app.screen, Page)
            assert "Ataxx" in table.text()
            await table.press("escape")
            assert isinstance(table.app.screen, GameScreen)

    play(session)


def test_keys_at_the_bottom_and_moves_in_the_list_can_be_clicked(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(game_against(ATAXX), tmp_path) as table:
            await table.make_by_keys(table.live.position.move("f1"))
            last = table.text().splitlines()[-1]
            await table.pilot.click(KeyLine, offset=(last.index("flip"), 0))
            await table.pilot.pause()
            assert table.view.flipped
            await table.pilot.click(MoveList, offset=(6, 0))
            await table.pilot.pause()
            assert table.status.startswith("Move 1 of 2: Red clones to f1")
            assert isinstance(table.app.focused, BoardView)

    play(session)


def test_the_evaluation_is_off_in_a_game_until_asked_for(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(game_against(ATAXX), tmp_path) as table:
            assert not table.screen.query_one(EvaluationBar).display
            await table.press("e")
            await table.settle()
            assert table.screen.query_one(EvaluationBar).display
            assert " for Red at depth " in table.text()

    play(session)


def test_the_evaluation_is_on_after_the_game(tmp_path: Path) -> None:
    async def session() -> None:
        async with at_table(game_against(ATAXX), tmp_path) as table:
            await table.press("x", "y")
            assert table.screen.query_one(EvaluationBar).display

    play(session)


def test_the_only_move_without_squares_is_made_with_enter(tmp_path: Path) -> None:
    # Blue has no empty square within reach of g7.
    rows = "/".join(["xxxxxxo", *["xxxxxxx"] * 5, "xxxxx2"])
    live = LiveGame(ATAXX, ATAXX.position(f"{rows} o 0 1"), (PERSON, PERSON))

    async def session() -> None:
        async with at_table(live, tmp_path) as table:
            assert table.status.startswith("Blue passes: there is nothing else")
            await table.press("enter")
            assert table.live.moves[0].move == "0000"

    play(session)


def test_a_lost_clock_ends_the_game(tmp_path: Path) -> None:
    seconds = [0.0]
    live = LiveGame(
        ATAXX, ATAXX.start(), (PERSON, PERSON), TimeControl(game=60.0), lambda: seconds[0]
    )

    async def session() -> None:
        async with at_table(live, tmp_path) as table:
            seconds[0] = 61.0
            table.screen.tick()
            assert table.status == "Blue wins: Red has run out of time"

    play(session)
