"""The fields of a form: a choice or a text."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

    from textual.binding import BindingType

LABEL = 12


class Chooser(Widget):
    """A choice of one value; the arrow keys and clicks go to the next one."""

    DEFAULT_CSS = """
    Chooser { height: 1; width: 1fr; }
    Chooser:focus { background: $accent 30%; text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("left", "turn(-1)"),
        ("right,space", "turn(1)"),
    ]
    can_focus = True

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, chooser: Chooser) -> None:
            super().__init__()
            self.chooser = chooser

    def __init__(self, label: str, values: dict[str, str], value: str, name: str) -> None:
        super().__init__(id=name)
        self.label = label
        self.values = values
        self.value = value

    def render(self) -> Content:
        """Return the line."""
        shown = self.values[self.value]
        return Content.assemble(f"{self.label:<{LABEL}}", ("‹ ", "$soft"), shown, (" ›", "$soft"))

    def action_turn(self, by: int) -> None:
        """Select the value ``by`` steps away."""
        values = list(self.values)
        self.value = values[(values.index(self.value) + by) % len(values)]
        self.refresh()
        self.post_message(self.Changed(self))

    def on_click(self) -> None:
        """Select the next value."""
        self.action_turn(1)


class Field(Horizontal):
    """A line of text with a label."""

    DEFAULT_CSS = """
    Field { height: 1; width: 1fr; }
    Field Static { width: 12; }
    Field Input { width: 1fr; }
    """

    def __init__(self, label: str, placeholder: str, name: str) -> None:
        super().__init__(id=name)
        self.label = label
        self.placeholder = placeholder

    def compose(self) -> ComposeResult:
        """Build the line."""
        yield Static(self.label, markup=False)
        yield Input(placeholder=self.placeholder, compact=True)

    @property
    def value(self) -> str:
        """Return the typed text."""
        return self.query_one(Input).value.strip()
