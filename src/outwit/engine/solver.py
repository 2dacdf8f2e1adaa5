"""The solver: proves how a game ends when both sides play perfectly."""

from __future__ import annotations

from functools import cached_property

from outwit.core.argument import POSITION, of_type, whole
from outwit.core.position import Position
from outwit.core.value import Value
from outwit.engine.limits import Limits
from outwit.engine.matesearch import MateSearch
from outwit.engine.proofnumber import ProofNumberSearch
from outwit.engine.prooftable import ProofTable
from outwit.errors import UsageError
from outwit.geometry import clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

NANOSECONDS = 1_000_000_000
MOST_MEBIBYTES = 1 << 20
SIDES = (0, 1)
# Who is given the path-dependent ends: a side, or the winner by the rules.
RULES = -1
# Nodes of each search in the first round; and nodes to find a line again that the table has lost.
FIRST_QUOTA, LONGEST_QUOTA = 1_000, 100_000
MOST_PLIES = 1 << 20


class Solution(Value):
    """How a game ends for the side to move: ``win``, ``draw``, ``loss`` or ``unknown``.

    A game in which neither side can force a win is a draw. ``line`` is a game with the moves of the
    proof, and ``plies`` its length; ``shortest`` says that no win is shorter. The line of a draw
    may end early, and so may one that ran out of time: ``plies`` is then None, or an upper bound.
    ``excluded`` lists disproven results, if none is proven.
    """

    result: str
    plies: int | None
    line: tuple[str, ...]
    nodes: int
    time: float
    shortest: bool = False
    excluded: tuple[str, ...] = ()


class Question:
    """Whether a side, the goal, wins if all path-dependent ends are given to one side."""

    def __init__(self, goal: int, history_winner: int) -> None:
        self.goal = goal
        self.history_winner = history_winner
        self.proves = history_winner != goal
        self.refutes = history_winner in (goal, RULES)
        self.depth = 1
        self.has_room = True


