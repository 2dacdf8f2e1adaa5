"""The first screen: game, opponent, side, clock and options."""

from __future__ import annotations

from random import Random

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option as Entry

from outwit.arena.livegame import LiveGame
from outwit.arena.seat import DEFAULT_LEVEL, HUMAN, PERSON, Seat, read_seat
from outwit.arena.timecontrol import TimeControl, read_time_control
from outwit.core.game import Game
from outwit.core.option import Choice, Option
from outwit.errors import OutwitError, UsageError
from outwit.players.levels import LEVELS, introduction
from outwit.records.replay import option_text
from outwit.terminal.boardview import BoardView
from outwit.terminal.cells import Marks
from outwit.terminal.fields import Chooser, Field
from outwit.terminal.keyline import Key, KeyLine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

    from textual.binding import BindingType

    from outwit.terminal.application import OutwitApp

ANOTHER = "another bot"
YOURS = "such as ugi:python3 mybot.py"
UNLIMITED = "unlimited"
CLOCKS = {
    UNLIMITED: "no clock",
    "60+0": "1 minute each",
    "180+2": "3 minutes, and 2 s a move",
    "300+3": "5 minutes, and 3 s a move",
    "600+5": "10 minutes, and 5 s a move",
    "1800+0": "30 minutes each",
}
# Least columns for a board beside the form, and least rows for a board below it.
WIDE, HIGH = 100, 30
# Explanations of fields by name; an option has its own text.
MEANINGS = {
    "opponent": "A beginner beats level 1; level 10 is our engine at its best.",
    "another": "A program, such as ugi:python3 mybot.py, or any bot of docs/bots/describe.md.",
    "clock": "A player who runs out of time loses.",
}
KEYS = (
    Key("↑↓←→", "choose"),
    Key("↵", "play"),
    Key("i", "rules", "rules"),
    Key("c", "continue", "continue"),
    Key("l", "load", "load"),
    Key("q", "quit", "app.quit"),
    Key("d", "light, dark", "app.theme"),
)


