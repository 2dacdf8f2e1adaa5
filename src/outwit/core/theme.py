"""A theme of puzzles: a property of the line that solves them."""

from __future__ import annotations

from outwit.core.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from outwit.core.board import Board
    from outwit.core.move import Change, Move
    from outwit.core.position import Position
    from outwit.core.side import Side


class Turn(Value):
    """A move, and the positions before and after it. The positions must not be changed."""

    before: Position
    move: Move
    after: Position

    @property
    def changes(self) -> tuple[Change, ...]:
        """Return the squares that the move changes."""
        return self.move.changes

    @property
    def taken(self) -> tuple[str, ...]:
        """Return the squares on which a piece of the side that did not move is there no more."""
        other = 1 - self.before.turn
        return tuple(
            change.square
            for change in self.changes
            if change.before.owner == other and change.after.owner != other
        )


class Solution(Value):
    """The line that solves a puzzle: ``own`` turns of the solver, and the ``replies`` to them."""

    own: tuple[Turn, ...]
    replies: tuple[Turn, ...]

    @property
    def side(self) -> Side:
        """Return the side that solves the puzzle."""
        return self.own[0].before.turn

    @property
    def start(self) -> Board:
        """Return the board of the puzzle."""
        return self.own[0].before.board

    @property
    def end(self) -> Position:
        """Return the position at the end."""
        last = (self.replies if len(self.replies) == len(self.own) else self.own)[-1]
        return last.after


class Theme(Value):
    """What a puzzle is about. ``title`` and ``sentence`` name and explain it to people."""

    code: str
    title: str
    sentence: str
    holds: Callable[[Solution], bool]


def solution_of(position: Position, line: Sequence[str]) -> Solution:
    """Return a line from a position, move by move; raise IllegalMove."""
    turns = []
    for text in line:
        after = position.after(text)
        turns.append(Turn(position, position.move(text), after))
        position = after
    return Solution(tuple(turns[::2]), tuple(turns[1::2]))
