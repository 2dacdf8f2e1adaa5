"""The parameters of Santorini, tuned by self-play."""

from __future__ import annotations

from outwit.core.value import Value


class Weights(Value):
    """The weights of the evaluation; 100 is about a level's height."""

    level_1: int = 60
    level_2: int = 150
    step: int = 6
    climb: int = 22
    middle: int = 10
    threat: int = 120
    tempo: int = 20


WEIGHTS = Weights()
SEARCH = {
    "window": 30,
    "futility": 63,
    "futility_depth": 6,
    "internal_reduction": 4,
    "reduction": 143,
    "reduction_base": 33,
    "reduction_cut": -6,
    "reduction_worse": 11,
    "reduction_history": 10330,
    "singular_depth": 5,
    "singular_margin": 4,
    "late": 7,
    "late_depth": 5,
    "improving": 1,
    "guess": 30,
    "history": 210,
}
