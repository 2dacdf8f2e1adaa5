"""What a search has found."""

from __future__ import annotations

from outwit.core.value import Value
from outwit.engine.score import Score


class Analysis(Value):
    """The best move and the line it begins, as far as the search got."""

    move: str
    score: Score
    line: tuple[str, ...]
    depth: int
    nodes: int
    time: float

    def __str__(self) -> str:
        return (
            f"{self.move}  score {self.score}  depth {self.depth}  nodes {self.nodes}  "
            f"time {self.time:.3f}  line {' '.join(self.line)}"
        )
