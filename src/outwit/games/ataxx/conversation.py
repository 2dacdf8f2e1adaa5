"""How to talk with a program such as ``ataxx``."""

from __future__ import annotations

from outwit.core.conversation import Conversation
from outwit.errors import UsageError
from outwit.games.ataxx.rules import SIZE, Ataxx
from outwit.geometry import squares

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.position import Position

COLOURS = ("red", "blue")
PASS = "0000"
SQUARES = [squares.name(column, row) for row in range(SIZE) for column in range(SIZE)]


class AtaxxText(Conversation):
    """Both sides are ours until the moves so far are made; then one becomes the program's."""

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
        """Return what stands before a move of the program's."""
        return f"* {COLOURS[side].capitalize()} moves "

    def read(self, position: Position, text: str) -> str:
        """Return the move of a text such as ``a7-b7.``, which must begin at an own piece."""
        text = text.removesuffix(".")
        if text == "-":
            return PASS
        origin, _, target = text.partition("-")
        if not is_square(origin) or not is_square(target):
            return text
        if distance(origin, target) != 1:
            return origin + target
        return target if piece(position, origin) == own(position) else text

    def tell(self, position: Position, move: str) -> str:
        """Write a move with its origin; a clone has one of several."""
        if move == PASS:
            return "-"
        if len(move) == 4:
            return f"{move[:2]}-{move[2:]}"
        mine = own(position)
        return f"{next(s for s in around(move) if piece(position, s) == mine)}-{move}"


def blocks(board: Position) -> list[str]:
    """Name the blocks of a start position, one for all its mirror images; else UsageError."""
    plain = Ataxx.begin()
    chosen = []
    for name in SQUARES:
        if piece(board, name) == "-" and plain.piece(name) == ".":
            chosen.append(name)
            plain.set_block(name)
    if plain.text != board.text:
        raise UsageError("this game's text programs can only begin with a start position")
    return chosen


def is_square(text: str) -> bool:
    """Tell whether the board has such a square."""
    return squares.read(text, SIZE, SIZE) is not None


def piece(position: Position, square: str) -> str:
    """Return what is on a square."""
    assert isinstance(position, Ataxx)
    return position.piece(square)


def own(position: Position) -> str:
    """Return the piece of the side to move."""
    return "xo"[position.turn]


def distance(a: str, b: str) -> int:
    """Return how many king's steps two squares are apart."""
    return max(abs(ord(x) - ord(y)) for x, y in zip(a, b, strict=True))


def around(square: str) -> list[str]:
    """List the squares at most one step away."""
    return [name for name in SQUARES if distance(name, square) <= 1]


CONVERSATIONS = {"ataxx": AtaxxText()}
