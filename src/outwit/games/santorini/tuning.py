"""The parameters of Santorini, tuned by self-play."""

from __future__ import annotations

from outwit.core.value import Value


class Weights(Value):
    """What the evaluation counts, in hundredths of about a level's height."""

    level_1: int = 60
    level_2: int = 150
    step: int = 6
    climb: int = 22
    middle: int = 10
    threat: int = 120
    tempo: int = 20


WEIGHTS = Weights()
SEARCH = {
    "window": 50,
    "futility": 80,
    "futility_depth": 6,
    "reduction": 140,
    "reduction_worse": 60,
    "reduction_history": 12288,
    "singular_depth": 6,
    "late": 6,
    "late_depth": 3,
    "improving": 1,
    "guess": 32,
    "history": 300,
}
