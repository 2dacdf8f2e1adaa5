"""Forfeits in a few words, for tables at the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from outwit.core.counting import counted
from outwit.core.printable import printable
from outwit.ratings.scores import Scores

LONGEST_NAME, LONGEST_REASON = 40, 500
# A bot is broken if it forfeits more games than this, and more than this share of its games.
MOST_FORFEITS = 3
LARGEST_SHARE = 0.01
# A bot is also broken if it forfeits more than this share of any number of games.
HALF = 0.5


def forfeit_lines(names: Sequence[str], counts: Mapping[tuple[int, str], int]) -> list[str]:
    """Return a line for each player that forfeited games: how many, and by which faults.

    ``counts`` are by player and kind of fault.

    >>> forfeit_lines(["mine"], {(0, "bot-timeout"): 2, (0, "bot-crash"): 1})
    ['mine forfeited 3 games: 2 × bot-timeout, 1 × bot-crash']
    """
    lines = []
    for player in sorted({player for player, _ in counts}):
        kinds = {kind: count for (who, kind), count in counts.items() if who == player}
        shown = sorted(kinds.items(), key=lambda item: (-item[1], item[0]))
        words = ", ".join(f"{count} × {printable(kind, LONGEST_NAME)}" for kind, count in shown)
        total = counted(sum(kinds.values()), "game")
        lines.append(f"{printable(names[player], LONGEST_NAME)} forfeited {total}: {words}")
    return lines


def left_out_lines(left_out: Iterable[tuple[str, str]]) -> list[str]:
    """Return a line for each bot that was refused and left out.

    >>> left_out_lines([("eve", "bot-timeout: no answer")])
    ['eve was left out: bot-timeout: no answer']
    """
    return [
        f"{printable(name, LONGEST_NAME)} was left out: {printable(reason, LONGEST_REASON)}"
        for name, reason in left_out
    ]


def is_broken(counts: Iterable[tuple[int, int]], scores: Scores) -> bool:
    """Tell whether a player forfeited more than a few games, or most; ``counts`` are by player."""
    totals: dict[int, int] = {}
    for player, count in counts:
        totals[player] = totals.get(player, 0) + count
    for player, count in totals.items():
        games = scores.of(player).games
        if count > HALF * games or (count > MOST_FORFEITS and count > LARGEST_SHARE * games):
            return True
    return False
