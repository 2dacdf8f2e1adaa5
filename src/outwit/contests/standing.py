"""The place of a player in a contest."""

from __future__ import annotations

from outwit.core.value import Value


class Standing(Value):
    """A player's place in a contest. ``vars`` of it is a row for a data frame.

    Args:
        rank: Its place, from 1.
        name: Its name.
        points: 1 for a win, ½ for a draw.
        games: The number of its games.
        wins: Games won.
        draws: Games drawn.
        losses: Games lost.
        elo: Its rating; the average of all players is 0.
        low: The lower end of the rating's 95 % interval.
        high: The upper end.

    >>> import outwit
    >>> results = outwit.match("random", "careful", game="ataxx", games=2)
    >>> [*vars(results.standings[0])][:4], results.standings[0].low < results.standings[0].high
    (['rank', 'name', 'points', 'games'], True)
    """

    rank: int
    name: str
    points: float
    games: int
    wins: int
    draws: int
    losses: int
    elo: float
    low: float
    high: float
