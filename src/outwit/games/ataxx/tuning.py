"""The numbers of Ataxx that were found by playing."""

from __future__ import annotations

from outwit.core.value import Value


class Weights(Value):
    """What the evaluation counts, in hundredths of a stone."""

    stone: int = 100
    safe: int = 20
    reach: int = 8
    tempo: int = 150


WEIGHTS = Weights()
SEARCH = {
    "window": 60,
    "futility": 150,
    "futility_depth": 4,
    "reduction": 180,
    "late": 10,
    "late_depth": 3,
}