class MenuScreen(Screen[None]):
    """The menu: Enter twice starts the selected game with all defaults."""

    DEFAULT_CSS = """
    MenuScreen { background: $background; }
    MenuScreen #name { text-style: bold; height: 1; padding: 0 1; margin: 0 0 1 0; }
    MenuScreen #games {
        width: 14; height: 1fr; border: none; background: $background; padding: 0;
    }
    MenuScreen #games:focus { background-tint: $background 0%; }
    MenuScreen #games > .option-list--option { padding: 0 1; }
    MenuScreen #form { width: 1fr; height: auto; padding: 0 1; }
    MenuScreen #about { height: auto; color: $soft; margin: 0 0 1 0; }
    MenuScreen #fields { height: auto; }
    MenuScreen #start {
        width: auto; height: 1; margin: 1 0 0 0; padding: 0 2;
        background: $accent 60%; text-style: bold; color: $foreground;
    }
    MenuScreen #fault { color: $error; height: auto; margin: 1 0 0 0; }
    MenuScreen #summary { color: $soft; height: auto; margin: 1 0 0 0; }
    MenuScreen #right { width: 1fr; height: 1fr; }
    MenuScreen BoardView { width: 1fr; height: 1fr; margin: 1 0; }
    MenuScreen.-wide #right { layout: horizontal; }
    MenuScreen.-wide #form { width: 46; height: 1fr; }
    MenuScreen.-low BoardView { display: none; }
    MenuScreen.-low #form { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("enter", "play"),
        ("up", "app.focus_previous"),
        ("down", "app.focus_next"),
        ("escape", "back"),
        ("c", "continue"),
        ("l", "load"),
        ("i", "rules"),
    ]

    app: OutwitApp

    def __init__(
        self,
        games: tuple[Game, ...],
        chosen: Game | None = None,
        control: TimeControl | None = None,
    ) -> None:
        super().__init__()
        self.control = str(control or TimeControl())
        self.games = games
        self.game = chosen or games[0]
        self.begins_ready = chosen is not None
        self.view = BoardView(self.game.start())
        self.view.can_focus = False
        self.view.shows_cursor = False

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield Static("Outwit", id="name")
        with Horizontal():
            yield OptionList(
                *(Entry(game.display_name) for game in self.games), id="games", markup=False
            )
            with Vertical(id="right"):
                with VerticalScroll(id="form", can_focus=False):
                    yield Static("", id="about", markup=False)
                    yield Vertical(id="fields")
                    yield Static("Play", id="start")
                    yield Static("", id="fault", markup=False)
                    yield Static("", id="summary", markup=False)
                yield self.view
        yield KeyLine(KEYS)

    async def on_mount(self) -> None:
        """Select a game."""
        games = self.query_one("#games", OptionList)
        games.highlighted = self.games.index(self.game)
        await self.show_game(self.game)
        games.focus()
        if self.begins_ready:
            self.action_forward()

    async def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the form of a game."""
        game = self.games[event.option_index]
        if game != self.game:
            await self.show_game(game)

    def on_option_list_option_selected(self) -> None:
        """Go on to the opponent."""
        self.action_forward()

    async def show_game(self, game: Game) -> None:
        """Show the fields of a game."""
        self.game = game
        self.query_one("#about", Static).update(game.title)
        self.query_one("#fault", Static).update("")
        self.view.show(game.start(), Marks())
        fields = self.query_one("#fields", Vertical)
        await fields.remove_children()
        await fields.mount(
            Chooser("Against", opponents(game), str(DEFAULT_LEVEL), "opponent"),
            Field("Your bot", YOURS, "another"),
            Chooser("You play", sides(game), "0", "side"),
            Chooser("Time", {self.control: self.control} | CLOCKS, self.control, "clock"),
            *(option_field(option) for option in game.options),
        )
        self.query_one("#another").display = False

    def on_resize(self, event: events.Resize) -> None:
        """Show the board if there is room for it."""
        self.set_class(event.size.width >= WIDE, "-wide")
        self.set_class(event.size.width < WIDE and event.size.height < HIGH, "-low")

    def show_keys(self) -> None:
        """Show the action of Enter: from the games to the settings, and from there to the game."""
        does = "next" if self.focused is self.query_one("#games") else "play"
        keys = (Key("↵", does) if key.key == "↵" else key for key in KEYS)
        self.query_one(KeyLine).show(tuple(keys))

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Explain the focused field."""
        self.show_keys()
        options = {option_name(option): summary_of(option) for option in self.game.options}
        found = [
            words
            for node in event.widget.ancestors_with_self
            if (words := (MEANINGS | options).get(node.id or ""))
        ]
        self.query_one("#summary", Static).update(found[0] if found else "")
        if isinstance(event.widget, Chooser):
            self._introduce(event.widget)

    def on_chooser_changed(self, event: Chooser.Changed) -> None:
        """Show the field for a bot's description only for that choice; clear the error."""
        self.query_one("#fault", Static).update("")
        if event.chooser.id == "opponent":
            self.query_one("#another").display = event.chooser.value == ANOTHER
            if event.chooser.has_focus:
                self.query_one("#summary", Static).update(MEANINGS["opponent"])
                self._introduce(event.chooser)

    def _introduce(self, chooser: Chooser) -> None:
        """Describe the style and strength of a level chosen as opponent."""
        if chooser.id == "opponent" and chooser.value.isdecimal():
            self.query_one("#summary", Static).update(introduction(int(chooser.value)))

    def on_key(self, event: events.Key) -> None:
        """Leave a text field with the arrow keys."""
        if isinstance(self.focused, Input) and event.key in ("up", "down"):
            event.stop()
            (
                self.app.action_focus_next
                if event.key == "down"
                else self.app.action_focus_previous
            )()

    def on_click(self, event: events.Click) -> None:
        """Start the game if the button is clicked."""
        if event.widget is not None and event.widget.id == "start":
            self.action_play()

    def on_input_submitted(self) -> None:
        """Start the game on Enter in a text field."""
        self.action_play()

    def action_forward(self) -> None:
        """Go on to the opponent."""
        self.query_one("#opponent").focus()

    def action_back(self) -> None:
        """Go back to the games."""
        self.query_one("#games").focus()

    def action_play(self) -> None:
        """Start the chosen game; show the error if that fails."""
        try:
            live = self.chosen_game()
        except OutwitError as error:
            self.query_one("#fault", Static).update(str(error))
        else:
            self.app.open_game(live)

    def chosen_game(self) -> LiveGame:
        """Return the chosen game; raise an OutwitError if it cannot be played."""
        opponent = self.query_one("#opponent", Chooser).value
        if opponent == ANOTHER:
            opponent = self.query_one("#another", Field).value
            if not opponent:
                raise UsageError(f"which bot of yours, {YOURS}?")
        other = read_seat(opponent, self.game)
        side = self.query_one("#side", Chooser).value
        second = side == "1" or (side == "either" and Random().random() < 0.5)
        seats: tuple[Seat, Seat] = (other, PERSON) if second else (PERSON, other)
        control: TimeControl = read_time_control(self.query_one("#clock", Chooser).value)
        given = {option.name: self.option_value(option) for option in self.game.options}
        options = {name: text for name, text in given.items() if text}
        return LiveGame(self.game, self.game.start(**options), seats, control)

    def option_value(self, option: Option) -> str:
        """Return the chosen value of an option, empty for its default."""
        field = self.query_one(f"#{option_name(option)}")
        assert isinstance(field, (Chooser, Field))
        return field.value

    def action_continue(self) -> None:
        """Continue a stored game."""
        self.app.choose_kept()

    def action_load(self) -> None:
        """Open a record."""
        self.app.load()

    def action_rules(self) -> None:
        """Show the rules."""
        self.app.show_rules(self.game)


def opponents(game: Game) -> dict[str, str]:
    """Return the names of the possible opponents by the text of the seat."""
    levels = {
        str(number): f"level {number}, {level.manner}" for number, level in enumerate(LEVELS, 1)
    }
    own = {name: f"the bot {name}" for name in game.parts.bots}
    others = {"careful": "careful, two moves ahead", "random": "random moves"}
    return levels | {HUMAN: "a person, here"} | own | others | {ANOTHER: "a bot of yours"}


def sides(game: Game) -> dict[str, str]:
    """Return the sides that can be chosen."""
    first, second = game.sides
    return {"0": f"{first}, who begins", "1": second, "either": "either side, by lot"}


def option_name(option: Option) -> str:
    """Return the name of an option's field."""
    return f"option-{option.name}"


def summary_of(option: Option) -> str:
    """Return the description of an option as a sentence."""
    return f"{option.summary[:1].upper()}{option.summary[1:]}."


def option_field(option: Option) -> Widget:
    """Return the field of an option."""
    name = option_name(option)
    label = option.title
    if isinstance(option, Choice):
        values = {choice: choice for choice in option.choices}
        return Chooser(label, values, str(option.default), name)
    default = "" if option.default is None else option_text(option.default)
    return Field(label, default or "as usual", name)
