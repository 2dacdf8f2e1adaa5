"""Which positions make a puzzle, by proof.

The side to move can force a win, the shortest in B plies. Exactly one first move wins within B
plies, and so it is at each of the solver's later turns but the last: there all moves that win
within what is left of B are right. The other side resists as long as it can. All this is proven by
mate search, which prunes nothing. Besides, with the nodes allowed no other first move was found to
win within B + SLACK plies.
"""

from __future__ import annotations

from outwit.core.position import Position
from outwit.engine.matesearch import MateSearch
from outwit.engine.prooftable import ProofTable

MEBIBYTES = 8
# A second win at most this many plies longer spoils a puzzle, because it has two solutions then.
SLACK = 2
# Most moves that the solver has to find, and fewest legal moves at the start.
MOST_OWN_MOVES = 4
FEWEST_CHOICES = 5
# The win comes with the solver's move, or with whatever the other side answers.
LAST_TURN = 2
BY_THE_RULES = -1

Line = tuple[str | tuple[str, ...], ...]


def first_of(moves: str | tuple[str, ...]) -> str:
    """Return the move of a turn, or the first of several."""
    return moves if isinstance(moves, str) else moves[0]


class Unproven(Exception):
    """The nodes did not suffice."""


class Proof:
    """Proves which side wins a running game within a number of plies."""

    def __init__(self, position: Position, nodes: int) -> None:
        """Take a position, and the nodes for each question."""
        self.nodes = nodes
        self.search = MateSearch(position, ProofTable(MEBIBYTES, 2), lambda: True)
        self.search.award_history_ends(BY_THE_RULES)
        self.play, self.undo = self.search.play, self.search.undo

    def wins(self, side: int, plies: int) -> bool:
        """Tell whether a side can force a win within ``plies`` plies; raise Unproven."""
        self.search.limit(self.nodes, 0)
        found = self.search.ask(side, plies)
        if found is None:
            raise Unproven
        return found

    def distance(self, side: int, most: int) -> int | None:
        """Return in how many plies a side wins; None if not within ``most``."""
        for plies in range(most + 1):
            if self.wins(side, plies):
                return plies
            if self.search.is_final:
                return None
        return None

    def solution(self, side: int) -> Line | None:
        """Return the line of the puzzle that the position is for the side to move.

        None if it is none; raise Unproven if that is not known.
        """
        if len(self.search.legal()) < FEWEST_CHOICES:
            return None
        bound = self.distance(side, 2 * MOST_OWN_MOVES)
        if not bound or (winner := self._only_winner(side, bound)) is None:
            return None
        line = self._line(side, bound)
        return None if line is None or self._has_slower_win(side, bound, winner) else line

    def confirms(self, side: int, line: Line) -> bool:
        """Prove again that a line solves the position: no win is shorter, no move is missing."""
        bound = len(line)
        if self.distance(side, bound) != bound:
            return False
        for ply, moves in enumerate(line):
            left = bound - ply
            if ply % 2:
                self.play(first_of(moves))
                if left > LAST_TURN and self.wins(side, left - 2):
                    return False
                continue
            # In which order a game lists its moves may depend on how the position came about.
            winners = {move for move in self.search.legal() if self._wins_by(move, side, left)}
            if winners != ({moves} if isinstance(moves, str) else set(moves)):
                return False
            self.play(first_of(moves))
        return True

    def _line(self, side: int, bound: int) -> Line | None:
        """Return the line of a win in exactly ``bound`` plies, None if a turn has two solutions."""
        if bound <= LAST_TURN:
            winners = [move for move in self.search.legal() if self._wins_by(move, side, bound)]
            if bound == 1:
                return (tuple(winners),)
            self.play(winners[0])
            answer = self.search.legal()[0]
            self.undo()
            return tuple(winners), answer
        winner = self._only_winner(side, bound)
        if winner is None:
            return None
        self.play(winner)
        try:
            for answer in self.search.legal():
                self.play(answer)
                try:
                    longest = not self.wins(side, bound - 3)
                    rest = self._line(side, bound - 2) if longest else None
                finally:
                    self.undo()
                if rest is not None:
                    return winner, answer, *rest
        finally:
            self.undo()
        return None

    def _only_winner(self, side: int, bound: int) -> str | None:
        """Return the one move that wins within a bound, None if there are several."""
        winners = []
        for move in self.search.legal():
            if self._wins_by(move, side, bound):
                winners.append(move)
                if len(winners) > 1:
                    return None
        return winners[0]

    def _has_slower_win(self, side: int, bound: int, winner: str) -> bool:
        """Tell whether another move was found to win a little later."""
        for move in self.search.legal():
            try:
                if move != winner and self._wins_by(move, side, bound + SLACK):
                    return True
            except Unproven:
                continue
        return False

    def _wins_by(self, move: str, side: int, bound: int) -> bool:
        """Tell whether a move of a side wins within a bound, the move counted."""
        self.play(move)
        try:
            return self.wins(side, bound - 1)
        finally:
            self.undo()
