"""How to talk with a program such as ``push2310``."""

from __future__ import annotations

import re

from outwit.assignments.conversation import Conversation
from outwit.errors import UsageError
from outwit.games.push.bots import HUMAN, TYPES
from outwit.games.push.save import STONES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outwit.assignments.conversation import Listener
    from outwit.core.position import Position

USUAL = "1"
# An automated move in about these words; a zero is read as the letter O.
PLACED = re.compile(r"player\W{0,3}([OX0])\b\D{0,20}?(\d{1,9})\D{1,3}(\d{1,9})", re.IGNORECASE)
LONGEST_LINE = 4_000


class Push2310(Conversation):
    """It begins with a save file, and asks for the moves of its human player."""

    def arguments(
        self, position: Position, side: int, kind: str, save: Callable[[bytes], str]
    ) -> list[str]:
        """Return two types, ours being a human, and the name of a save file."""
        kind = kind or USUAL
        if kind not in TYPES:
            raise UsageError(f"kind {kind[:40]!r} is not one of {', '.join(TYPES)}")
        types = [HUMAN, HUMAN]
        types[side] = kind
        return [*types, save(position.to_file())]

    def listener(self, position: Position, side: int) -> Listener:
        """Return who waits for a line about a move of the program's side."""
        stone = STONES[side + 1]

        def take(line: str) -> str | None:
            placed = read_placed(line[-LONGEST_LINE:])
            return ",".join(placed[1:]) if placed and placed[0] == stone else None

        return take

    def tell(self, position: Position, move: str) -> str:
        """Return a row and a column."""
        return move.replace(",", " ")


class Push2310Once(Push2310):
    """It is started for each move with the game so far, and ended when it has made one."""

    once = True


def read_placed(line: str) -> tuple[str, str, str] | None:
    """Return player, row and column of an automated move, if a line tells of one.

    >>> read_placed("X:(R C)> Player O placed at 1 2")
    ('O', '1', '2')
    """
    found = PLACED.search(line)
    if found is None:
        return None
    return found[1].upper().replace("0", "O"), str(int(found[2])), str(int(found[3]))


CONVERSATIONS = {"push2310": Push2310(), "push2310-once": Push2310Once()}
