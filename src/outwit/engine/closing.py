"""The end in sight: proofs beside the search, which prunes and so may overlook a forced win."""

from __future__ import annotations

from outwit.core.position import Position
from outwit.engine.analysis import Analysis
from outwit.engine.score import MATE, Score
from outwit.engine.solver import Attempt, Solution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.engine.alphabeta import AlphaBeta

MEBIBYTES = 8
# A proof is not worth its memory for fewer nodes.
LEAST = 1_000
# Of what the search has spent, a proof may take one part in so many; more of them in the last
# phase, which is when one in so many of the positions searched is an end of the game.
SHARE, LAST_SHARE, LAST_PHASE = 16, 4, 32
# Up to this depth, a search that has all the time there is overlooks nothing.
CERTAIN = 5


class Closing:
    """Looks for what can be proven about one position between two depths of a search.

    Away from the end it asks only for a short win; in the last phase the whole solver is at work.
    A search that nothing but depth limits is certain to find every win up to a few plies.
    """

    def __init__(
        self, position: Position, deadline: int, nodes: int | None, halt: bytearray, unhurried: bool
    ) -> None:
        self.position = position
        self.deadline = deadline
        self.nodes = nodes
        self.halt = halt
        self.unhurried = unhurried
        self.attempt: Attempt | None = None
        self.is_idle = False

    @property
    def counted(self) -> int:
        """Return how many nodes were spent on proofs."""
        return 0 if self.attempt is None else self.attempt.counted

    @property
    def left_for_search(self) -> int:
        """Return how many nodes the search may count to in all; 0 for any number."""
        return 0 if self.nodes is None else max(1, self.nodes - self.counted)

    def look(self, depth: int, searched: int, ended: int) -> Solution | None:
        """Return a win or draw if one is proven, after so many nodes of a search and ends met."""
        last = ended * LAST_PHASE >= searched
        share = searched // (LAST_SHARE if last else SHARE)
        room = share - self.counted
        if self.nodes is not None:
            room = min(room, self.nodes - searched - self.counted)
        if self.is_idle or (room < LEAST and not (self.unhurried and depth <= CERTAIN)):
            return None
        if self.attempt is None:
            self.attempt = Attempt(self.position, MEBIBYTES, self.deadline, halt=self.halt)
        attempt = self.attempt
        attempt.nodes = None
        us = attempt.own_win
        found: Solution | None = None
        if self.unhurried and depth <= CERTAIN:
            if attempt.deepen(us, 1 << 62, depth):
                found = attempt.won_within(us)
        else:
            attempt.nodes = attempt.counted + room
            if not last:
                if attempt.deepen(us, room):
                    found = attempt.won_within(us)
            else:
                while found is None and not attempt.is_spent():
                    found = attempt.go_on()
        if found is None:
            return None
        # Of a lost game, the search knows best how to resist.
        self.is_idle = True
        return found if found.result in ("win", "draw") and found.line else None

    def conclude(
        self, proven: Solution, search: AlphaBeta, best: Analysis, nodes: int, time: float
    ) -> list[Analysis]:
        """Return what is proven as what a search has found.

        A proven win is the answer. Of a proven draw, the search goes on with the moves that keep
        it, and may hope for more.
        """
        move = proven.line[0]
        if proven.result == "win":
            score = Score(MATE - (proven.plies or len(proven.line)))
            return [Analysis(move, score, proven.line, best.depth, nodes, time)]
        assert self.attempt is not None
        safe = self.attempt.safe_moves()
        search.restrict(tuple(safe))
        if best.move in safe:
            return [best]
        return [Analysis(move, Score(0), proven.line, best.depth, nodes, time)]