class Solver:
    """Solves positions of any game; every result is proven."""

    def __init__(self, mebibytes: int = 64) -> None:
        self.mebibytes = whole("mebibytes", mebibytes, 1, MOST_MEBIBYTES)

    def solve(
        self,
        position: Position,
        *,
        time: float | None = None,
        nodes: int | None = None,
        progress: Callable[[Solution], None] | None = None,
    ) -> Solution:
        """Return how the game ends, or ``unknown`` after ``time`` seconds or ``nodes`` nodes.

        ``progress`` is called at intervals with the result so far.
        """
        of_type("position", position, Position, POSITION)
        Limits(time=time, nodes=nodes).check()
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
    """One position, with limits on time and nodes.

    Two searches take turns, because what is hard for one is often easy for the other: proof-number
    search finds long forced lines, mate search finds the shortest win. If some ends depend on the
    path, the question is also asked with these ends given to either side: a side that wins without
    them wins, a side that does not win with them cannot, and far fewer positions differ. Setting
    the first byte of ``halt`` stops the attempt.
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
        self.position = position.copy()
        self.mebibytes = mebibytes
        self.mate_search = MateSearch(position, ProofTable(mebibytes, 2), self.report_progress)
        self.excluded: tuple[str, ...] = ()
        # By which question a side's win was excluded.
        self.refuted: dict[int, Question] = {}
        self.own_win = Question(self.side, RULES)
        self.asked = self.questions()
        self.quota = FIRST_QUOTA

    @cached_property
    def proof_search(self) -> ProofNumberSearch:
        """Return the proof-number search, made when first needed: its lists take much memory."""
        table = ProofTable(self.mebibytes, 2)
        return ProofNumberSearch(self.position, table, self.report_progress)

    def questions(self) -> list[Question]:
        """List the questions about either side's win, the easiest first."""
        sides = (self.side, 1 - self.side)
        has_history_ends = self.mate_search.award_history_ends(RULES)
        history_winners = sides if has_history_ends else ()
        by_rules = [self.own_win, Question(1 - self.side, RULES)]
        return [
            Question(goal, history_winner) for history_winner in history_winners for goal in sides
        ] + by_rules

    def solve(self) -> Solution:
        """Search until the game is solved or a limit is reached."""
        while self.asked and not self.is_spent():
            if (found := self.next_round()) is not None:
                return found
        return self.report("unknown")

    def next_round(self) -> Solution | None:
        """Ask each question once; every round has more nodes to spend than the one before."""
        for question in tuple(self.asked):
            if question.goal in self.refuted:
                continue
            won = self.search_by_proof_numbers(question, self.quota) if question.has_room else None
            if won and question.proves:
                return self.won_by_proof_numbers(question)
            if won is None:
                won = self.search_for_mate(question, self.quota)
                if won and question.proves:
                    return self.won_by_mate(question)
            if won is False and question.refutes:
                self.refuted[question.goal] = question
                self.excluded += (named(question.goal, self.side),)
            elif won is not None or (
                not question.has_room and question.depth > self.mate_search.farthest
            ):
                self.asked.remove(question)
        self.asked = [question for question in self.asked if question.goal not in self.refuted]
        self.quota *= 2
        if len(self.refuted) < len(SIDES):
            return None
        self.excluded = ()
        line, is_over = self.drawn_line()
        return self.report("draw", len(line) if is_over else None, line)

    def search_by_proof_numbers(self, question: Question, quota: int) -> bool | None:
        """Search a number of nodes by proof numbers for a side's win."""
        self.proof_search.award_history_ends(question.history_winner)
        self.proof_search.limit(self.affordable(quota), self.deadline)
        won = self.proof_search.prove(question.goal)
        question.has_room = not self.proof_search.at_horizon
        return won

    def search_for_mate(
        self, question: Question, quota: int, farthest: int = MOST_PLIES
    ) -> bool | None:
        """Search a number of nodes deeper and deeper for a side's win."""
        self.mate_search.award_history_ends(question.history_winner)
        self.mate_search.limit(self.affordable(quota), self.deadline)
        while question.depth <= min(farthest, self.mate_search.farthest):
            won = self.mate_search.ask(question.goal, question.depth)
            if won is not False:
                return won
            if self.mate_search.is_final:
                return False
            question.depth += 1
        return None

    def affordable(self, quota: int) -> int:
        """Return a number of nodes, or what is left of the limit if that is less."""
        return quota if self.nodes is None else max(0, min(quota, self.nodes - self.counted))

    @property
    def counted(self) -> int:
        """Return how many nodes were searched."""
        proofs = self.proof_search.counted if "proof_search" in vars(self) else 0
        return proofs + self.mate_search.counted

    def is_spent(self) -> bool:
        """Tell whether time or nodes are used up."""
        if self.nodes is not None and self.counted >= self.nodes:
            return True
        if self.halt is not None and self.halt[0]:
            return True
        return self.deadline > 0 and clock.now() >= self.deadline

    def close(self) -> None:
        """Free the memory at once; otherwise a reference cycle would keep the searches."""
        del self.mate_search
        self.__dict__.pop("proof_search", None)

    def report_progress(self) -> bool:
        """Report the progress, and return whether to go on; the searches call it at intervals."""
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

    def won_by_proof_numbers(self, question: Question) -> Solution:
        """Return a win proven by proof numbers; look for a shorter one with as many nodes again."""
        goal = question.goal
        enough = self.proof_search.distance
        if self.search_for_mate(question, self.counted + FIRST_QUOTA):
            return self.won_by_mate(question)
        self.excluded = ()
        line, is_over = self.proven_line(question)
        return self.report(named(goal, self.side), len(line) if is_over else enough, line)

    def won_by_mate(self, question: Question) -> Solution:
        """Return a win found by mate search; by the rules alone it is the shortest."""
        if question.history_winner != RULES:
            by_rules = Question(question.goal, RULES)
            if self.search_for_mate(by_rules, self.counted + FIRST_QUOTA):
                question = by_rules
        self.excluded = ()
        goal, plies = question.goal, question.depth
        line = self.shortest_line(question, plies)
        return self.report(named(goal, self.side), plies, line, question.history_winner == RULES)

    def shortest_line(self, question: Question, plies: int) -> tuple[str, ...]:
        """Play the shortest win against the longest resistance, as far as the limits allow."""
        line: list[str] = []
        goal, side = question.goal, self.side
        self.mate_search.award_history_ends(question.history_winner)
        for left in range(plies - 1, -1, -1):
            # Of the goal, a move that still wins in time; of the other side, one that lasts.
            depth, wanted = (left, True) if side == goal else (left - 1, False)
            for move in self.mate_search.legal():
                self.mate_search.limit(self.affordable(self.counted + FIRST_QUOTA), self.deadline)
                self.mate_search.play(move)
                if (self.mate_search.ask(goal, depth) if depth >= 0 else wanted) is wanted:
                    line.append(move)
                    break
                self.mate_search.undo()
            else:
                break
            side = 1 - side
        return tuple(line)

    def proven_line(self, question: Question) -> tuple[tuple[str, ...], bool]:
        """Play a proven win: the goal wins as soon, the other side loses as late as known."""
        line: list[str] = []
        goal, side = question.goal, self.side
        while moves := self.proof_search.move_results(goal):
            known = [(plies, move) for move, won, plies in moves if won]
            if not known or (side != goal and len(known) < len(moves)):
                # The table has lost it: find it again.
                while (
                    self.search_by_proof_numbers(question, LONGEST_QUOTA) is None
                    and not self.is_spent()
                ):
                    pass
                known = [
                    (plies, move)
                    for move, won, plies in self.proof_search.move_results(goal)
                    if won
                ]
                if not known:
                    return tuple(line), False
            plies = (min if side == goal else max)(known)[0]
            line.append(next(move for length, move in known if length == plies))
            self.proof_search.play(line[-1])
            side = 1 - side
        return tuple(line), True

    def safe_moves(self) -> list[str]:
        """List the moves of a proven draw after which the other side is known not to win."""
        foe = 1 - self.side
        known = self.excluding_moves(foe)
        safe = []
        for move in self.mate_search.legal():
            self.mate_search.play(move)
            if move in known or self.is_excluded(foe):
                safe.append(move)
            self.mate_search.undo()
        return safe

    def drawn_line(self) -> tuple[tuple[str, ...], bool]:
        """Return a proven draw as far as the tables know it, or until it repeats."""
        line: list[str] = []
        seen = set()
        is_over = False
        while not is_over:
            known = [self.excluding_moves(goal) for goal in SIDES]
            if self.proof_search.key in seen:
                break
            seen.add(self.proof_search.key)
            for move in self.mate_search.legal():
                self.mate_search.play(move)
                if all(move in known[goal] or self.is_excluded(goal) for goal in SIDES):
                    line.append(move)
                    self.proof_search.play(move)
                    is_over = not self.mate_search.legal()
                    break
                self.mate_search.undo()
            else:
                break
        for _ in line:
            self.mate_search.undo()
            self.proof_search.undo()
        return tuple(line), is_over

    def excluding_moves(self, goal: int) -> set[str]:
        """Return the moves after which proof numbers exclude a side's win."""
        self.proof_search.award_history_ends(self.refuted[goal].history_winner)
        return {move for move, won, _ in self.proof_search.move_results(goal) if won is False}

    def is_excluded(self, goal: int) -> bool:
        """Tell whether mate search excludes a side's win here."""
        self.mate_search.award_history_ends(self.refuted[goal].history_winner)
        return self.mate_search.excludes(goal)
