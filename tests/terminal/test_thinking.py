"""Bots think in threads: the screen goes on, and a fault ends the game with a sentence."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event

import pytest

import outwit
from outwit.arena import bots
from outwit.arena.livegame import LiveGame
from outwit.arena.seat import PERSON, read_seat
from outwit.arena.timecontrol import TimeControl
from outwit.core.position import Position
from outwit.errors import BotCrash
from outwit.players.allowance import UNLIMITED, Allowance
from outwit.players.player import Player
from tests.terminal.pilot import RANDOM, at_table, game_against

pytestmark = pytest.mark.compiled_only

ATAXX = outwit.game("ataxx")


class Waiting(Player):
    """Answers when it is released."""

    name = "waiting"

    def __init__(self) -> None:
        self.asked, self.released, self.closed = Event(), Event(), False

    def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
        self.asked.set()
        assert self.released.wait(30)
        return str(position.legal_moves[0])

    def close(self) -> None:
        self.closed = True
        self.released.set()


class Failing(Player):
    """Raises an error."""

    name = "failing"

    def __init__(self, error: Exception) -> None:
        self.error = error

    def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
        raise self.error


@pytest.fixture
def seat_player(monkeypatch: pytest.MonkeyPatch) -> Callable[[Player], None]:
    def seat(player: Player) -> None:
        monkeypatch.setattr(bots, "open_player", lambda *_: player)

    return seat


def play(session: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(session(), 60))


def test_keys_work_while_a_bot_thinks(
    tmp_path: Path, seat_player: Callable[[Player], None]
) -> None:
    player = Waiting()
    seat_player(player)

    async def session() -> None:
        live = game_against(ATAXX, second=True)
        async with at_table(live, tmp_path, waits=False) as table:
            assert await asyncio.to_thread(player.asked.wait, 30)
            assert "thinking" in table.text()
            await table.press("f", "left")
            flipped = table.view.flipped
            await table.press("f")
            assert table.view.flipped != flipped
            await table.press("question_mark", "escape")
            assert table.live.moves == []
            player.released.set()
            await table.settle()
            assert len(table.live.moves) == 1
            assert "thinking" not in table.text()

    play(session)


def test_undo_stops_a_bot_and_its_answer_is_ignored(
    tmp_path: Path, seat_player: Callable[[Player], None]
) -> None:
    player = Waiting()
    seat_player(player)

    async def session() -> None:
        async with at_table(game_against(ATAXX), tmp_path) as table:
            await table.go_to("f1")
            await table.press("enter")
            assert await asyncio.to_thread(player.asked.wait, 30)
            assert len(table.live.moves) == 1
            await table.press("u")
            assert player.closed
            await table.settle()
            assert table.live.moves == []
            assert table.live.turn_of_person

    play(session)


def test_a_program_that_does_not_run_forfeits_with_a_sentence(tmp_path: Path) -> None:
    seat = read_seat("mine=ugi:false", ATAXX)

    async def session() -> None:
        async with at_table(game_against(ATAXX, seat, second=True), tmp_path) as table:
            assert table.status.startswith("You won: Red (mine) forfeits because ")
            assert "Traceback" not in table.text()

    play(session)


def test_the_time_that_a_bot_takes_to_start_is_not_on_its_clock(
    tmp_path: Path, seat_player: Callable[[Player], None]
) -> None:
    time = [0.0]

    class Starting(Player):
        name = "starting"

        def begin(self, position: Position) -> None:
            time[0] += 100

        def choose(self, position: Position, allowance: Allowance = UNLIMITED) -> str:
            assert allowance.move == 1.0
            time[0] += 0.5
            return "b7"

    seat_player(Starting())
    live = LiveGame(
        ATAXX, ATAXX.start(), (RANDOM, PERSON), TimeControl(move=1.0), now=lambda: time[0]
    )

    async def session() -> None:
        async with at_table(live, tmp_path) as table:
            assert [played.time for played in table.live.moves] == [0.5]
            assert not table.live.is_over

    play(session)


def test_a_hint_that_comes_too_late_does_not_mark_an_older_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = game_against(ATAXX)
    live.play("f1")
    live.play("f6")

    async def session() -> None:
        async with at_table(live, tmp_path) as table:
            monkeypatch.setattr(table.app, "seconds", 0.3)
            await table.press("h", "left_square_bracket")
            await table.settle()
            assert table.status.startswith("Move 1 of 2")
            assert not table.view.marks.hint

    play(session)


def test_leaving_the_game_closes_its_bots(
    tmp_path: Path, seat_player: Callable[[Player], None]
) -> None:
    player = Waiting()
    seat_player(player)

    async def session() -> None:
        async with at_table(game_against(ATAXX, second=True), tmp_path, waits=False) as table:
            assert await asyncio.to_thread(player.asked.wait, 30)
            await table.press("n")
            await table.settle()
            assert player.closed

    play(session)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (BotCrash("it ended"), "You won: Red (random) forfeits because it ended"),
        (RuntimeError("oh"), "You won: Red (random) forfeits because RuntimeError: oh"),
    ],
)
def test_a_fault_of_a_bot_ends_the_game_with_a_sentence(
    tmp_path: Path, seat_player: Callable[[Player], None], error: Exception, sentence: str
) -> None:
    seat_player(Failing(error))

    async def session() -> None:
        async with at_table(game_against(ATAXX, second=True), tmp_path) as table:
            assert table.status == sentence

    play(session)
