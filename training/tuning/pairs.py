"""Pairs of games between two searches: one opening, played with both colours."""

from __future__ import annotations

from outwit.arena.openings import Book, draw_opening
from outwit.core.position import Position
from outwit.core.side import FIRST
from outwit.core.value import Value
from outwit.engine.limits import Limits
from outwit.engine.network import Network, load_network
from outwit.engine.searcher import Searcher
from outwit.engine.tuning import Tuning
from outwit.errors import UsageError
from outwit.games import game as find_game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from outwit.core.game import Game

# A game that takes longer is a draw.
LONGEST_GAME = 400
MEBIBYTES = 8
# Nodes to search an opening, to tell whether it is in balance.
BALANCE_NODES = 30_000
# Lowest value of each number.
LEAST = {"nodes": 1, "plies": 0, "balance": 0, "seed": 0}


class Terms(Value):
    """The settings of games: ``nodes`` per move, from openings of ``plies`` random moves.

    -1 plies: the game's own number. With a ``balance``, an opening is drawn again if a search
    scores it further from 0 than ``balance`` hundredths. ``varied``: openings vary the game's
    options, as in self-play. ``network``: path of a network for both players; empty: the game's
    own.
    """

    game: str
    nodes: int = 60_000
    plies: int = -1
    balance: int = 0
    seed: int = 1
    network: str = ""
    varied: bool = False

    def check(self) -> Terms:
        """Return the terms; raise UsageError if they make no sense, BadFile for a bad network."""
        find_game(self.game)
        for name, least in LEAST.items():
            if getattr(self, name) < (-1 if name == "plies" else least):
                raise UsageError(f"{name}: {getattr(self, name)} is less than {least}")
        network_of(self)
        return self

    @property
    def book(self) -> Book:
        """Return where openings come from."""
        return Book(
            plies=None if self.plies < 0 else self.plies,
            balance=self.balance or None,
            balance_nodes=BALANCE_NODES,
        )


def network_of(terms: Terms) -> Network | None:
    """Return the network that both players have, if the game has one.

    Raise UsageError if a network is named that is not there, or the game has no features.
    """
    features = find_game(terms.game).parts.features
    if features is None:
        if terms.network:
            raise UsageError(f"{terms.game} has no features, so it can have no network")
        return None
    try:
        found = load_network(terms.network or features.network, features)
    except OSError as error:
        raise UsageError(f"{terms.network!r} cannot be read: {error.strerror or error}") from None
    if found is None and terms.network:
        raise UsageError(f"there is no file {terms.network!r}")
    return found


def play_pair(
    terms: Terms, first: Mapping[str, int], second: Mapping[str, int], number: int
) -> float:
    """Play an opening with both colours; return the points of the first search, 0 to 2.

    Both are the game's search with some numbers changed. The same pair has the same result.
    """
    game = find_game(terms.game)
    opening = draw_opening(game, terms.book, terms.seed, number, varied=terms.varied)
    one, other = (engine_with(game, terms, numbers) for numbers in (first, second))
    begun = play(opening.copy(), (one, other), terms.nodes)
    for engine in (one, other):
        engine.table.clear()
    return begun + 1 - play(opening.copy(), (other, one), terms.nodes)


def engine_with(game: Game, terms: Terms, numbers: Mapping[str, int]) -> Searcher:
    """Return the engine of a game with some numbers of its search changed."""
    tuning = Tuning(**{**game.parts.tuning, **numbers})
    return Searcher(tuning, game=game, network=network_of(terms), mebibytes=MEBIBYTES)


def play(position: Position, engines: tuple[Searcher, Searcher], nodes: int) -> float:
    """Play to the end and return the points of the first engine, which has the first side."""
    limits = Limits(nodes=nodes)
    while position.outcome is None and len(position.played) < LONGEST_GAME:
        position.play(engines[position.turn].best(position, limits).move)
    if position.outcome is None or position.outcome.winner is None:
        return 0.5
    return float(position.outcome.winner == FIRST)
