"""The result of a search."""

from __future__ import annotations

from outwit.core.value import Value
from outwit.engine.score import Score


class Analysis(Value):
    """The best move of a search and the line it begins.

    Args:
        move: The text of the best move; of ``outwit.best`` and ``outwit.analyse``, a ``Move``.
        score: The score for the side to move.
        line: The texts of the moves expected, the best move first.
        depth: The depth that was completed, in moves.
        nodes: Positions searched, by all threads.
        time: Seconds since the search began.

    >>> import outwit
    >>> found = outwit.best("santorini", depth=2)
    >>> found.move == found.line[0], found.depth
    (True, 2)
    """

    move: str
    score: Score
    line: tuple[str, ...]
    depth: int
    nodes: int
    time: float

    def __repr__(self) -> str:
        return f"<Analysis {self.move} {self.score}, depth {self.depth}, {self.nodes} nodes>"

    def __str__(self) -> str:
        return (
            f"{self.move}  score {self.score}  depth {self.depth}  nodes {self.nodes}  "
            f"time {self.time:.3f}  line {' '.join(self.line)}"
        )
