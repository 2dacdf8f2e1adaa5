"""How to talk with a program such as ``ataxx``."""

from __future__ import annotations

from outwit.assignments.ataxx.retrace import retrace
from outwit.assignments.ataxx.screen import ScreenReader
from outwit.assignments.ataxx.spelling import spell
from outwit.assignments.conversation import Conversation
from outwit.errors import BotIllegal
from outwit.games.ataxx.rules import Ataxx

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.assignments.conversation import Listener
    from outwit.core.position import Position

COLOURS = ("red", "blue")
# Typed after every move: it is obeyed once the AI has moved, and shows its move.
SHOW = "board"


class AtaxxText(Conversation):
    """Both sides are manual until the moves so far are made; then one is given to the AI.

    What the AI has done is seen on the board, which every such program can print.
    """

    farewell = "quit"

    def opening(self, position: Position, side: int) -> list[str]:
        """Set the blocks, make the moves, and hand a side over."""
        board = ataxx(position).copy()
        while board.played:
            board.undo()
        blocks, moves = retrace(board)
        lines = ["manual red", "manual blue", "new", *(f"block {name}" for name in blocks)]
        board = Ataxx.begin(tuple(blocks))
        for move in (*moves, *position.played):
            lines.append(spell(board, move))
            board.play(move)
        return [*lines, f"ai {COLOURS[side]}", SHOW]

    def listener(self, position: Position, side: int) -> Listener:
        """Return who waits for a board that a legal move leads to."""
        reader = ScreenReader()
        before = ataxx(position)
        after: dict[tuple[str, ...], str] = {}
        for move in map(str, before.legal_moves):
            board = before.copy()
            board.play(move)
            after[tuple(board.rows())] = move

        def take(line: str) -> str | None:
            screen = reader.take(line)
            if screen is None:
                return None
            if screen.rows not in after:
                raise BotIllegal(
                    "the board that it shows is not one legal move further",
                    output=screen.text,
                    position=position.text,
                    board=str(position),
                )
            return after[screen.rows]

        return take

    def tell(self, position: Position, move: str) -> str:
        """Write a move with its origin, a clone having one of several, and ask for the board."""
        return f"{spell(ataxx(position), move)}\n{SHOW}"


def ataxx(position: Position) -> Ataxx:
    """Return the same position, for the type checker."""
    assert isinstance(position, Ataxx)
    return position


CONVERSATIONS = {"ataxx": AtaxxText()}
