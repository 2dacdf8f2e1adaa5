"""An example of a rule: a position in which the reader makes a move."""

from __future__ import annotations

from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from outwit.core.game import Game
    from outwit.core.position import Position


class Example(Value):
    """A position with a task; each of ``moves`` does what is asked.

    ``title`` names the rule, ``task`` says what to do, ``notice`` explains the result.
    """

    title: str
    task: str
    position: str
    moves: tuple[str, ...]
    notice: str
    options: Mapping[str, object] = {}

    def start(self, game: Game) -> Position:
        """Return the position."""
        return game.position(self.position, **self.options)
