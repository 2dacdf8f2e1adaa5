"""The parameters of the search, tuned by self-play, one table per game."""

from __future__ import annotations

from outwit.core.value import Value


class Tuning(Value):
    """How much to prune. Margins are in hundredths of the smallest piece."""

    # Half the width of the first window around the last iteration's score.
    window: int = 30
    # A quiet position this much per ply above the bound is not searched further.
    futility: int = 120
    futility_depth: int = 6
    # How many plies a null-move search is shallower, besides the move itself; 0: no null move.
    skip_reduction: int = 0
    # Late moves are searched shallower by log(depth) * log(number) * 100 / this.
    reduction: int = 220
    # From this number on, times depth squared, quiet moves at low depth are not searched at all.
    late: int = 0
    late_depth: int = 0
    # Whether forced ends are also proven, beside the search.
    proofs: int = 1
