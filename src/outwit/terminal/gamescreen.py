"""The screen of a game: board, players, moves, and the keys."""

from __future__ import annotations

from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.worker import get_current_worker

from outwit.core.move import Move
from outwit.core.position import Position
from outwit.engine.limits import Limits
from outwit.errors import BotFault, MoveError, OutwitError
from outwit.players.allowance import Allowance
from outwit.players.engine import engine_for
from outwit.players.player import Thought
from outwit.terminal.boardview import BoardView
from outwit.terminal.bots import Bots
from outwit.terminal.cells import Marks
from outwit.terminal.dialogs import Choice, Line, Page, Question
from outwit.terminal.evaluationbar import EvaluationBar
from outwit.terminal.help import HELP
from outwit.terminal.keyline import Key, KeyLine
from outwit.terminal.livegame import WON, LiveGame
from outwit.terminal.movelist import MoveList
from outwit.terminal.playerline import PlayerLine, PlayerState
from outwit.terminal.seat import Seat
from outwit.terminal.seating import persons, resigning_side, sits_above
from outwit.terminal.selection import Selection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

    from textual.binding import BindingType

    from outwit.terminal.application import OutwitApp

# Seconds that the engine takes for a hint.
HINT_TIME = 1.0
# Seconds between two looks at the clock.
TICK = 0.1
# From so many columns on there is a list of moves beside the board; from so many it is wider.
PANEL_FROM, WIDE_PANEL_FROM = 76, 110
PLAYING = (
    Key("↵", "select", "press"),
    Key("u", "undo", "undo"),
    Key("h", "hint", "hint"),
    Key("f", "flip", "flip"),
    Key("/", "type a move", "type"),
    Key("?", "help", "help"),
    Key("q", "quit", "app.quit"),
    Key("i", "rules", "rules"),
    Key("n", "new game", "new"),
    Key("s", "save", "save"),
    Key("[", "look back", "step(-1)"),
    Key("x", "resign", "resign"),
)
LOOKING = (
    Key("←", "back", "step(-1)"),
    Key("→", "on", "step(1)"),
    Key("esc", "the game", "escape"),
    Key("e", "evaluation", "evaluation"),
    Key("f", "flip", "flip"),
    Key("?", "help", "help"),
    Key("q", "quit", "app.quit"),
)
OVER = (
    Key("m", "rematch", "rematch"),
    Key("n", "new game", "new"),
    Key("←→", "replay", "step(-1)"),
    Key("u", "undo", "undo"),
    Key("s", "save", "save"),
    Key("?", "help", "help"),
    Key("q", "quit", "app.quit"),
    Key("e", "evaluation", "evaluation"),
)


