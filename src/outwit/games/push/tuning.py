"""The parameters of Push: its evaluation fitted to self-play, its search tuned by it."""

from __future__ import annotations

from outwit.core.value import Value


class Weights(Value):
    """The weights of the evaluation, in hundredths of a cell's value."""

    held: int = 52
    # To be on turn.
    tempo: int = 256
    # A value in a line, by how many inner cells of the line are empty, up to five: where nobody can
    # push now, where the line can be pushed from one end, from both, and where it never can again.
    standing: tuple[tuple[int, ...], ...] = (
        (0, 0, 11, 7, 4, 2),
        (0, 15, 9, 4, 1, -1),
        (20, 10, 7, 2, 2, 0),
        (12, 0, 0, 0, 0, 0),
    )
    # The same for each end of the line that is blocked.
    blocked: int = 12
    # A push, by how many stones it moves, up to five, or all up to the border: its change of the
    # stones' values, the value of the new stone, what it gains above a small and a large gain, and
    # what it would gain the other side above these.
    small_gain: int = 4
    large_gain: int = 9
    pushed: tuple[tuple[int, ...], ...] = (
        (3, 0, 11, 6, -8, -9),
        (24, 0, 1, 4, 3, -4),
        (26, 1, 4, -3, 0, 1),
        (26, 1, 1, 7, 1, -6),
        (20, 1, 0, 6, -4, 2),
        (29, 4, 7, -5, 1, -1),
    )


WEIGHTS = Weights()
SEARCH = {
    "window": 70,
    "futility": 126,
    "futility_depth": 7,
    "reduction": 169,
    "reduction_base": 19,
    "reduction_cut": -1,
    "reduction_worse": 30,
    "reduction_history": 6457,
    "singular_depth": 7,
    "singular_margin": 2,
    "guess": 8,
    "history": 477,
}
