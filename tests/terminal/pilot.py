"""Plays at the application as a person does: with keys, or with the mouse."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import Static

from outwit.arena.livegame import LiveGame
from outwit.arena.seat import PERSON, Seat
from outwit.core.game import Game
from outwit.core.move import Move
from outwit.core.position import Position
from outwit.players.roster import read_spec
from outwit.terminal.application import OutwitApp
from outwit.terminal.boardview import BoardView
from outwit.terminal.dialogs import Choice
from outwit.terminal.gamescreen import GameScreen
from outwit.terminal.kept import Keeper

RANDOM = Seat("random", read_spec("random"))
SIZE = (80, 24)
# For a move of the engine, and for a hint.
SECONDS = 0.02


class Table:
    """The application with a pilot."""

    def __init__(self, app: OutwitApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> GameScreen:
        screens = [screen for screen in self.app.screen_stack if isinstance(screen, GameScreen)]
        return screens[-1]

    @property
    def live(self) -> LiveGame:
        return self.screen.live

    @property
    def view(self) -> BoardView:
        return self.app.screen.query_one(BoardView)

    @property
    def status(self) -> str:
        return str(self.screen.query_one("#status", Static).content)

    async def settle(self) -> None:
        """Wait until nobody thinks any more."""
        await self.pilot.pause()
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()

    async def type(self, text: str) -> None:
        await self.press(*("space" if letter == " " else letter for letter in text))

    async def go_to(self, square: str) -> None:
        """Press arrow keys until the cursor is on a square."""
        wanted = self.view._seen(self.view.position.board[square])
        row, column = self.view.place
        down, right = wanted[0] - row, wanted[1] - column
        # Where corners are missing, the way through the middle is open.
        sideways = ("right" if right > 0 else "left",) * abs(right)
        upright = ("down" if down > 0 else "up",) * abs(down)
        await self.press(*sideways, *upright)
        if self.view.cursor != square:
            await self.go_to(square)
        assert self.view.cursor == square

    async def click(self, square: str) -> None:
        await self.pilot.click(self.view, offset=self.view.place_of(square))
        await self.pilot.pause()

    async def make(self, move: Move, choose: Callable[[str], object]) -> None:
        """Make a move by choosing its squares, and its label where there is a choice."""
        if not move.squares:
            await self.press("enter")
        for square in move.squares:
            result = choose(square)
            if hasattr(result, "__await__"):
                await result
        dialog = self.app.screen
        if isinstance(dialog, Choice):
            await self.press(str(dialog.offered.index(move.label) + 1))
        await self.settle()

    async def make_by_keys(self, move: Move) -> None:
        async def choose(square: str) -> None:
            await self.go_to(square)
            await self.press("enter")

        await self.make(move, choose)

    async def make_by_mouse(self, move: Move) -> None:
        await self.make(move, self.click)

    def text(self) -> str:
        """Return the screen as text."""
        return screen_text(self.app)


@asynccontextmanager
async def at_table(
    live: LiveGame | None, folder: Path, size: tuple[int, int] = SIZE, *, waits: bool = True
) -> AsyncIterator[Table]:
    """Open the application at a game, None opens the menu; wait until nobody thinks."""
    app = OutwitApp(live, seed=1, seconds=SECONDS, keeper=Keeper(folder))
    async with app.run_test(size=size) as pilot:
        table = Table(app, pilot)
        await (table.settle if waits else pilot.pause)()
        yield table
        table.text()


def game_against(
    game: Game, seat: Seat = RANDOM, position: Position | None = None, *, second: bool = False
) -> LiveGame:
    """Return a game of a person against a bot."""
    seats = (seat, PERSON) if second else (PERSON, seat)
    return LiveGame(game, position or game.start(), seats)


def screen_text(app: OutwitApp) -> str:
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(part.text for part in strip).rstrip() for strip in strips)
