"""The numbers of actions of Jeson Mor, by the size of the board.

No direction is special, so both sides share the numbers. First come the knight's leaps and then,
with archers, the moves along rows and columns; both in the order of their origins, row by row from
the top left. The leaps go clockwise, from two up and one to the left; a leap off the board has no
number. Of an archer, the other squares of its row come first, from the left, and then those of its
column, from the top.
"""

from __future__ import annotations

from array import array
from functools import cache, cached_property

from outwit.errors import UnreadableMove
from outwit.games.jesonmor import notation, ways

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.symmetry import Symmetry

CLOCKWISE = [leap for pair in ways.LEAPS for leap in pair]
SQUARES = 1024


class Numbering:
    """The actions on a board of one size."""

    def __init__(self, size: int) -> None:
        rows = [
            [notation.at(column, row) for column in range(size)] for row in reversed(range(size))
        ]
        columns = list(zip(*rows, strict=True))
        inside = {square for row in rows for square in row}
        moves: list[int] = []
        places = array("H", bytes(16 * SQUARES))
        for origin in (square for row in rows for square in row):
            for place, leap in enumerate(CLOCKWISE, 8 * origin):
                if origin + leap in inside:
                    places[place] = len(moves)
                    moves.append(origin | (origin + leap) << 10)
        self.size = size
        self.images: dict[str, dict[int, int]] = {}
        # How many actions are leaps, and how many there are with archers.
        self.leaps = len(moves)
        moves += [
            origin | target << 10
            for row in rows
            for column, origin in zip(columns, row, strict=True)
            for target in (*row, *column)
            if target != origin
        ]
        self.count = len(moves)
        # The move of each action, in 32 bits; and the action of each leap from each square, eight a
        # square, in 16 bits.
        self.listed = array("I", moves)
        self.moves = bytearray(self.listed.tobytes())
        self.places = bytearray(places.tobytes())

    @cached_property
    def actions(self) -> dict[int, int]:
        """Return the action of each move."""
        return {move: action for action, move in enumerate(self.listed)}

    def write(self, action: int) -> str:
        """Write an action as the text of a move."""
        move = self.listed[action]
        return notation.NAMES[move & 1023] + notation.NAMES[move >> 10]

    def parse(self, text: str, count: int) -> int:
        """Return the action, below ``count``, of a move's text; raise UnreadableMove."""
        action = self.actions.get(notation.parse_move(text, self.size), count)
        if action >= count:
            raise UnreadableMove(f"move {text!r} is one that no piece makes")
        return action

    def reflect(self, action: int, symmetry: Symmetry) -> int:
        """Return the image of an action under a symmetry of the board."""
        if symmetry.name not in self.images:
            self.images[symmetry.name] = self.image(symmetry)
        image = self.images[symmetry.name]
        move = self.listed[action]
        return self.actions[image[move & 1023] | image[move >> 10] << 10]

    def image(self, symmetry: Symmetry) -> dict[int, int]:
        """Return the image of each square."""
        size = self.size
        image = {}
        for row in range(size):
            for column in range(size):
                down, right = symmetry.image(row, column, size, size)
                square = notation.at(column, size - 1 - row)
                image[square] = notation.at(right, size - 1 - down)
        return image


@cache
def numbering(size: int) -> Numbering:
    """Return the numbers of a size; they are made once."""
    return Numbering(size)
