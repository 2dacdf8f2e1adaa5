"""How to talk with a program such as ``ataxx``."""

from __future__ import annotations

from outwit.core.conversation import Conversation
from outwit.errors import UsageError
from outwit.games.ataxx.rules import SIZE, Ataxx
from outwit.games.ataxx.spelling import is_square, spell, spellings, unspell
from outwit.geometry import squares

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.position import Position

COLOURS = ("red", "blue")
SQUARES = [squares.name(column, row) for row in range(SIZE) for column in range(SIZE)]


class AtaxxText(Conversation):
    """Both sides are manual until the moves so far are made; then one is given to the AI."""

    farewell = "quit"

    def opening(self, position: Position, side: int) -> list[str]:
        """Set the blocks, make the moves, and hand a side over."""
        board = position.copy()
        while board.played:
            board.undo()
        lines = ["manual red", "manual blue", "new", *(f"block {name}" for name in blocks(board))]
        for move in position.played:
            lines.append(self.tell(board, move))
            board.play(move)
        return [*lines, f"ai {COLOURS[side]}"]

    def announced(self, side: int) -> str:
        """Return the text that the program prints before its move."""
        return f"* {COLOURS[side].capitalize()} moves "

    def read(self, position: Position, text: str) -> str:
        """Return the move of a text such as ``a7-b7.``, which must begin at an own piece."""
        text = text.removesuffix(".")
        origin, _, target = text.partition("-")
        if text != "-" and not (is_square(origin) and is_square(target)):
            return text
        move = unspell(text)
        return move if len(move) == 4 or text in spellings(ataxx(position), move) else text

    def tell(self, position: Position, move: str) -> str:
        """Write a move with its origin; a clone has one of several."""
        return spell(ataxx(position), move)


def blocks(board: Position) -> list[str]:
    """Name the blocks of a start position, one for all its mirror images; else UsageError."""
    plain = Ataxx.begin()
    chosen = []
    for name in SQUARES:
        if ataxx(board).piece(name) == "-" and plain.piece(name) == ".":
            chosen.append(name)
            plain.set_block(name)
    if plain.text != board.text:
        raise UsageError("this game's text programs can only begin with a start position")
    return chosen


def ataxx(position: Position) -> Ataxx:
    """Return the same position, for the type checker."""
    assert isinstance(position, Ataxx)
    return position


CONVERSATIONS = {"ataxx": AtaxxText()}
