"""The parameters of Jeson Mor, tuned by self-play."""

from __future__ import annotations

from outwit.core.value import Value


class Weights(Value):
    """The weights of the evaluation, in hundredths of a third of a knight."""

    knight: int = 300
    archer: int = 260
    near: int = 6
    guard: int = 45
    # The other side has more knights to send to the centre, and would win there if it were to move.
    threat: int = 100
    tempo: int = 15


WEIGHTS = Weights()
SEARCH = {
    "window": 43,
    "futility": 112,
    "futility_depth": 5,
    "reduction": 169,
    "reduction_base": 36,
    "reduction_cut": -10,
    "reduction_worse": 27,
    "reduction_history": 10388,
    "singular_depth": 6,
    "late": 11,
    "late_depth": 3,
    "guess": 15,
    "history": 356,
}
