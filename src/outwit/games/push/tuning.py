"""The parameters of Push, tuned by self-play."""

from __future__ import annotations

from outwit.core.value import Value


class Weights(Value):
    """What the evaluation counts, in hundredths of a cell's value."""

    held: int = 100
    # A value in a line that can be pushed.
    loose: int = -20
    # The greatest value that can be had with the next stone.
    next: int = 60


WEIGHTS = Weights()
SEARCH = {"window": 100, "futility": 300, "futility_depth": 3, "reduction": 200}
