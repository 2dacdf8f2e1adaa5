"""The screen of a game in play: turns, choosing a move, and the actions of keys."""

from __future__ import annotations

from textual import work
from textual.worker import get_current_worker

from outwit.arena.bots import Bots
from outwit.arena.livegame import LiveGame
from outwit.arena.seat import Seat
from outwit.core.move import Move
from outwit.core.position import Position
from outwit.engine.limits import Limits
from outwit.errors import BotFault, MoveError, OutwitError
from outwit.players.allowance import Allowance
from outwit.players.engine import engine_for
from outwit.players.player import Thought
from outwit.players.reasons import explain
from outwit.terminal.boardview import BoardView
from outwit.terminal.dialogs import Choice, Line, Question
from outwit.terminal.gameview import GameView
from outwit.terminal.seating import allowance, resigning_side
from outwit.terminal.selection import Selection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ClassVar

    from textual.binding import BindingType

# Seconds between two checks of the clock.
TICK = 0.1


class GameScreen(GameView):
    """A game being played.

    Bots and the engine think in threads. ``turn`` counts the changes of the game; an answer of a
    thread to an older turn is ignored.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("up", "cursor(-1, 0)"),
        ("down", "cursor(1, 0)"),
        ("left", "cursor(0, -1)"),
        ("right", "cursor(0, 1)"),
        ("enter,space", "press"),
        ("escape", "escape"),
        ("slash,colon", "type"),
        ("p", "unplaced"),
        ("h", "hint"),
        ("u", "undo"),
        ("r", "redo"),
        ("x", "resign"),
        ("m", "rematch"),
        ("n", "new"),
        ("s", "save"),
        ("l", "load"),
    ]

    def __init__(self, live: LiveGame, seed: int | None = None) -> None:
        super().__init__(live)
        self.seed = seed
        self.bots = Bots(live, seed)
        self.engine = engine_for(live.game)
        self.turn = 0

    def on_mount(self) -> None:
        """Begin."""
        self.set_interval(TICK, self.tick)
        self.begin_turn()

    def on_unmount(self) -> None:
        """Stop all searches."""
        self.engine.stop()
        self.bots.stop()

    def tick(self) -> None:
        """Check the clock."""
        if self.live.control.is_unlimited or self.live.is_over:
            return
        if self.live.flag():
            self.change()
        else:
            self.show_players()

    # Turns.

    def change(self) -> None:
        """Store the changed game, and begin the next turn."""
        self.app.keeper.keep(self.live)
        self.begin_turn()

    def begin_turn(self) -> None:
        """Ask the player to move."""
        self.turn += 1
        if self.is_thinking:
            self.bots.stop()
        self.is_thinking = False
        self.ply = None
        self.hint = ()
        self.message = ""
        self.live.resume()
        asks = self.live.turn_of_person
        self.selection = Selection(self.live.position.legal_moves if asks else ())
        if not self.live.is_over and not asks:
            self.is_thinking = True
            if not self.bots.is_ready(int(self.live.position.turn)):
                self.live.pause()
            self.think(self.turn, self.live.position.copy())
        self.update()

    def play(self, move: str, thought: Thought | None = None) -> None:
        """Play a move."""
        try:
            self.live.play(move, thought)
        except MoveError as error:
            self.tell(str(error))
        else:
            self.change()

    @work(thread=True, exclusive=True, group="bot", exit_on_error=False)
    def think(self, turn: int, position: Position) -> None:
        """Ask a bot for a move."""

        def time_allowed() -> Allowance:
            return self.app.call_from_thread(self.start_clock, turn)

        answer: tuple[str, Thought | None] | BotFault
        try:
            answer = self.bots.choose(position, time_allowed)
        except BotFault as fault:
            answer = fault
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self.take_answer, turn, answer)

    def start_clock(self, turn: int) -> Allowance:
        """Start the clock of a bot that is ready; return its time."""
        if turn == self.turn:
            self.live.resume()
        return allowance(self.live, self.app.seconds)

    def take_answer(self, turn: int, answer: tuple[str, Thought | None] | BotFault) -> None:
        """Play a bot's move, or end the game by forfeit."""
        if turn != self.turn:
            return
        # The bot has answered, so there is no search to stop.
        self.is_thinking = False
        ply = self.ply
        if isinstance(answer, BotFault):
            self.live.forfeit(int(self.live.position.turn), answer)
            self.change()
            if advice := answer.evidence.get("advice"):
                self.tell(advice)
            return
        self.play(*answer)
        if ply is not None:
            self.look_at(ply)

    # Choosing a move.

    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        """Narrow the legal moves by a click."""
        if not self.live.turn_of_person or self.ply is not None:
            return
        was_selecting = bool(self.selection.clicked)
        move = self.selection.click(event.square)
        if move is not None:
            self.play(move)
            return
        clicked = tuple(self.selection.clicked)
        # The hint stays visible while the clicks follow it.
        if not clicked or self.hint[: len(clicked)] != clicked:
            self.hint = ()
        self.message = ""
        if not was_selecting and not self.selection.clicked:
            self.message = f"No move begins on {event.square}"
        self.update()
        if self.selection.clicked and (choices := self.selection.choices):
            self.choose(choices)

    def choose(self, moves: list[Move]) -> None:
        """Ask for one of several moves."""

        def answer(number: str | None) -> None:
            if number is not None:
                self.play(moves[int(number)])
                return
            if not self.selection.next_squares:
                self.selection.clear()
            self.update()

        self.app.push_screen(Choice("Which move?", [move.label for move in moves]), answer)

    def action_cursor(self, down: int, right: int) -> None:
        """Move the cursor, or step through the game."""
        if self.is_looking:
            self.action_step(down + right)
        else:
            self.view.move_cursor(down, right)

    def action_press(self) -> None:
        """Click the square under the cursor; play the only legal move if it has no square."""
        if self.ply is not None:
            self.action_escape()
        elif self.selection.unplaced and not self.selection.ways:
            self.action_unplaced()
        else:
            self.view.press()

    def action_unplaced(self) -> None:
        """Play a move without squares, such as a pass."""
        moves = self.selection.unplaced
        if len(moves) == 1:
            self.play(moves[0])
        elif moves:
            self.choose(moves)

    def action_escape(self) -> None:
        """Clear the selection; return to the current position."""
        self.selection.clear()
        self.message, self.hint = "", ()
        self.ply = None
        self.live.resume()
        self.update()

    def action_type(self) -> None:
        """Ask for a typed move."""
        if not self.live.turn_of_person:
            return
        position = self.live.position.copy()

        def check(text: str) -> str:
            try:
                position.read_typed(text)
            except MoveError as error:
                return str(error)
            return ""

        def answer(text: str | None) -> None:
            if text:
                self.play(position.read_typed(text))

        example = f"such as {position.legal_moves[0]}"
        self.app.push_screen(Line("Your move", "", example, check), answer)

    def action_hint(self) -> None:
        """Ask the engine for a move."""
        if self.live.turn_of_person and self.ply is None:
            self.tell("Looking for a good move…")
            self.advise(self.turn, self.live.position.copy())

    @work(thread=True, exclusive=True, group="hint", exit_on_error=False)
    def advise(self, turn: int, position: Position) -> None:
        """Search for a good move."""
        try:
            found = self.engine.best(position, Limits(time=self.app.seconds))
            move = position.move(found.move)
            why = explain(position, found.move, found.score, found.line)
        except OutwitError as error:
            self.app.call_from_thread(self.take_hint, turn, None, str(error))
        else:
            self.app.call_from_thread(self.take_hint, turn, move, why)

    def take_hint(self, turn: int, move: Move | None, said: str) -> None:
        """Show a hint: its label and the reasons as a message, its squares on the board.

        Without a move, ``said`` is why there is none.
        """
        if turn != self.turn or self.ply is not None:
            return
        self.selection.clear()
        self.hint = () if move is None else move.squares
        self.tell(said if move is None else f"Hint: {move.label}. {said}")

    # Other actions of keys.

    def action_undo(self) -> None:
        """Take a move back."""
        self._change_by(self.live.undo)

    def action_redo(self) -> None:
        """Replay a move that was taken back."""
        self._change_by(self.live.redo)

    def _change_by(self, action: Callable[[], None]) -> None:
        try:
            action()
        except MoveError as error:
            self.tell(str(error))
        else:
            self.change()

    def action_resign(self) -> None:
        """Resign after a confirmation."""
        side = resigning_side(self.live)
        if side is None:
            return

        def answer(yes: str | None) -> None:
            if yes:
                self.live.resign(side)
                self.change()

        name = self.live.game.sides[side]
        self.app.push_screen(Question(f"{name} resigns and loses the game?", "resign"), answer)

    def action_new(self) -> None:
        """Go to the menu; the game stays stored."""
        self.app.show_menu(self.live.game)

    def action_rematch(self) -> None:
        """Play again with sides swapped."""
        if not self.live.is_over:
            return
        live = self.live
        start = live.game.position(live.position.beginning, **live.position.options)
        seats: tuple[Seat, Seat] = (live.seats[1], live.seats[0])
        self.app.open_game(LiveGame(live.game, start, seats, live.control), self.seed)

    def action_save(self) -> None:
        """Save the game to a file."""
        self.app.save(self.live, self.tell)

    def action_load(self) -> None:
        """Open a record."""
        self.app.load()
