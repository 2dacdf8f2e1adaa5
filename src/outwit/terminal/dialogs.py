"""Small windows over a screen: a question, a list, a line of text, a page to read."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Markdown, OptionList, Static
from textual.widgets.option_list import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import ClassVar

    from textual.binding import BindingType


class Dialog(ModalScreen[str | None]):
    """A window with a title and a line of its keys; Escape closes it without an answer."""

    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 60%; }
    Dialog > Vertical {
        width: auto; max-width: 90%; height: auto; max-height: 90%; min-width: 36;
        background: $background; border: round $rule; padding: 0 1;
    }
    Dialog .title { text-style: bold; width: auto; }
    Dialog .keys { color: $soft; width: auto; }
    Dialog OptionList {
        border: none; padding: 0; width: auto; max-width: 100%; height: auto; max-height: 12;
        background: $background;
    }
    Dialog OptionList:focus { border: none; background-tint: $background 0%; }
    Dialog Input { width: 56; max-width: 100%; }
    Dialog .fault { color: $error; width: 56; max-width: 100%; height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "leave")]

    def action_leave(self) -> None:
        """Close the window."""
        self.dismiss(None)


class Question(Dialog):
    """Asks for yes or no; the answer is ``"yes"`` or None."""

    BINDINGS: ClassVar[list[BindingType]] = [("y,enter", "agree", "yes"), ("n", "leave", "no")]

    def __init__(self, question: str, agreeing: str) -> None:
        super().__init__()
        self.question = question
        self.agreeing = agreeing

    def compose(self) -> ComposeResult:
        """Build the window."""
        with Vertical():
            yield Static(self.question, classes="title", markup=False)
            yield Static(f"y {self.agreeing}   n go back", classes="keys", markup=False)

    def action_agree(self) -> None:
        """Answer yes."""
        self.dismiss("yes")


class Choice(Dialog):
    """Offers several lines; the answer is the index of the chosen line, as a text."""

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self.heading = title
        self.offered = tuple(lines)

    def compose(self) -> ComposeResult:
        """Build the window."""
        with Vertical():
            yield Static(self.heading, classes="title", markup=False)
            yield OptionList(
                *(
                    Option(Content(f"{number} {line}" if number < 10 else f"  {line}"))
                    for number, line in enumerate(self.offered, 1)
                )
            )
            yield Static("↑↓ or a number, Enter   Esc go back", classes="keys")

    def on_key(self, event: object) -> None:
        """Choose a line by its number."""
        character = getattr(event, "character", None) or ""
        if character.isdecimal() and 1 <= int(character) <= len(self.offered):
            self.dismiss(str(int(character) - 1))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take the line."""
        self.dismiss(str(event.option_index))


class Line(Dialog):
    """Asks for a line of text; ``check`` returns what is wrong with it, or an empty text."""

    def __init__(
        self,
        title: str,
        value: str = "",
        placeholder: str = "",
        check: Callable[[str], str] | None = None,
    ) -> None:
        super().__init__()
        self.heading = title
        self.value = value
        self.placeholder = placeholder
        self.check = check

    def compose(self) -> ComposeResult:
        """Build the window."""
        with Vertical():
            yield Static(self.heading, classes="title", markup=False)
            yield Input(self.value, placeholder=self.placeholder, compact=True)
            yield Static("", classes="fault", markup=False)
            yield Static("Enter   Esc go back", classes="keys")

    def on_input_changed(self) -> None:
        """Clear the error."""
        self.query_one(".fault", Static).update("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answer with the text; after an error the text stays to be corrected."""
        text = event.value.strip()
        fault = self.check(text) if self.check and text else ""
        if fault:
            self.query_one(".fault", Static).update(fault)
        else:
            self.dismiss(text or None)


class Page(Dialog):
    """A text to read, in Markdown or plain."""

    DEFAULT_CSS = """
    Page > Vertical { width: 90%; max-width: 84; height: 90%; padding: 0; }
    Page VerticalScroll { padding: 0 1; }
    Page Markdown { background: $background; margin: 0; padding: 0; }
    Page MarkdownH1 { content-align: left middle; margin: 0 0 1 0; }
    Page .keys { padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("q,enter,question_mark", "leave", "leave")]

    def __init__(self, text: str, *, is_markdown: bool = True) -> None:
        super().__init__()
        self.text = text
        self.is_markdown = is_markdown

    def compose(self) -> ComposeResult:
        """Build the window."""
        with Vertical():
            with VerticalScroll():
                if self.is_markdown:
                    yield Markdown(self.text, open_links=False)
                else:
                    yield Static(self.text, markup=False)
            yield Static("↑↓ Page Up, Page Down   Esc go back", classes="keys")