class GameScreen(Screen[None]):
    """A game being played or looked at.

    Bots and the engine think in threads. ``turn`` counts the changes of the game: what a thread
    answers to an older turn is ignored.
    """

    DEFAULT_CSS = """
    GameScreen { background: $background; }
    GameScreen #table { width: 1fr; }
    GameScreen #panel { width: 30; padding: 0 1 0 0; border-left: vkey $rule 40%; }
    GameScreen.-wide #panel { width: 42; }
    GameScreen.-narrow #panel { display: none; }
    GameScreen #title { height: 1; text-style: bold; padding: 0 1; }
    GameScreen #worth { height: 4; color: $soft; padding: 0 1; display: none; }
    GameScreen #status { height: auto; max-height: 3; padding: 0 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("up", "cursor(-1, 0)"),
        ("down", "cursor(1, 0)"),
        ("left", "cursor(0, -1)"),
        ("right", "cursor(0, 1)"),
        ("enter,space", "press"),
        ("escape", "escape"),
        ("u", "undo"),
        ("r", "redo"),
        ("f", "flip"),
        ("h", "hint"),
        ("e", "evaluation"),
        ("p", "unplaced"),
        ("left_square_bracket", "step(-1)"),
        ("right_square_bracket", "step(1)"),
        ("home", "go(0)"),
        ("end", "go(-1)"),
        ("slash,colon", "type"),
        ("question_mark", "help"),
        ("i", "rules"),
        ("v", "moves"),
        ("n", "new"),
        ("m", "rematch"),
        ("s", "save"),
        ("l", "load"),
        ("x", "resign"),
    ]

    app: OutwitApp

    def __init__(self, live: LiveGame, seed: int | None = None) -> None:
        super().__init__()
        self.live = live
        self.seed = seed
        self.bots = Bots(live, seed)
        self.engine = engine_for(live.game)
        self.turn = 0
        self.is_thinking = False
        # The ply that is looked at; None for the game as it stands.
        self.ply: int | None = None
        self.selection = Selection(())
        self.message = ""
        self.hint: tuple[str, ...] = ()
        # Whether the evaluation is shown; None until somebody asks: then only after the end.
        self.wants_evaluation: bool | None = None
        self.view = BoardView(live.position.copy(), flipped=sits_above(live))

    def compose(self) -> ComposeResult:
        """Build the screen."""
        with Horizontal():
            yield EvaluationBar(self.live.game)
            with Vertical(id="table"):
                yield PlayerLine("above")
                yield self.view
                yield PlayerLine("below")
            with Vertical(id="panel"):
                yield Static(self.live.game.name.capitalize(), id="title", markup=False)
                yield MoveList()
                yield Static("", id="worth", markup=False)
        yield Static("", id="status", markup=False)
        yield KeyLine(PLAYING)

    def on_mount(self) -> None:
        """Begin."""
        self.set_interval(TICK, self.tick)
        self.begin_turn()

    def on_unmount(self) -> None:
        """Let nobody think on."""
        self.engine.stop()
        self.bots.stop()

    def on_resize(self, event: Resize) -> None:
        """Give the board the room it needs."""
        self.set_class(event.size.width < PANEL_FROM, "-narrow")
        self.set_class(event.size.width >= WIDE_PANEL_FROM, "-wide")
        self.call_after_refresh(self.update)

    # How it stands, and what is shown of it.

    @property
    def is_looking(self) -> bool:
        """Tell whether the arrow keys step through the game."""
        return self.ply is not None or self.live.is_over

    @property
    def shown_ply(self) -> int:
        """Return the number of moves before the board that is shown."""
        return len(self.live.moves) if self.ply is None else self.ply

    def shown(self) -> Position:
        """Return a copy of the position that is shown."""
        board = self.live.position.copy()
        for _ in range(len(self.live.moves) - self.shown_ply):
            board.undo()
        return board

    def update(self) -> None:
        """Show everything as it is now."""
        board = self.shown()
        look = self.live.game.parts.look
        last = board.last_move
        asks = self.live.turn_of_person and self.ply is None
        clicked = frozenset(self.selection.clicked)
        following = self.selection.next_squares if asks else frozenset()
        self.view.shows_cursor = not self.is_looking
        self.view.show(
            board,
            Marks(
                selected=clicked,
                targets=following if clicked else frozenset(),
                beginnings=frozenset() if clicked else following,
                last=frozenset(() if last is None else last.squares),
                hint=frozenset(self.hint),
                danger=frozenset(look.danger(board) if look.danger else ()),
            ),
        )
        self.query_one(MoveList).show(self.live.position, self.shown_ply)
        self.query_one("#status", Static).update(self.status(board, last))
        over = self.live.is_over and self.ply is None
        self.query_one(KeyLine).show(OVER if over else LOOKING if self.is_looking else PLAYING)
        self.show_players()
        bar = self.query_one(EvaluationBar)
        bar.show(board if self.shows_evaluation else None, flipped=self.view.flipped)

    def status(self, board: Position, last: Move | None) -> str:
        """Say what a person should know now."""
        if self.message:
            return self.message
        if self.ply is None and self.live.is_over:
            return self.live.sentence
        if self.ply is not None:
            label = "the beginning" if last is None else last.label
            return f"Move {self.ply} of {len(self.live.moves)}: {label}"
        if self.live.turn_of_person and self.selection.unplaced and not self.selection.ways:
            return f"{self.selection.unplaced[0].label}: there is nothing else. Enter does it"
        return self.live.sentence if last is None else last.label

    def show_players(self) -> None:
        """Show who plays, whose turn it is, and the clocks."""
        live, sides = self.live, self.live.game.sides
        clocks = live.clocks()
        turn = None if live.is_over else int(live.position.turn)
        won = WON.index(live.result) if live.result in WON else None
        for place, flipped_side in (("#above", 0), ("#below", 1)):
            side = flipped_side if self.view.flipped else 1 - flipped_side
            state = PlayerState(
                side,
                sides[side],
                "you" if persons(live) == [side] else live.seats[side].name,
                turn == side,
                turn == side and self.is_thinking,
                won == side,
                None if clocks is None else clocks[side],
            )
            self.query_one(place, PlayerLine).show(state, live.game.parts.look)

    def tick(self) -> None:
        """Look at the clock."""
        if self.live.control.is_unlimited or self.live.is_over:
            return
        if self.live.flag():
            self.change()
        else:
            self.show_players()

    # Turns.

    def change(self) -> None:
        """Go on after the game has changed: keep it, and begin the next turn."""
        self.app.keeper.keep(self.live)
        self.begin_turn()

    def begin_turn(self) -> None:
        """Ask whoever is to move."""
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
            self.think(self.turn, self.live.position.copy(), self.live.allowance())
        self.update()

    def play(self, move: str, thought: Thought | None = None) -> None:
        """Play a move."""
        try:
            self.live.play(move, thought)
        except MoveError as error:
            self.tell(str(error))
        else:
            self.change()

    def tell(self, message: str) -> None:
        """Show a message until the next move."""
        self.message = message
        self.update()

    @work(thread=True, exclusive=True, group="bot", exit_on_error=False)
    def think(self, turn: int, position: Position, allowance: Allowance) -> None:
        """Ask a bot for a move."""
        answer: tuple[str, Thought | None] | BotFault
        try:
            answer = self.bots.choose(position, allowance)
        except BotFault as fault:
            answer = fault
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self.take_answer, turn, answer)

    def take_answer(self, turn: int, answer: tuple[str, Thought | None] | BotFault) -> None:
        """Play a bot's move, or let it forfeit the game."""
        if turn != self.turn:
            return
        # It has answered: there is nothing to stop.
        self.is_thinking = False
        ply = self.ply
        if isinstance(answer, BotFault):
            self.live.forfeit(int(self.live.position.turn), answer)
            self.change()
            return
        self.play(*answer)
        if ply is not None:
            self.look_at(ply)

    # Choosing a move.

    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        """Narrow the legal moves by a click."""
        if not self.live.turn_of_person or self.ply is not None:
            return
        self.message, self.hint = "", ()
        move = self.selection.click(event.square)
        if move is not None:
            self.play(move)
            return
        self.update()
        if self.selection.clicked and (choices := self.selection.choices):
            self.choose(choices)

    def choose(self, moves: list[Move]) -> None:
        """Ask which of several moves is meant."""

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
        """Click the square under the cursor; make the only move if it has no square."""
        if self.ply is not None:
            self.action_escape()
        elif self.selection.unplaced and not self.selection.ways:
            self.action_unplaced()
        else:
            self.view.press()

    def action_unplaced(self) -> None:
        """Make a move that has no squares, such as a pass."""
        moves = self.selection.unplaced
        if len(moves) == 1:
            self.play(moves[0])
        elif moves:
            self.choose(moves)

    def action_escape(self) -> None:
        """Forget the clicks; come back to the game."""
        self.selection.clear()
        self.message, self.hint = "", ()
        self.ply = None
        self.live.resume()
        self.update()

    def action_type(self) -> None:
        """Let a move be typed."""
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

    # Everything else that keys do.

    def action_undo(self) -> None:
        """Take a move back."""
        self._change_by(self.live.undo)

    def action_redo(self) -> None:
        """Play a move again that was taken back."""
        self._change_by(self.live.redo)

    def _change_by(self, action: object) -> None:
        assert callable(action)
        try:
            action()
        except MoveError as error:
            self.tell(str(error))
        else:
            self.change()

    def action_flip(self) -> None:
        """Turn the board around."""
        self.view.flip()
        self.update()

    def action_step(self, plies: int) -> None:
        """Look at the board some moves before or after."""
        self.look_at(self.shown_ply + plies)

    def action_go(self, ply: int) -> None:
        """Look at the beginning, or at the end."""
        self.look_at(ply if ply >= 0 else len(self.live.moves))

    def look_at(self, ply: int) -> None:
        """Look at the board after so many moves; the last one is the game as it stands."""
        moves = len(self.live.moves)
        ply = max(0, min(ply, moves))
        self.ply = None if ply == moves else ply
        self.selection.clear()
        self.message, self.hint = "", ()
        if self.ply is None:
            self.live.resume()
        elif self.live.turn_of_person:
            self.live.pause()
        self.update()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Look at the board after a move of the list."""
        self.look_at(event.option_index + 1)

    def action_hint(self) -> None:
        """Ask the engine for a move."""
        if self.live.turn_of_person and self.ply is None:
            self.tell("Looking for a good move…")
            self.advise(self.turn, self.live.position.copy())

    @work(thread=True, exclusive=True, group="hint", exit_on_error=False)
    def advise(self, turn: int, position: Position) -> None:
        """Look for a good move."""
        try:
            found = self.engine.best(position, Limits(time=HINT_TIME))
            move = position.move(found.move)
        except OutwitError as error:
            self.app.call_from_thread(self.take_hint, turn, None, str(error))
        else:
            self.app.call_from_thread(self.take_hint, turn, move, "")

    def take_hint(self, turn: int, move: Move | None, fault: str) -> None:
        """Show a hint: the label in words, the squares on the board."""
        if turn != self.turn:
            return
        self.selection.clear()
        self.hint = () if move is None else move.squares
        self.tell(fault if move is None else f"Hint: {move.label}")

    def action_evaluation(self) -> None:
        """Show who is better, or no longer."""
        self.wants_evaluation = not self.shows_evaluation
        self.update()

    @property
    def shows_evaluation(self) -> bool:
        """Tell whether the evaluation is shown: it helps, so during a game only if asked for."""
        return self.live.is_over if self.wants_evaluation is None else self.wants_evaluation

    def on_evaluation_bar_found(self, event: EvaluationBar.Found) -> None:
        """Show an evaluation in words."""
        worth = self.query_one("#worth", Static)
        worth.display = self.shows_evaluation
        worth.update(event.words)

    def action_resign(self) -> None:
        """Give up, after a question."""
        side = resigning_side(self.live)
        if side is None:
            return

        def answer(yes: str | None) -> None:
            if yes:
                self.live.resign(side)
                self.change()

        name = self.live.game.sides[side]
        self.app.push_screen(Question(f"{name} resigns and loses the game?", "resign"), answer)

    def action_help(self) -> None:
        """Show what the keys do."""
        self.app.push_screen(Page(HELP, is_markdown=False))

    def action_rules(self) -> None:
        """Show the rules."""
        self.app.show_rules(self.live.game)

    def action_moves(self) -> None:
        """Show the moves, where there is no room for them beside the board."""
        moves = self.query_one(MoveList).moves
        lines = [f"{ply:>3} {move.label}" for ply, move in enumerate(moves, 1)]
        self.app.push_screen(Page("\n".join(lines) or "No move yet", is_markdown=False))

    def action_new(self) -> None:
        """Go to the menu; the game is kept."""
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
