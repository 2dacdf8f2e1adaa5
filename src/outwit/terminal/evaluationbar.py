"""A bar that shows who is better."""

from __future__ import annotations

from math import exp

from rich.segment import Segment
from rich.style import Style
from textual import work
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.worker import get_current_worker

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.drawing.palette import colours
from outwit.engine.analysis import Analysis
from outwit.engine.limits import Limits
from outwit.engine.score import Score
from outwit.errors import OutwitError
from outwit.players.engine import engine_for

# The score at which one side has about three quarters of the bar.
SCALE = 250
SECONDS = 2.0
FULL, SHADED = "█", "░"


def share(score: Score, side: int) -> float:
    """Return the first side's part of the bar, given a score for a side.

    >>> share(Score(0), 0), share(Score(30_999), 1) < 0.01
    (0.5, True)
    """
    value = -score.value if side else score.value
    if score.is_forced:
        return 1.0 if value > 0 else 0.0
    return 1 / (1 + exp(-value / SCALE))


class EvaluationBar(Widget):
    """The first side's share in its colour, from that side's end of the board.

    A thread searches the shown position with increasing depth for some seconds.
    """

    DEFAULT_CSS = """
    EvaluationBar { width: 3; height: 1fr; padding: 1 0 1 1; display: none; }
    """

    class Found(Message):
        """The evaluation of the position in words."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.engine = engine_for(game)
        self.share = 0.5
        self.flipped = False
        self.position: Position | None = None

    def show(self, position: Position | None, *, flipped: bool) -> None:
        """Evaluate a position, which must not change afterwards; None hides the bar."""
        self.display = position is not None
        self.flipped = flipped
        self.refresh()
        if position == self.position:
            return
        self.position = position
        self.engine.stop()
        self.post_message(self.Found(""))
        if position is None:
            return
        outcome = position.outcome
        if outcome is None:
            self.search(position)
        else:
            self.share = 0.5 if outcome.winner is None else 1.0 - outcome.winner

    def on_unmount(self) -> None:
        """End the search."""
        self.engine.stop()

    @work(thread=True, exclusive=True, exit_on_error=False)
    def search(self, position: Position) -> None:
        """Show the result of every depth."""
        try:
            for found in self.engine.analyse(position.copy(), Limits(time=SECONDS)):
                if get_current_worker().is_cancelled or position is not self.position:
                    return
                self.app.call_from_thread(self.take, position, found[0])
        except OutwitError:
            return  # a game that cannot be searched has no evaluation

    def take(self, position: Position, found: Analysis) -> None:
        """Show a result."""
        if position is not self.position:
            return
        side = int(position.turn)
        self.share = share(found.score, side)
        best = position.move(found.move).label
        words = f"{found.score} for {self.game.sides[side]} at depth {found.depth}. Best: {best}"
        self.post_message(self.Found(words))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return a line of the bar."""
        first = round(self.share * self.size.height)
        is_first = y < first if self.flipped else y >= self.size.height - first
        if self.app.no_color:
            return Strip([Segment((FULL if is_first else SHADED) * self.size.width)])
        theme = "dark" if self.app.current_theme.dark else "light"
        roles = colours(self.game.parts.look, theme)
        # The first side has its shade here, because its body is as light as the background.
        style = Style(bgcolor=roles["first_shade" if is_first else "second_body"])
        return Strip([Segment(" " * self.size.width, style)])
