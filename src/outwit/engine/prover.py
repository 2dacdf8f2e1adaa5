"""The base of proof searches: a position, the goal (the side in question), and limits."""

from __future__ import annotations

import cython
from cython import bint
from cython import ulonglong as u64

from outwit.core.position import Position
from outwit.engine.prooftable import ProofTable
from outwit.geometry import bits, clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PLIES = 500
# The moves of all plies together, so that games with huge boards are searched less deep.
MOST_STACKED = 4_000_000
# Nodes between two calls into the interpreter, which handles Ctrl-C.
POLL_INTERVAL = 1 << 13
LAYER = 5 << 40


class Prover:
    """Searches one position, of which it keeps a copy of its own.

    ``keep_going`` is called every POLL_INTERVAL nodes and tells whether to go on; an exception it
    raises ends the search and is raised from there. The moves of all plies lie on one stack of
    ``most`` * (``deepest`` + 2): plies 0 to ``deepest`` - 1 write one list each, and the last of
    them one more at most, so it never overflows.
    """

    def __init__(
        self, position: Position, table: ProofTable, keep_going: Callable[[], bool]
    ) -> None:
        self.position = position.copy()
        self.table = table
        self.keep_going = keep_going
        self.fault: BaseException | None = None
        self.deepest = max(4, min(PLIES, MOST_STACKED // position.most) - 2)
        self.nodes = 0
        self.polled = 0
        self.node_limit = 0
        self.deadline = 0
        self.goal = 0
        self.stopped = False
        self.position.reserve(PLIES + 2)

    @property
    def counted(self) -> int:
        """Return how many nodes were searched."""
        return self.nodes

    def limit(self, nodes: int, deadline: int) -> None:
        """Stop after ``nodes`` more nodes, or at a time of ``clock.now``; 0: no deadline."""
        self.node_limit = self.nodes + nodes
        self.deadline = deadline
        self.stopped = False

    def award_history_ends(self, side: int) -> bool:
        """Give the path-dependent ends to a side, or decide them by the rules if it is -1.

        Return whether there are any.
        """
        return self.position.award_history_ends(side)

    def play(self, move: str) -> None:
        """Go on from the position after a move."""
        self.position.play(move)
        self.position.reserve(PLIES + 2)

    def undo(self) -> None:
        """Go back to the position before the last move."""
        self.position.undo()

    def legal(self) -> list[str]:
        """List the legal moves."""
        return [move.text for move in self.position.legal_moves]

    def check(self) -> None:
        """Raise the exception that compiled code has kept."""
        self.position.check()
        if self.fault is not None:
            fault = self.fault
            self.fault = None
            raise fault

    def key_here(self) -> u64:
        """Return a key that differs for positions with different results."""
        key: u64 = self.position.digest()
        ply: u64 = self.position.ply
        return key ^ bits.mix(ply ^ LAYER) if self.position.timed else key

    def must_stop(self) -> bint:
        """Tell whether the search is to end; asks the clock and, less often, the interpreter."""
        if self.stopped:
            return True
        if self.nodes >= self.node_limit:
            self.stopped = True
        elif self.deadline and self.nodes & 255 == 0 and clock.now() >= self.deadline:
            # A node may take ten microseconds, so the clock is asked more often than the rest.
            self.stopped = True
        elif self.nodes - self.polled >= POLL_INTERVAL:
            self.polled = self.nodes
            with cython.gil:
                self.poll()
        return self.stopped

    def poll(self) -> None:
        """Ask whether to go on, in the interpreter."""
        try:
            if not self.keep_going():
                self.stopped = True
        except BaseException as fault:
            self.fault = fault
            self.stopped = True
