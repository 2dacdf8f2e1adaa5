"""The parameters of the search, tuned by self-play, one table per game."""

from __future__ import annotations

from outwit.core.value import Value


class Tuning(Value):
    """The parameters of the search. Margins are in hundredths of the smallest piece."""

    # Half the width of the first window around the last iteration's score.
    window: int = 30
    # Reverse futility pruning: a position this much per ply above the bound is not searched.
    futility: int = 120
    futility_depth: int = 6
    # Razoring: a position that is the base, and this much per ply, below the bound is searched by
    # forcing moves alone.
    razor_base: int = 0
    razor: int = 0
    razor_depth: int = 0
    # Futility pruning of late moves: of a position that is the base, and this much per ply, below
    # the bound, only the first moves are searched.
    late_futility_base: int = 0
    late_futility: int = 0
    late_futility_depth: int = 0
    # Quiescence: most plies of forcing moves. In games where captured pieces return, they might
    # never end.
    forcing_plies: int = 16
    # Null move pruning: plies of reduction, besides the move itself; 0: no null move.
    skip_reduction: int = 0
    # A ply more of null-move reduction for each number of plies of depth given here; 0: never.
    skip_depth: int = 0
    # Internal iterative reduction: from this depth on, a position without a move in the table is
    # searched a ply less; 0: never.
    internal_reduction: int = 3
    # ProbCut by the table: an entry cuts although it is up to entry_plies too shallow if its score
    # is above the bound by entry_above, or below it by entry_below; 0: never.
    entry_plies: int = 0
    entry_above: int = 0
    entry_below: int = 0
    # The transposition table is used from this depth on: where moves and evaluation are cheap, a
    # search of one ply takes hardly longer than a look into a table that is not in the cache.
    table_depth: int = 1
    # Late moves are searched shallower by log(depth) * log(number) * 100 / this, plus the base in
    # hundredths of a ply.
    reduction: int = 220
    reduction_base: int = 0
    # More hundredths of a ply where a cut is expected, and where the side to move stands no better
    # than two plies before.
    reduction_cut: int = 0
    reduction_worse: int = 0
    # A ply less for so much rank of the move (guess and history), more if that is negative; 0:
    # whatever the rank.
    reduction_rank: int = 0
    # A ply less for so much history of the move, more if that is negative; 0: whatever the history.
    reduction_history: int = 0
    # Whether it matters that a side stands better than two plies before. If so, a ply less futility
    # margin is enough; if not, half as many moves are searched before late ones are left out.
    improving: int = 0
    # Singular extension: from this depth on, a move that the table knows is searched a ply deeper
    # where no other comes as near to it as this many hundredths for each ply of depth; 0: never.
    singular_depth: int = 0
    singular_margin: int = 1
    # From this number on, times depth squared, quiet moves at low depth are not searched at all.
    late: int = 0
    late_depth: int = 0
    # How much a point of the game's guess at a move weighs against the move's history.
    guess: int = 16
    # How much history a move gains that refutes a position, for each ply of depth and up to five,
    # and those before it lose; 0: depth squared.
    history: int = 0
    # Whether moves that refuted other positions of the same ply come first.
    killers: int = 1
    # Whether forced ends are also proven, beside the search.
    proofs: int = 1
