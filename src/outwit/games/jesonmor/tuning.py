"""The parameters of Jeson Mor, tuned by self-play."""

from __future__ import annotations

from outwit.core.value import Value


class Weights(Value):
    """What the evaluation counts, in hundredths of a third of a knight."""

    knight: int = 300
    archer: int = 260
    near: int = 6
    guard: int = 45
    # The other side has more knights to send to the centre, and would win there if it were to move.
    threat: int = 100
    tempo: int = 15


WEIGHTS = Weights()
SEARCH = {
    "window": 50,
    "futility": 120,
    "futility_depth": 4,
    "reduction": 200,
    "late": 10,
    "late_depth": 3,
}
