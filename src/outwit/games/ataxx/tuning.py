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
    "futility": 60,
    "futility_depth": 6,
    "razor_base": 200,
    "razor": 120,
    "razor_depth": 4,
    "late_futility_base": 160,
    "late_futility": 80,
    "late_futility_depth": 6,
    "skip_reduction": 3,
    "table_depth": 2,
    "reduction": 250,
    "reduction_base": 100,
    "reduction_worse": 60,
    "improving": 1,
    "singular_depth": 6,
    # By the stones won; history decides among equals.
    "guess": 128,
    "killers": 0,
}
