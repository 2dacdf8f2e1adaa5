"""The parameters of Advance, tuned by self-play."""

from __future__ import annotations

from outwit.core.value import Value


class Weights(Value):
    """The weights of the evaluation, in hundredths of a Zombie."""

    material: int = 100
    protected: int = 6
    shelter: int = 2
    tempo: int = 10


WEIGHTS = Weights()
SEARCH = {
    "window": 50,
    "futility": 110,
    "futility_depth": 5,
    "late": 8,
    "late_depth": 4,
    "skip_reduction": 2,
    "skip_depth": 4,
    "reduction": 200,
    "reduction_base": 30,
    "reduction_cut": 100,
    "reduction_worse": 60,
    "reduction_rank": 4000,
    "improving": 1,
}
