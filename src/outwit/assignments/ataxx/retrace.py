"""Finds moves that lead from the start to a position, for programs that can only be typed at."""

from __future__ import annotations

from outwit.assignments.ataxx.spelling import PASS
from outwit.errors import UsageError
from outwit.games.ataxx.rules import SIZE, Ataxx
from outwit.geometry import squares

SQUARES = [squares.name(column, row) for row in range(SIZE) for column in range(SIZE)]
# Positions that are looked at.
MOST_NODES = 50_000
# Squares that one move can change.
MOST_CHANGED = 10


def retrace(position: Ataxx) -> tuple[list[str], list[str]]:
    """Return blocks, one for all its mirror images, and moves that lead to a position.

    Raise UsageError if none are found.
    """
    start = Ataxx.begin()
    blocks = []
    for name in SQUARES:
        if position.piece(name) == "-" and start.piece(name) == ".":
            blocks.append(name)
            start.set_block(name)
    _, _, jumps, number = position.text.split()
    plies = 2 * (int(number) - 1) + int(position.turn)
    path = Path(position.rows(), int(jumps))
    if not path.find(start, plies):
        raise UsageError(
            "this game's text programs can only begin with the start position: no moves are found "
            "that lead from there to this one"
        )
    return blocks, path.moves


class Path:
    """A search, depth first, for moves that lead to rows and a number of jumps before them."""

    def __init__(self, rows: list[str], jumps: int) -> None:
        self.goal = "".join(rows)
        self.jumps = jumps
        self.moves: list[str] = []
        self.nodes = 0

    def find(self, position: Ataxx, plies: int) -> bool:
        """Tell whether ``plies`` moves lead there, and keep them."""
        if plies == 0:
            return "".join(position.rows()) == self.goal
        choices = []
        for move in map(str, position.legal_moves):
            self.nodes += 1
            if self.nodes > MOST_NODES or not self.is_kind(move, plies):
                continue
            position.play(move)
            far = self.distance(position)
            position.undo()
            if far <= MOST_CHANGED * (plies - 1):
                choices.append((far, move))
        for _, move in sorted(choices):
            position.play(move)
            self.moves.append(move)
            found = self.find(position, plies - 1)
            position.undo()
            if found:
                return True
            self.moves.pop()
        return False

    def is_kind(self, move: str, plies: int) -> bool:
        """Tell whether a move is a jump, or none, as the number of jumps says."""
        if move == PASS or plies > self.jumps + 1:
            return True
        return (len(move) == 4) == (plies <= self.jumps)

    def distance(self, position: Ataxx) -> int:
        """Count the squares that are not yet as they are to be."""
        rows = "".join(position.rows())
        return sum(one != other for one, other in zip(rows, self.goal, strict=True))
