"""How to talk with a program such as ``push2310``."""

from __future__ import annotations

from outwit.core.conversation import Conversation
from outwit.errors import UsageError
from outwit.games.push.bots import HUMAN, TYPES
from outwit.games.push.save import STONES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outwit.core.position import Position

USUAL = "1"


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

    def announced(self, side: int) -> str:
        """Return the text that the program prints before its move."""
        return f"Player {STONES[side + 1]} placed at "

    def read(self, position: Position, text: str) -> str:
        """Return the move of a row and a column."""
        return text.replace(" ", ",")

    def tell(self, position: Position, move: str) -> str:
        """Return a row and a column."""
        return move.replace(",", " ")


CONVERSATIONS = {"push2310": Push2310()}
