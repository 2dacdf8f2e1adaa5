"""A player's line: side, name, clock and turn."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from outwit.core.look import Look
from outwit.core.value import Value
from outwit.drawing.palette import colours

# Symbols of the sides in a display without colour.
STONES = ("○", "●")
TURN = "▸"


class PlayerState(Value):
    """The content of a player's line; ``clock`` is None in a game without clocks.

    ``score`` is a number with its unit, empty in a game without a score.
    """

    side: int = 0
    side_name: str = ""
    name: str = ""
    is_turn: bool = False
    is_thinking: bool = False
    has_won: bool = False
    clock: float | None = None
    score: str = ""


class PlayerLine(Widget):
    """Shows a player."""

    DEFAULT_CSS = """
    PlayerLine { height: 1; width: 1fr; padding: 0 1; }
    """

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self.state = PlayerState()
        self.look = Look()

    def show(self, state: PlayerState, look: Look) -> None:
        """Show another state."""
        if (state, look) != (self.state, self.look):
            self.state, self.look = state, look
            self.refresh()

    def render(self) -> Content:
        """Return the line."""
        state = self.state
        theme = "dark" if self.app.current_theme.dark else "light"
        roles = colours(self.look, theme)
        # Both stones are visible on the board's wood in both themes.
        chip = f"{roles[('first_body', 'second_body')[state.side]]} on {roles['square_dark']}"
        stone = Content.styled(f" {STONES[1 if not self.app.no_color else state.side]} ", chip)
        bold = "bold" if state.is_turn or state.has_won else ""
        who = Content.styled(f" {state.side_name}", bold)
        name = Content.styled(f"  {state.name}", "$soft")
        line = Content.styled(TURN if state.is_turn else " ", "bold $accent") + stone + who + name
        if state.score:
            line += Content.styled(f"  {state.score}", "bold")
        if state.has_won:
            line += Content.styled("  won", "bold $accent")
        elif state.is_thinking:
            line += Content.styled("  thinking…", "$accent")
        if state.clock is None:
            return line
        clock = clock_text(state.clock)
        style = "bold" if state.is_turn else "$soft"
        if state.clock < 10:
            style = "bold $error"
        gap = max(1, self.size.width - line.cell_length - len(clock))
        return line + " " * gap + Content.styled(clock, style)


def clock_text(seconds: float) -> str:
    """Return the time left; the last ten seconds have tenths.

    >>> clock_text(3661), clock_text(59.96), clock_text(9.87), clock_text(0)
    ('1:01:01', '0:59', '0:09.8', '0:00.0')
    """
    whole = int(seconds)
    minutes, rest = divmod(whole, 60)
    if whole >= 3600:
        return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
    tenths = f".{int(seconds * 10) % 10}" if seconds < 10 else ""
    return f"{minutes}:{rest:02}{tenths}"
