"""The solver: proves how a game ends when both sides play perfectly."""

from __future__ import annotations

from outwit.core.position import Position
from outwit.core.value import Value
from outwit.engine.proof import Proof
from outwit.engine.prooftable import ProofTable
from outwit.engine.within import Within
from outwit.errors import UsageError
from outwit.geometry import clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

NANOSECONDS = 1_000_000_000
MOST_MEBIBYTES = 1 << 20
# How many nodes a search has at first before the other one's turn, and to find a lost line again.
FIRST_STRETCH, LONGEST_STRETCH = 1_000, 100_000
MOST_PLIES = 1 << 20


class Solution(Value):
    """How a game ends for the side to move: ``win``, ``draw``, ``loss``; or ``unknown`` in time.

    A draw is also a game in which neither side can force an end. ``line`` is a game as the proof
    has it played, and ``plies`` its length; a win is certain in any case, and where ``shortest``
    is true it is proven that none is sooner. The line of a draw, or one for which there was no
    time left, may break off: ``plies`` is then None, or what is known to be enough. ``excluded``
    are results that are disproven although none is proven.
    """

    result: str
    plies: int | None
    line: tuple[str, ...]
    nodes: int
    time: float
    shortest: bool = False
    excluded: tuple[str, ...] = ()


class Solver:
    """Solves positions of any game; none of what it finds is a guess."""

    def __init__(self, mebibytes: int = 64) -> None:
        if not 1 <= mebibytes <= MOST_MEBIBYTES:
            raise UsageError(f"mebibytes: {mebibytes} is not from 1 to {MOST_MEBIBYTES}")
        self.mebibytes = mebibytes

    def solve(
        self,
        position: Position,
        *,
        time: float | None = None,
        nodes: int | None = None,
        progress: Callable[[Solution], None] | None = None,
    ) -> Solution:
        """Return how the game ends, or ``unknown`` once so many seconds or nodes are spent.

        ``progress`` is called now and then with what is known so far.
        """
        for name, value in (("time", time), ("nodes", nodes)):
            if value is not None and not value > 0:
                raise UsageError(f"{name}: {value} is not greater than 0")
        if position.outcome is not None:
            return Solution(named(position.outcome.winner, position.turn), 0, (), 0, 0.0)
        try:
            deadline = 0 if time is None else clock.now() + int(time * NANOSECONDS)
            return Attempt(position, self.mebibytes, deadline, nodes, progress).solve()
        except MemoryError:
            raise UsageError(f"mebibytes: there is no room for {self.mebibytes}") from None


def named(winner: int | None, side: int) -> str:
    """Name a result as a side sees it."""
    return "draw" if winner is None else "win" if winner == side else "loss"


