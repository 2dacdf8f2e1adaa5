"""Results of games, counted by players and by who moved first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from outwit.core.argument import of_type, whole
from outwit.core.excerpt import excerpt
from outwit.core.value import Value
from outwit.errors import UsageError

# The highest number of a player.
MOST_PLAYERS = 1 << 24
# The index of a result in a list of counts: twice the points.
LOST, DRAWN, WON = 0, 1, 2


class Tally(Value):
    """Games won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """Return the number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Return the points: 1 for a win, ½ for a draw."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """Return the points per game, ½ without games."""
        return self.points / self.games if self.games else 0.5

    def reversed(self) -> Tally:
        """Return the same games from the opponent's side."""
        return Tally(self.losses, self.draws, self.wins)

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def __str__(self) -> str:
        return f"{self.wins}-{self.draws}-{self.losses}"


class Scores:
    """Results of games among players numbered from 0, by who moved first.

    Memory grows with the pairs of players that met, not with the games.

    Args:
        players: The number of players known from the beginning; ``add`` adds others.

    In its methods, a ``player``, an ``opponent``, ``first`` and ``second`` are numbers of players.

    >>> scores = Scores(2)
    >>> scores.add(0, 1, 1); scores.add(1, 0, 0.5)
    >>> print(scores.of(0), scores.as_first(0, 1), scores.between(1, 0), scores.games)
    1-1-0 1-0-0 0-1-1 2
    >>> more = Scores()
    >>> more.add(2, 0, 0, times=3)
    >>> scores.update(more)
    >>> print(scores.players, scores.first_side, len(scores.meetings()))
    3 1-1-3 2
    """

    def __init__(self, players: int = 0) -> None:
        self._pairs: dict[tuple[int, int], list[int]] = {}
        players = whole("players", players, 0, MOST_PLAYERS)
        self._players = [[0, 0, 0] for _ in range(players)]
        self._first = [0, 0, 0]
        # Cache of ``meetings``, cleared by a new game.
        self._meetings: list[tuple[int, int, Tally]] | None = None

    @property
    def players(self) -> int:
        """Return the number of players, including those without games."""
        return len(self._players)

    @property
    def games(self) -> int:
        """Return the number of games."""
        return sum(self._first)

    def add(self, first: int, second: int, points_of_first: float, times: int = 1) -> None:
        """Count a game, or several with the same result.

        Args:
            first: The player that moved first; unknown numbers become players.
            second: The other player.
            points_of_first: 0, 0.5 or 1.
            times: The number of games.

        Raises:
            UsageError: The points are others, the players equal, or ``times`` is negative.
        """
        if points_of_first not in (0, 0.5, 1):
            raise UsageError(f"a game gives 0, 0.5 or 1 points, not {excerpt(points_of_first)}")
        first = whole("first", first, 0, MOST_PLAYERS)
        second = whole("second", second, 0, MOST_PLAYERS)
        if first == second:
            raise UsageError(f"player {first} cannot meet player {second}")
        times = whole("times", times, 0)
        for _ in range(len(self._players), max(first, second) + 1):
            self._players.append([0, 0, 0])
        self._meetings = None
        result = int(2 * points_of_first)
        pair = self._pairs.get((first, second))
        if pair is None:
            pair = self._pairs[first, second] = [0, 0, 0]
        pair[result] += times
        self._first[result] += times
        self._players[first][result] += times
        self._players[second][WON - result] += times

    def update(self, other: Scores) -> None:
        """Add all games of ``other`` scores."""
        of_type("other", other, Scores, "Scores")
        for _ in range(len(self._players), other.players):
            self._players.append([0, 0, 0])
        for first, second, tally in other:
            self.add(first, second, 1, tally.wins)
            self.add(first, second, 0.5, tally.draws)
            self.add(first, second, 0, tally.losses)

    def as_first(self, first: int, second: int) -> Tally:
        """Return a player's games against another in which it moved first."""
        first, second = self._known("first", first), self._known("second", second)
        return _tally(self._pairs.get((first, second), (0, 0, 0)))

    def between(self, player: int, opponent: int) -> Tally:
        """Return a player's games against another, with either side moving first."""
        player, opponent = self._known("player", player), self._known("opponent", opponent)
        there = self._pairs.get((player, opponent), (0, 0, 0))
        back = self._pairs.get((opponent, player), (0, 0, 0))
        return Tally(there[WON] + back[LOST], there[DRAWN] + back[DRAWN], there[LOST] + back[WON])

    def of(self, player: int) -> Tally:
        """Return all games of a player."""
        return _tally(self._players[self._known("player", player)])

    @property
    def first_side(self) -> Tally:
        """Return all games from the side of the player that moved first."""
        return _tally(self._first)

    def _known(self, name: str, player: int) -> int:
        """Return the number of a player; raise UsageError if there is none."""
        return whole(name, player, 0, len(self._players) - 1)

    def meetings(self) -> list[tuple[int, int, Tally]]:
        """Return all pairs of players that met, sorted, with the games of the smaller number."""
        if self._meetings is None:
            met = {(min(pair), max(pair)) for pair, counts in self._pairs.items() if any(counts)}
            self._meetings = [(low, high, self.between(low, high)) for low, high in sorted(met)]
        return self._meetings

    def __iter__(self) -> Iterator[tuple[int, int, Tally]]:
        """Yield who moved first, the opponent, and the games of the former."""
        for (first, second), counts in sorted(self._pairs.items()):
            if any(counts):
                yield first, second, _tally(counts)

    def __repr__(self) -> str:
        return f"<Scores: {self.players} players, {self.games} games>"


def _tally(counts: Iterable[int]) -> Tally:
    losses, draws, wins = counts
    return Tally(wins, draws, losses)
