"""Games played to their end at random, in compiled code."""

from __future__ import annotations

from outwit.core import verdict
from outwit.core.excerpt import excerpt
from outwit.core.randomgames import RandomGames
from outwit.core.value import Value
from outwit.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outwit.core.position import Position

# The most games of one call.
MOST_GAMES = 1_000_000


class Playouts(Value):
    """How random games ended: won by either side, drawn, or broken off; and their plies in all."""

    wins: tuple[int, int]
    draws: int
    unfinished: int
    plies: int


def playouts(position: Position, games: int = 1, *, seed: int = 0, plies: int = 1_000) -> Playouts:
    """Play so many random games from a position, each for so many plies at most.

    Every legal move is equally likely. The same seed plays the same games.
    """
    if not isinstance(games, int) or not 1 <= games <= MOST_GAMES:
        raise UsageError(f"games: {excerpt(games)} is not from 1 to {MOST_GAMES}")
    player = RandomGames(position, seed, plies)
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
