"""The application: opens the screens; stores, saves and loads games."""

from __future__ import annotations

import os
from pathlib import Path

from outwit.arena.livegame import LiveGame
from outwit.arena.seat import HUMAN, Seat, recorded_seat
from outwit.arena.timecontrol import TimeControl
from outwit.core.counting import counted
from outwit.core.game import Game
from outwit.errors import GameFault, OutwitError
from outwit.files import write_bytes
from outwit.games import load_games
from outwit.records.record import UNFINISHED
from outwit.records.replay import game_named
from outwit.records.writer import write_record
from outwit.terminal.dialogs import Choice, Line, Page, Question
from outwit.terminal.gamescreen import GameScreen
from outwit.terminal.kept import Keeper, Kept, read_game
from outwit.terminal.menu import MenuScreen
from outwit.terminal.seating import SECONDS
from outwit.terminal.themedapp import ThemedApp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outwit.records.record import GameRecord

UNLIMITED = TimeControl()
# Most stored games listed.
OFFERED = 30


class OutwitApp(ThemedApp):
    """The terminal application; it begins with a game or with the menu."""

    def __init__(
        self,
        live: LiveGame | None = None,
        *,
        chosen: Game | None = None,
        control: TimeControl = UNLIMITED,
        seed: int | None = None,
        seconds: float = SECONDS,
        keeper: Keeper | None = None,
    ) -> None:
        super().__init__()
        self.live = live
        if live is not None:
            live.pause()  # until the board is shown
        self.chosen = chosen
        self.control = control
        self.seed = seed
        self.seconds = seconds
        self.keeper = keeper or Keeper()
        self.keeper.report = self.warn

    def on_mount(self) -> None:
        """Open the first screen."""
        if self.live is None:
            self.show_menu(self.chosen)
        else:
            self.open_game(self.live)

    def warn(self, line: str) -> None:
        """Show a message for some seconds."""
        self.notify(line, severity="warning", markup=False)

    # Screens.

    def show_menu(self, game: Game | None = None) -> None:
        """Show the menu with a game selected."""
        loaded, faults = load_games()
        for fault in faults:
            self.warn(str(fault))
        games = tuple(found for found in loaded if self.is_playable(found))
        if game is not None and game not in games:
            games = (game, *games)
        self.replace(MenuScreen(games, game, self.control))

    def is_playable(self, game: Game) -> bool:
        """Tell whether a game can be started; warn if it cannot."""
        try:
            game.start()
            return bool(game.parts)
        except GameFault as fault:
            self.warn(str(fault))
            return False

    def open_game(self, live: LiveGame, seed: int | None = None) -> None:
        """Show a game."""
        self.live = live
        self.replace(GameScreen(live, self.seed if seed is None else seed))

    def replace(self, screen: MenuScreen | GameScreen) -> None:
        """Replace the current screen by another."""
        if len(self.screen_stack) > 1:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def show_rules(self, game: Game) -> None:
        """Show the rules of a game."""
        from outwit.core.page import rules_page

        self.push_screen(Page(rules_page(game)))

    # Files.

    def save(self, live: LiveGame, tell: Callable[[str], None]) -> None:
        """Ask for a file, and save a game to it."""
        text = write_record(live.record()).encode()

        def write(path: str) -> None:
            try:
                write_bytes(os.path.expanduser(path), text)
            except OSError as error:
                tell(f"{path!r} cannot be written: {error.strerror or error}")
            else:
                tell(f"Saved to {path}")

        def answer(path: str | None) -> None:
            if path and os.path.exists(os.path.expanduser(path)):
                question = Question(f"{path} exists. Overwrite it?", "overwrite it")
                self.push_screen(question, lambda yes: write(path) if yes else None)
            elif path:
                write(path)

        self.push_screen(Line("Save the game to", f"{live.game.name}.txt"), answer)

    def load(self) -> None:
        """Ask for a file, and open the game in it."""

        def check(path: str) -> str:
            try:
                game_of(read_game(os.path.expanduser(path)))
            except (OutwitError, OSError) as error:
                return str(error)
            return ""

        def answer(path: str | None) -> None:
            if path:
                self.open_file(Path(os.path.expanduser(path)))

        self.push_screen(Line("Load a record from", placeholder="game.txt", check=check), answer)

    def open_file(self, path: Path) -> None:
        """Open the game in a file; show the error if that fails."""
        try:
            live = game_of(read_game(path))
        except (OutwitError, OSError) as error:
            self.warn(str(error))
            return
        self.keeper.go_on(live, path)
        self.open_game(live)
        for seat in live.seats:
            # Loading a file must never start a program.
            if not live.is_over and seat.bot is None and seat.name != HUMAN:
                self.warn(
                    f"{seat.name} is not known here, so a person plays for it. To play against a "
                    f"bot: outwit play --load {path} --against BOT"
                )

    def choose_kept(self) -> None:
        """Ask which stored game to continue."""
        kept = self.keeper.list()[:OFFERED]
        if not kept:
            self.warn("No game has been kept yet")
            return

        def answer(number: str | None) -> None:
            if number is not None:
                self.open_file(kept[int(number)].path)

        self.push_screen(Choice("Go on with", [kept_line(game) for game in kept]), answer)


def game_of(record: GameRecord) -> LiveGame:
    """Return the game of a record; an unknown player becomes a person. Raise BadRecord."""
    game = game_named(record.game)
    first, second = (recorded_seat(name, game) or Seat(name or HUMAN) for name in record.players)
    return LiveGame.of_record(record, (first, second))


def kept_line(kept: Kept) -> str:
    """Describe a stored game on one line."""
    record = kept.record
    first, second = record.players
    how = counted(len(record.moves), "move") if record.result == UNFINISHED else record.result
    return f"{kept.date:%d %b %H:%M}  {record.game}  {first} and {second}, {how}"
