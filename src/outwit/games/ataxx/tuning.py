"""The parameters of Ataxx, tuned by self-play."""

from __future__ import annotations

from outwit.core.value import Value


class Weights(Value):
    """What the evaluation counts, in hundredths of a stone."""

    stone: int = 100
    safe: int = 50
    tempo: int = 200


WEIGHTS = Weights()
SEARCH = {
    "window": 60,
    "futility": 150,
    "futility_depth": 4,
    "reduction": 140,
    "late": 7,
    "late_depth": 3,
}
