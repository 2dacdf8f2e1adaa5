"""The last line of a screen: its keys and their actions."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from outwit.core.value import Value


class Key(Value):
    """A key's displayed name, its label and its action.

    An action belongs to the screen unless it has a prefix, as in ``app.quit``.
    """

    key: str
    word: str
    action: str = ""


class KeyLine(Widget):
    """Shows the keys that fit, the most important first; each can be clicked."""

    DEFAULT_CSS = """
    KeyLine {
        height: 1; width: 1fr; color: $soft;
        link-style: none; link-color: $soft; link-style-hover: none; link-color-hover: $foreground;
        link-background-hover: $accent 30%;
    }
    """

    def __init__(self, keys: tuple[Key, ...] = ()) -> None:
        super().__init__()
        self.keys = keys

    def show(self, keys: tuple[Key, ...]) -> None:
        """Show other keys."""
        if keys != self.keys:
            self.keys = keys
            self.refresh()

    def render(self) -> Content:
        """Return the line."""
        line, room = Content(" "), self.size.width - 1
        for key in self.keys:
            wide = len(key.key) + len(key.word) + 3
            if wide > room:
                break
            room -= wide
            part = Content.assemble((key.key, "bold $foreground"), f" {key.word}")
            if key.action:
                place = "" if "." in key.action else "screen."
                part = part.stylize(f"@click={place}{key.action}")
            line += part + "  "
        return line
