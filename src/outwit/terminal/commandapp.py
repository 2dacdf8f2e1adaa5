"""A board for a command-line program: clicks send moves, an input line takes any command."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, RichLog, Static

from outwit.core.move import Move
from outwit.core.position import Position
from outwit.terminal.boardview import BoardView
from outwit.terminal.cells import Marks
from outwit.terminal.dialogs import Choice
from outwit.terminal.keyline import Key, KeyLine
from outwit.terminal.selection import Selection
from outwit.terminal.themedapp import ThemedApp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

    from textual.binding import BindingType

KEYS = (
    Key("↵", "carry out"),
    Key("tab", "board"),
    Key("ctrl+c", "quit", "app.quit"),
    Key("↑↓", "earlier commands"),
)
# Least columns for a log beside the board; a narrower screen has it below.
BESIDE_FROM = 72


class ProgramEnds(Exception):
    """A command has ended the program."""


class Program(Protocol):
    """A program that executes commands one after the other."""

    @property
    def position(self) -> Position:
        """Return the current position."""

    def prompt(self) -> str:
        """Return the prompt."""

    def carry_out(self, line: str, show: Callable[[], None]) -> str:
        """Execute a command and return the program's output; raise ProgramEnds if it ends.

        This may take long; call ``show`` whenever the position changes meanwhile.
        """

    def spell(self, move: Move) -> str:
        """Return the command that plays a move."""

    def stop(self) -> None:
        """Interrupt the running command; called from another thread."""


class CommandApp(ThemedApp):
    """Shows a program's board; executes ``commands`` first."""

    DEFAULT_CSS = """
    CommandApp #log { width: 40; height: 1fr; background: $background; padding: 0 1; }
    CommandApp .-narrow #body { layout: vertical; }
    CommandApp .-narrow #log { width: 1fr; height: 5; }
    CommandApp #line { height: 1; }
    CommandApp #prompt { width: auto; min-width: 8; padding: 0 0 0 1; text-style: bold; }
    CommandApp Input { width: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "clear")]

    def __init__(self, title: str, program: Program, commands: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.title = title
        self.program = program
        self.waiting = list(commands)
        self.is_busy = False
        self.history: list[str] = []
        self.at = 0
        self.selection = Selection(())
        self.view = BoardView(program.position.copy())

    def compose(self) -> ComposeResult:
        """Build the screen."""
        with Horizontal(id="body"):
            yield self.view
            yield RichLog(id="log", wrap=True, min_width=20)
        with Horizontal(id="line"):
            yield Static("", id="prompt", markup=False)
            yield Input(placeholder="a command, or help", compact=True)
        yield KeyLine(KEYS)

    def on_mount(self) -> None:
        """Begin."""
        self.query_one(RichLog).can_focus = False
        self.query_one(Input).focus()
        self.show(self.program.position.copy())
        self.go_on()

    def on_unmount(self) -> None:
        """Stop the program."""
        self.program.stop()

    def on_resize(self, event: events.Resize) -> None:
        """Place the log beside or below the board."""
        self.screen.set_class(event.size.width < BESIDE_FROM, "-narrow")

    # Commands.

    def send(self, line: str) -> None:
        """Queue a command."""
        self.waiting.append(line)
        self.go_on()

    def go_on(self) -> None:
        """Execute the next command unless one is running."""
        if self.is_busy or not self.waiting:
            return
        self.is_busy = True
        line = self.waiting.pop(0)
        self.query_one(RichLog).write(f"{self.program.prompt()}{line}")
        self.query_one("#prompt", Static).update("… ")
        self.obey(line)

    @work(thread=True, exit_on_error=False)
    def obey(self, line: str) -> None:
        """Execute a command in a thread."""

        def show() -> None:
            self.call_from_thread(self.show, self.program.position.copy())

        try:
            output = self.program.carry_out(line, show)
        except ProgramEnds:
            self.call_from_thread(self.exit)
        else:
            self.call_from_thread(self.take, output)

    def take(self, output: str) -> None:
        """Show the output of a command."""
        self.is_busy = False
        if output:
            self.query_one(RichLog).write(output.rstrip("\n"))
        self.show(self.program.position.copy())
        self.go_on()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Execute the typed command."""
        event.input.value = ""
        self.history.append(event.value)
        self.at = len(self.history)
        self.send(event.value)

    def on_key(self, event: events.Key) -> None:
        """Recall earlier commands; move the cursor of the board."""
        steps = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
        if isinstance(self.focused, BoardView):
            if event.key in steps:
                self.view.move_cursor(*steps[event.key])
            elif event.key in ("enter", "space"):
                self.view.press()
        elif event.key in ("up", "down") and self.history:
            self.at = max(0, min(self.at + steps[event.key][0], len(self.history)))
            line = (*self.history, "")[self.at]
            self.query_one(Input).value = line
            self.query_one(Input).cursor_position = len(line)

    # The board.

    def show(self, position: Position) -> None:
        """Show a position."""
        self.selection = Selection(() if self.is_busy else position.legal_moves)
        prompt = "… " if self.is_busy else self.program.prompt()
        self.query_one("#prompt", Static).update(prompt)
        self.mark(position)

    def mark(self, position: Position) -> None:
        """Mark the selected squares."""
        clicked = frozenset(self.selection.clicked)
        following = self.selection.next_squares
        last = position.last_move
        self.view.show(
            position,
            Marks(
                selected=clicked,
                targets=following if clicked else frozenset(),
                beginnings=frozenset() if clicked else following,
                last=frozenset(() if last is None else last.squares),
            ),
        )

    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        """Narrow the legal moves by a click; send the move when one is left."""
        move = self.selection.click(event.square)
        self.mark(self.view.position)
        if move is not None:
            self.play(move)
        elif self.selection.clicked and (choices := self.selection.choices):
            self.push_screen(
                Choice("Which move?", [choice.label for choice in choices]),
                lambda number: None if number is None else self.play(choices[int(number)]),
            )

    def play(self, move: Move) -> None:
        """Send a move."""
        self.selection.clear()
        self.send(self.program.spell(move))

    def action_clear(self) -> None:
        """Forget the clicks."""
        self.selection.clear()
        self.mark(self.view.position)
