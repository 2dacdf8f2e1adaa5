"""How to talk with a program such as ``santorini``: its computer plays a side, we the other."""

from __future__ import annotations

from outwit.assignments.conversation import Conversation
from outwit.assignments.santorini.screen import (
    BoardReader,
    board_of,
    boards_after,
    read_move,
    read_winner,
)
from outwit.errors import BotIllegal, UsageError
from outwit.games.santorini.bots import BOTS
from outwit.games.santorini.rules import Santorini

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outwit.assignments.conversation import Listener
    from outwit.core.position import Position

HUMAN = "human"
USUAL = "heuristic"


class SantoriniText(Conversation):
    """The program begins with the start position, and its moves are seen on its boards."""

    def arguments(
        self, position: Position, side: int, kind: str, save: Callable[[bytes], str]
    ) -> list[str]:
        """Return two players, ours being a human, without undo and scores."""
        kind = kind or USUAL
        if kind not in BOTS:
            raise UsageError(f"kind {kind[:40]!r} is not one of {', '.join(BOTS)}")
        players = [HUMAN, HUMAN]
        players[side] = kind
        return [*players, "off", "off"]

    def opening(self, position: Position, side: int) -> list[str]:
        """Make White's first move for a program that plays Blue; it can be led nowhere else."""
        if position.beginning != Santorini.begin().text or len(position.played) != side:
            raise UsageError("this game's text programs begin only with the start position")
        if position.options["rule"] != "seed":
            raise UsageError("this game's text programs play only with rule=seed")
        return [self.tell(position, move) for move in position.played]

    def listener(self, position: Position, side: int) -> Listener:
        """Return who waits for a board that a legal move leads to."""
        assert isinstance(position, Santorini)
        return SantoriniListener(position).take

    def tell(self, position: Position, move: str) -> str:
        """Write a move as it is typed: worker, step and build, a line each."""
        return move.replace(",", "\n")


class SantoriniListener:
    """Compares boards with those that the legal moves lead to."""

    def __init__(self, position: Santorini) -> None:
        self.position = position
        self.boards = boards_after(position)
        self.reader = BoardReader()
        self.announced = ""
        before = position.copy()
        if before.played:
            before.undo()
        # Boards that may still be shown, from before the move.
        self.old = {board_of(position), board_of(before)}

    def take(self, line: str) -> str | None:
        """Take a line; return the move once a board shows it, or the game is said to be over."""
        self.announced = read_move(line) or self.announced
        board = self.reader.take(line)
        if board in self.boards:
            return self.boards[board]
        if board is not None and board not in self.old:
            raise BotIllegal(
                "the board that it shows is not one legal move further",
                output=board.drawn if board.is_whole else board,
                position=self.position.text,
                board=str(self.position),
            )
        if read_winner(line) and self.announced in self.boards.values():
            return self.announced
        return None


CONVERSATIONS = {"santorini": SantoriniText()}
