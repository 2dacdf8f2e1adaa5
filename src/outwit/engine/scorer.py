"""Scores many positions, one after the other, without a search."""

from __future__ import annotations

from array import array

from cython import int as i32

from outwit.core import verdict
from outwit.core.position import Position
from outwit.engine import searchstate
from outwit.engine.evaluator import Evaluator
from outwit.engine.network import Network
from outwit.engine.score import MATE
from outwit.geometry import memory

# Positions from one to the next of which the sums of the network are updated, not added up anew.
KEPT = 64


class Scorer:
    """Scores positions of one game by its network, or by the evaluation written by hand.

    Positions that have other slots than the network, such as those of another board, are scored by
    hand, as the search does.
    """

    def __init__(self, network: Network | None, position: Position) -> None:
        """Take any position of the game."""
        self.is_learned = network is not None
        self.slots = 0
        if network is not None:
            self.slots = network.slots
            self.evaluator = Evaluator(network, position, KEPT)

    def score_all(self, positions: list[Position]) -> array[int]:
        """Return the score of each position for the side to move; of a finished game, its result.

        A position that resembles the one before, such as the next of a game, is scored faster.
        """
        store = bytearray(4 * len(positions))
        scores = memory.i32s(store)
        position: Position
        number: i32
        status: i32
        ply: i32 = 0
        for number in range(len(positions)):
            position = positions[number]
            position.check()
            status = position.judge()
            if status != verdict.RUNNING:
                scores[number] = self.result(status, position.side)
            elif self.is_learned and position.slots == self.slots:
                if ply == KEPT:
                    ply = 0
                self.evaluator.position = position
                # What stood here before, or later, is no longer what a sum may begin with.
                self.evaluator.forget(ply)
                scores[number] = searchstate.bounded(self.evaluator.evaluate(ply))
                ply += 1
            else:
                scores[number] = searchstate.bounded(position.evaluate())
            position.check()
        found = array("i")
        found.frombytes(store)
        return found

    def result(self, status: i32, side: i32) -> i32:
        """Score the end of a game for a side."""
        result: i32 = status & 3
        if result == verdict.DRAWN:
            return 0
        return MATE if result == verdict.FIRST_WINS + side else -MATE