class Attempt:
    """One position, and what may be spent on it.

    Two searches take turns, for what is hard for one is often easy for the other: by proof
    numbers, which find long forced lines, and deeper and deeper, which finds the shortest.
    ``halt``, once its first byte is set, ends them.
    """

    def __init__(
        self,
        position: Position,
        mebibytes: int,
        deadline: int = 0,
        nodes: int | None = None,
        progress: Callable[[Solution], None] | None = None,
        halt: bytearray | None = None,
    ) -> None:
        self.start = clock.now()
        self.deadline = deadline
        self.nodes = nodes
        self.progress = progress
        self.halt = halt
        self.side = int(position.turn)
        self.proof = Proof(position, ProofTable(mebibytes, 2), self.tell)
        self.within = Within(position, ProofTable(mebibytes, 2), self.tell)
        self.depths = [1, 1]
        self.excluded: tuple[str, ...] = ()
        self.open_goals = [self.side, 1 - self.side]
        self.roomy = set(self.open_goals)
        self.stretch = FIRST_STRETCH

    def solve(self) -> Solution:
        """Go on until the game is solved, or what may be spent is."""
        while not self.is_spent():
            if (found := self.go_on()) is not None:
                return found
        return self.report("unknown")

    def go_on(self) -> Solution | None:
        """Ask in turn whether either side wins; each time there is more to spend on that."""
        for goal in tuple(self.open_goals):
            won = self.pursue(goal, self.stretch) if goal in self.roomy else None
            if won:
                return self.won_by_proof(goal)
            if self.proof.at_horizon:
                self.roomy.discard(goal)
            if won is None:
                won = self.deepen(goal, self.stretch)
            if won:
                return self.won_within(goal)
            if won is False:
                self.open_goals.remove(goal)
                self.excluded += (named(goal, self.side),)
            elif goal not in self.roomy and self.depths[goal] > self.within.farthest:
                return self.report("unknown")
        self.stretch *= 2
        if self.open_goals:
            return None
        self.excluded = ()
        line, is_over = self.drawn_line()
        return self.report("draw", len(line) if is_over else None, line)

    def pursue(self, goal: int, stretch: int) -> bool | None:
        """Search a stretch by proof numbers for a side's win."""
        self.proof.limit(self.affordable(stretch), self.deadline)
        return self.proof.pursue(goal)

    def deepen(self, goal: int, stretch: int, farthest: int = MOST_PLIES) -> bool | None:
        """Search a stretch deeper and deeper for a side's win."""
        self.within.limit(self.affordable(stretch), self.deadline)
        while self.depths[goal] <= min(farthest, self.within.farthest):
            won = self.within.ask(goal, self.depths[goal])
            if won is not False:
                return won
            if self.within.is_final:
                return False
            self.depths[goal] += 1
        return None

    def affordable(self, stretch: int) -> int:
        """Return so many nodes, or what is left of them."""
        return stretch if self.nodes is None else max(0, min(stretch, self.nodes - self.counted))

    @property
    def counted(self) -> int:
        """Return how many nodes were searched."""
        return self.proof.counted + self.within.counted

    def is_spent(self) -> bool:
        """Tell whether time or nodes are used up."""
        if self.nodes is not None and self.counted >= self.nodes:
            return True
        if self.halt is not None and self.halt[0]:
            return True
        return self.deadline > 0 and clock.now() >= self.deadline

    def tell(self) -> bool:
        """Tell of the progress, and return whether to go on.

        The searches come here now and then, where the interpreter hears Ctrl-C.
        """
        if self.progress is not None:
            self.progress(self.report("unknown"))
        return self.halt is None or not self.halt[0]

    def report(
        self,
        result: str,
        plies: int | None = None,
        line: tuple[str, ...] = (),
        shortest: bool = False,
    ) -> Solution:
        """Return a result with what was spent on it."""
        taken = (clock.now() - self.start) / NANOSECONDS
        return Solution(result, plies, line, self.counted, taken, shortest, self.excluded)

    def won_by_proof(self, goal: int) -> Solution:
        """Return a win proven by proof numbers, or a shorter one if as much work again finds it."""
        enough = self.proof.distance
        if self.deepen(goal, self.counted + FIRST_STRETCH):
            return self.won_within(goal)
        self.excluded = ()
        line, is_over = self.proven_line(goal)
        return self.report(named(goal, self.side), len(line) if is_over else enough, line)

    def won_within(self, goal: int) -> Solution:
        """Return a win found at a depth at which it is the shortest."""
        self.excluded = ()
        plies = self.depths[goal]
        return self.report(named(goal, self.side), plies, self.shortest_line(goal, plies), True)

    def shortest_line(self, goal: int, plies: int) -> tuple[str, ...]:
        """Play the shortest win against the longest resistance, as far as the limits allow."""
        line: list[str] = []
        side = self.side
        for left in range(plies - 1, -1, -1):
            # Of the goal, a move that still wins in time; of the other side, one that lasts.
            depth, wanted = (left, True) if side == goal else (left - 1, False)
            for move in self.within.legal():
                self.within.limit(self.affordable(self.counted + FIRST_STRETCH), self.deadline)
                self.within.play(move)
                if (self.within.ask(goal, depth) if depth >= 0 else wanted) is wanted:
                    line.append(move)
                    break
                self.within.undo()
            else:
                break
            side = 1 - side
        return tuple(line)

    def proven_line(self, goal: int) -> tuple[tuple[str, ...], bool]:
        """Play a proven win: the goal the soonest, the other side the latest that is known."""
        line: list[str] = []
        side = self.side
        while moves := self.proof.outlook(goal):
            known = [(plies, move) for move, won, plies in moves if won]
            if not known or (side != goal and len(known) < len(moves)):
                # The table has lost it: find it again.
                while self.pursue(goal, LONGEST_STRETCH) is None and not self.is_spent():
                    pass
                known = [(plies, move) for move, won, plies in self.proof.outlook(goal) if won]
                if not known:
                    return tuple(line), False
            plies = (min if side == goal else max)(known)[0]
            line.append(next(move for length, move in known if length == plies))
            self.proof.play(line[-1])
            side = 1 - side
        return tuple(line), True

    def safe_moves(self) -> list[str]:
        """List the moves after which it is known that the other side cannot force a win."""
        outlook = {move: won for move, won, _ in self.proof.outlook(1 - self.side)}
        safe = []
        for move in self.within.legal():
            self.within.play(move)
            if outlook[move] is False or self.within.excludes(1 - self.side):
                safe.append(move)
            self.within.undo()
        return safe

    def drawn_line(self) -> tuple[tuple[str, ...], bool]:
        """Return a proven draw as far as the tables know it, or until it repeats."""
        line: list[str] = []
        seen = set()
        is_over = False
        while self.proof.key not in seen:
            seen.add(self.proof.key)
            moves = self.within.legal()
            if not moves:
                is_over = True
                break
            outlooks = [{move: won for move, won, _ in self.proof.outlook(g)} for g in (0, 1)]
            for move in moves:
                self.within.play(move)
                if all(outlooks[g][move] is False or self.within.excludes(g) for g in (0, 1)):
                    line.append(move)
                    self.proof.play(move)
                    break
                self.within.undo()
            else:
                break
        for _ in line:
            self.within.undo()
            self.proof.undo()
        return tuple(line), is_over
