"""Games played to their end at random, in compiled code."""

from __future__ import annotations

from outwit.core import verdict
from outwit.core.argument import POSITION, of_type, whole
from outwit.core.position import Position
from outwit.core.randomgames import LONGEST, RandomGames
from outwit.core.value import Value

# The most games of one call.
MOST_GAMES = 1_000_000


class Playouts(Value):
    """How random games ended.

    Args:
        wins: Games won by the first and by the second side.
        draws: Games drawn.
        unfinished: Games stopped at the limit of plies.
        plies: Moves of all games together.

    >>> import outwit
    >>> outwit.playouts(outwit.game("ataxx").start(), 10, plies=5)
    Playouts(wins=(0, 0), draws=0, unfinished=10, plies=50)
    """

    wins: tuple[int, int]
    draws: int
    unfinished: int
    plies: int


def playouts(position: Position, games: int = 1, *, seed: int = 0, plies: int = 1_000) -> Playouts:
    """Return how random games from a position ended; every legal move is equally likely.

    Args:
        position: Where the games begin; it stays as it is.
        games: The number of games, from 1 to 1,000,000.
        seed: The same seed plays the same games.
        plies: Most moves of a game; a longer one is stopped.

    Raises:
        UsageError: A number is not in its range, or an argument is of another type.

    >>> import outwit
    >>> found = outwit.playouts(outwit.game("ataxx").start(), 10, seed=1)
    >>> sum(found.wins) + found.draws + found.unfinished
    10
    """
    of_type("position", position, Position, POSITION)
    games = whole("games", games, 1, MOST_GAMES)
    player = RandomGames(position, whole("seed", seed), whole("plies", plies, 0, LONGEST))
    tally = {verdict.RUNNING: 0, verdict.FIRST_WINS: 0, verdict.SECOND_WINS: 0, verdict.DRAWN: 0}
    # This loop is interpreted, so that Ctrl-C is heard between two games.
    for _ in range(games):
        tally[player.play()] += 1
    return Playouts(
        (tally[verdict.FIRST_WINS], tally[verdict.SECOND_WINS]),
        tally[verdict.DRAWN],
        tally[verdict.RUNNING],
        player.total,
    )
