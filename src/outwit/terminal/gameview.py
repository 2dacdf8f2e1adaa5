"""The screen of a game without its actions: board, players, moves and earlier positions."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import OptionList, Static

from outwit.arena.livegame import WON, LiveGame
from outwit.core.counting import counted_in
from outwit.core.move import Move
from outwit.core.position import Position
from outwit.terminal.boardview import BoardView
from outwit.terminal.cells import Marks
from outwit.terminal.dialogs import Page
from outwit.terminal.evaluationbar import EvaluationBar
from outwit.terminal.help import HELP
from outwit.terminal.keyline import Key, KeyLine
from outwit.terminal.movelist import MoveList
from outwit.terminal.playerline import PlayerLine, PlayerState
from outwit.terminal.seating import persons, reader, sits_above
from outwit.terminal.selection import Selection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

    from textual.binding import BindingType

    from outwit.terminal.application import OutwitApp

# Least columns for a move list beside the board, and for a wide one.
PANEL_FROM, WIDE_PANEL_FROM = 76, 110
PLAYING = (
    Key("↵", "select", "press"),
    Key("u", "undo", "undo"),
    Key("h", "hint", "hint"),
    Key("f", "flip", "flip"),
    Key("/", "type", "type"),
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
    Key("f", "flip", "flip"),
    Key("?", "help", "help"),
    Key("q", "quit", "app.quit"),
    Key("e", "evaluation", "evaluation"),
)
OVER = (
    Key("m", "rematch", "rematch"),
    Key("n", "new game", "new"),
    Key("←→", "replay", "step(-1)"),
    Key("?", "help", "help"),
    Key("q", "quit", "app.quit"),
    Key("s", "save", "save"),
    Key("u", "undo", "undo"),
    Key("e", "evaluation", "evaluation"),
)


class GameView(Screen[None]):
    """Shows a game at its current or an earlier position; never changes it."""

    DEFAULT_CSS = """
    GameView { background: $background; }
    GameView #table { width: 1fr; }
    GameView #panel { width: 28; border-left: vkey $rule 40%; }
    GameView.-wide #panel { width: 42; }
    GameView.-narrow #panel { display: none; }
    GameView #title { height: 1; text-style: bold; padding: 0 1; }
    GameView #worth { height: 4; color: $soft; padding: 0 1; display: none; }
    GameView #status { height: auto; max-height: 3; padding: 0 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("f", "flip"),
        ("e", "evaluation"),
        ("left_square_bracket", "step(-1)"),
        ("right_square_bracket", "step(1)"),
        ("home", "go(0)"),
        ("end", "go(-1)"),
        ("question_mark", "help"),
        ("i", "rules"),
        ("v", "moves"),
    ]

    app: OutwitApp

    def __init__(self, live: LiveGame) -> None:
        super().__init__()
        self.live = live
        self.is_thinking = False
        # The shown ply; None for the current position.
        self.ply: int | None = None
        self.selection = Selection(())
        self.message = ""
        self.hint: tuple[str, ...] = ()
        # Whether to show the evaluation; None means the default: only after the end.
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
                yield Static(self.live.game.display_name, id="title", markup=False)
                yield MoveList()
                yield Static("", id="worth", markup=False)
        yield Static("", id="status", markup=False)
        yield KeyLine(PLAYING)

    def on_resize(self, event: Resize) -> None:
        """Show or hide the move list, depending on the width."""
        self.set_class(event.size.width < PANEL_FROM, "-narrow")
        self.set_class(event.size.width >= WIDE_PANEL_FROM, "-wide")
        self.call_after_refresh(self.update)

    @property
    def is_looking(self) -> bool:
        """Tell whether the arrow keys step through the game, instead of moving the cursor."""
        return self.ply is not None or self.live.is_over

    @property
    def shown_ply(self) -> int:
        """Return the number of moves before the shown position."""
        return len(self.live.moves) if self.ply is None else self.ply

    def shown(self) -> Position:
        """Return a copy of the shown position."""
        board = self.live.position.copy()
        for _ in range(len(self.live.moves) - self.shown_ply):
            board.undo()
        return board

    def update(self) -> None:
        """Refresh the screen."""
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
                hint=self.hint,
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
        """Return the status line."""
        if self.message:
            return self.message
        if self.ply is None and self.live.is_over:
            return self.live.sentence_for(reader(self.live))
        if self.ply is not None:
            label = "the beginning" if last is None else last.label
            return f"Move {self.ply} of {len(self.live.moves)}: {label}"
        if self.live.turn_of_person and self.selection.unplaced and not self.selection.ways:
            return f"{self.selection.unplaced[0].label}: there is nothing else. Enter does it"
        if self.selection.clicked:
            return f"{', '.join(self.selection.clicked)}: choose a marked square, or Esc"
        return self.live.sentence if last is None else last.label

    def show_players(self) -> None:
        """Show players, turn and clocks."""
        live, sides = self.live, self.live.game.sides
        clocks = live.clocks()
        turn = None if live.is_over else int(live.position.turn)
        score = self.view.position.shown_score
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
                "" if score is None else counted_in(score[side], live.game.unit),
            )
            self.query_one(place, PlayerLine).show(state, live.game.parts.look)

    def tell(self, message: str) -> None:
        """Show a message until the next move."""
        self.message = message
        self.update()

    # Looking back.

    def action_step(self, plies: int) -> None:
        """Show the position some plies before or after."""
        self.look_at(self.shown_ply + plies)

    def action_go(self, ply: int) -> None:
        """Show the start or the current position."""
        self.look_at(ply if ply >= 0 else len(self.live.moves))

    def look_at(self, ply: int) -> None:
        """Show the position after ``ply`` moves; the last one is the current position."""
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
        """Show the position after a move of the list."""
        self.look_at(event.option_index + 1)

    # Other views.

    def action_flip(self) -> None:
        """Flip the board."""
        self.view.flip()
        self.update()

    def action_evaluation(self) -> None:
        """Show or hide the evaluation."""
        self.wants_evaluation = not self.shows_evaluation
        self.update()

    @property
    def shows_evaluation(self) -> bool:
        """Tell whether the evaluation is shown: during a game only on request."""
        return self.live.is_over if self.wants_evaluation is None else self.wants_evaluation

    def on_evaluation_bar_found(self, event: EvaluationBar.Found) -> None:
        """Show an evaluation in words."""
        worth = self.query_one("#worth", Static)
        worth.display = self.shows_evaluation
        worth.update(event.words)

    def action_help(self) -> None:
        """Show the list of keys."""
        self.app.push_screen(Page(HELP, is_markdown=False))

    def action_rules(self) -> None:
        """Show the rules."""
        self.app.show_rules(self.live.game)

    def action_moves(self) -> None:
        """Show the moves in a window, if there is no room for them beside the board."""
        moves = self.query_one(MoveList).moves
        lines = [f"{ply:>3} {move.label}" for ply, move in enumerate(moves, 1)]
        self.app.push_screen(Page("\n".join(lines) or "No move yet", is_markdown=False))
