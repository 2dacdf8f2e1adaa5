"""Looks for proven results during a search, which prunes and so may overlook a forced win."""

from __future__ import annotations

from outwit.core.position import Position
from outwit.engine.analysis import Analysis
from outwit.engine.score import DEEPEST_MATE, MATE, Score
from outwit.engine.solver import Attempt, Solution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.engine.rootsearch import RootSearch

MEBIBYTES = 8
# Fewest nodes of a proof; a smaller one is not worth its memory.
LEAST_NODES = 1_000
# A proof may spend 1/SHARE of the nodes of the search, and 1/ENDGAME_SHARE of them in the endgame.
# It is the endgame when at least one in ENDGAME nodes is an end of the game.
SHARE, ENDGAME_SHARE, ENDGAME = 16, 4, 32
# A search limited by depth alone finds every win up to this depth, whatever the proof costs.
CERTAIN_DEPTH = 5


class EndgameProver:
    """Looks for a proven result of one position between two depths of a search.

    Before the endgame it looks only for a short win; in the endgame the whole solver is at work.
    With ``depth_only``, nothing but depth limits the search. ``halt`` stops a proof.
    """

    def __init__(
        self,
        position: Position,
        deadline: int,
        nodes: int | None,
        halt: bytearray,
        depth_only: bool,
    ) -> None:
        self.position = position
        self.deadline = deadline
        self.nodes = nodes
        self.halt = halt
        self.depth_only = depth_only
        self.attempt: Attempt | None = None
        self.is_done = False

    @property
    def counted(self) -> int:
        """Return the nodes spent on proofs."""
        return 0 if self.attempt is None else self.attempt.counted

    @property
    def left_for_search(self) -> int:
        """Return how many nodes the search may count to in all; 0 for any number."""
        return 0 if self.nodes is None else max(1, self.nodes - self.counted)

    def close(self) -> None:
        """End the proof and free its memory."""
        if self.attempt is not None:
            self.attempt.close()
            self.attempt = None

    def prove(self, depth: int, searched: int, ended: int) -> Solution | None:
        """Return a win or draw if one is proven.

        The search has completed ``depth`` and counted ``searched`` nodes; ``ended`` of these were
        ends of the game.
        """
        in_endgame = ended * ENDGAME >= searched
        share = searched // (ENDGAME_SHARE if in_endgame else SHARE)
        left = share - self.counted
        if self.nodes is not None:
            left = min(left, self.nodes - searched - self.counted)
        to_certain_depth = self.depth_only and depth <= CERTAIN_DEPTH
        if self.is_done or (left < LEAST_NODES and not to_certain_depth):
            return None
        if self.attempt is None:
            self.attempt = Attempt(self.position, MEBIBYTES, self.deadline, halt=self.halt)
        attempt = self.attempt
        attempt.nodes = None
        own_win = attempt.own_win
        found: Solution | None = None
        if to_certain_depth:
            if attempt.search_for_mate(own_win, 1 << 62, depth):
                found = attempt.won_by_mate(own_win)
        else:
            attempt.nodes = attempt.counted + left
            if not in_endgame:
                if attempt.search_for_mate(own_win, left):
                    found = attempt.won_by_mate(own_win)
            else:
                while found is None and not attempt.is_spent():
                    found = attempt.next_round()
        if found is None:
            return None
        # In a lost game, the search chooses the best defence.
        self.is_done = True
        return found if found.result in ("win", "draw") and found.line else None

    def conclude(
        self, proven: Solution, search: RootSearch, best: Analysis, nodes: int, time: float
    ) -> Analysis:
        """Return a proven result as the result of the search.

        A proven win is the answer. After a proven draw, the search goes on with the moves that keep
        the draw, and may find a win.
        """
        move = proven.line[0]
        if proven.result == "win":
            plies = min(proven.plies or len(proven.line), DEEPEST_MATE - 1)
            return Analysis(move, Score(MATE - plies), proven.line, best.depth, nodes, time)
        assert self.attempt is not None
        safe = self.attempt.safe_moves()
        search.restrict(tuple(safe))
        if best.move in safe:
            return best
        return Analysis(move, Score(0), proven.line, best.depth, nodes, time)
