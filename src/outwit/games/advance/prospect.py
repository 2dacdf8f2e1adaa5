"""A move that play-outs compare with others.

This is plain Python on purpose: here, between two play-outs, the interpreter notices Ctrl-C.
Compiled code does not.
"""

from __future__ import annotations


class Prospect:
    """A move and the results of its play-outs so far."""

    def __init__(self, text: str, move: int) -> None:
        self.text = text
        self.move = move
        self.games = 0
        self.total = 0

    def add(self, result: int) -> None:
        """Count the result of a play-out."""
        self.games += 1
        self.total += result

    @property
    def mean(self) -> float:
        """Return the average lead; of a move never tried, less than any lead."""
        return self.total / self.games if self.games else float("-inf")
