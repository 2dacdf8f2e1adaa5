"""The parameters of Ataxx, tuned by self-play."""

from __future__ import annotations

from outwit.core.value import Value


class Weights(Value):
    """The weights of the evaluation, in hundredths of a stone."""

    stone: int = 100
    safe: int = 50
    tempo: int = 200


WEIGHTS = Weights()
SEARCH = {
    "window": 16,
    "futility": 44,
    "futility_depth": 8,
    "late_futility_base": 100,
    "late_futility": 76,
    "late_futility_depth": 6,
    "reduction": 250,
    "reduction_base": 150,
    "reduction_history": 12288,
    "singular_depth": 6,
    "entry_plies": 3,
    "entry_above": 120,
    "entry_below": 120,
    # By the stones won; history decides among equals.
    "guess": 128,
    "history": 300,
    "killers": 0,
}
