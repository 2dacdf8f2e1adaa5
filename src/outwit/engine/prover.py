"""What every search for proofs has: a position, a side whose win is in question, and limits."""

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
# So many nodes pass between two visits to the interpreter, where Ctrl-C is heard.
UNHEARD = 1 << 13
LAYER = 5 << 40


class Prover:
    """Searches one position, of which it keeps a copy of its own.

    ``listen`` is called now and then and tells whether to go on; whatever it raises ends the
    search and is raised there.
    """

    def __init__(self, position: Position, table: ProofTable, listen: Callable[[], bool]) -> None:
        self.position = position.copy()
        self.table = table
        self.listen = listen
        self.fault: BaseException | None = None
        self.deepest = max(4, min(PLIES, MOST_STACKED // position.most) - 2)
        self.nodes = 0
        self.heard = 0
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
        """Stop after so many nodes more, or at a time of ``clock.now`` that is not 0."""
        self.node_limit = self.nodes + nodes
        self.deadline = deadline
        self.stopped = False

    def presume(self, side: int) -> bool:
        """Let a side win the ends that hang on how play came about, or the rules if it is -1."""
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
        """Raise what went wrong where nothing could be raised."""
        self.position.check()
        if self.fault is not None:
            fault = self.fault
            self.fault = None
            raise fault

    def key_here(self) -> u64:
        """Return a key that tells positions apart which do not end alike."""
        key: u64 = self.position.digest()
        ply: u64 = self.position.ply
        return key ^ bits.mix(ply ^ LAYER) if self.position.timed else key

    def must_stop(self) -> bint:
        """Tell whether the search is to end; asks the clock and the interpreter now and then."""
        if self.stopped:
            return True
        if self.nodes >= self.node_limit:
            self.stopped = True
        elif self.nodes - self.heard >= UNHEARD:
            self.heard = self.nodes
            if self.deadline and clock.now() >= self.deadline:
                self.stopped = True
            with cython.gil:
                self.hear()
        return self.stopped

    def hear(self) -> None:
        """Let the interpreter do its part."""
        try:
            if not self.listen():
                self.stopped = True
        except BaseException as fault:
            self.fault = fault
            self.stopped = True
