"""The base of our applications: light and dark theme, and display without colour."""

from __future__ import annotations

import os

from textual.app import App
from textual.binding import Binding

from outwit.terminal.boardview import BoardView
from outwit.terminal.fewcolours import FewColours
from outwit.terminal.theme import DARK, LIGHT, THEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import ClassVar

    from textual.binding import BindingType
    from textual.filter import LineFilter


class ThemedApp(App[None]):
    """An application in our colours, or without colours if NO_COLOR is set."""

    TITLE = "Outwit"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    * { scrollbar-color: $rule; scrollbar-background: $background; scrollbar-size-vertical: 1; }
    OptionList:nocolor > .option-list--option-highlighted { text-style: bold underline; }
    Chooser:nocolor:focus { text-style: reverse; }
    #start:nocolor { text-style: bold underline; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("d", "theme"),
        ("q", "quit"),
        Binding("ctrl+c", "quit", priority=True),
    ]

    def __init__(self) -> None:
        # With NO_COLOR, Textual uses the terminal's own foreground and background.
        super().__init__(ansi_color="NO_COLOR" in os.environ or None)
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = DARK
        self.few_colours = FewColours(enabled=self.has_few_colours)

    @property
    def has_few_colours(self) -> bool:
        """Tell whether the terminal has 256 colours, by COLORTERM and TERM as Rich reads them."""
        return self.console.color_system == "256" and not self.no_color

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters that change colours before they reach the terminal."""
        filters = super().get_line_filters()
        return [*filters, self.few_colours] if self.few_colours.enabled else filters

    def action_theme(self) -> None:
        """Switch between light and dark."""
        self.theme = LIGHT if self.theme == DARK else DARK
        for view in self.screen.query(BoardView):
            view.repaint()
