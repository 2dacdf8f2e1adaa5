"""Grows a book: searches one position after another, and records the results in a journal."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from multiprocessing import get_context

from outwit.core.game import Game
from outwit.core.position import Position
from outwit.engine.limits import Limits
from outwit.errors import UsageError
from outwit.games import game as find_game
from outwit.players.engine import engine_for
from training.books.growth import Growth
from training.books.journal import Journal
from training.books.tree import ENDED, Edge, Node, Place, Tree, identity
from training.books.writing import start_text
from training.networks.selfplay import mark_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

MEBIBYTES = 16
# Cost of a start other than the first one, in plies.
OTHER_START = 3


class Searcher:
    """Searches positions of a game, each by its place; the same place gives the same moves."""

    def __init__(self, growth: Growth) -> None:
        self.growth = growth
        self.game = find_game(growth.game)
        self.engine = engine_for(self.game, mebibytes=MEBIBYTES)

    def search(self, place: Place) -> Node:
        """Return the best moves of a position, one of each kind if some are images of others."""
        position = stand(self.game, place)
        # Entries of other positions must not change the result.
        self.engine.table.clear()
        limits = Limits(
            nodes=self.growth.nodes, lines=self.growth.width, moves=different_moves(position)
        )
        *_, lines = self.engine.analyse(position, limits)
        edges = tuple(
            Edge(line.move, line.score.value, mark_after(position, line.move)) for line in lines
        )
        return Node(place.start, place.line, position.key, identity(position), edges)


def stand(game: Game, place: Place) -> Position:
    """Return the position at a place."""
    position = game.start(**game.parts.openings.starts[place.start])
    for move in place.line:
        position.play(move)
    return position


def mark_after(position: Position, move: str) -> int:
    """Return the mark of the position after a move, ENDED if the move ends the game."""
    position.play(move)
    mark = ENDED if position.is_over else identity(position)
    position.undo()
    return mark


def different_moves(position: Position) -> tuple[str, ...]:
    """Return one move of each set of symmetric moves; empty if no moves are symmetric."""
    images = [position.image(symmetry).key for symmetry in position.symmetries]
    if images.count(position.key) == 1:
        return ()
    found: dict[int, str] = {}
    ending = []
    for move in sorted(map(str, position.legal_moves)):
        mark = mark_after(position, move)
        if mark == ENDED:
            ending.append(move)
        else:
            found.setdefault(mark, move)
    return (*found.values(), *ending)


def grow(
    growth: Growth,
    path: str,
    *,
    positions: int,
    processes: int = 1,
    seconds: float | None = None,
    report: Callable[[str], object] = lambda _: None,
) -> Tree:
    """Search until the tree has ``positions``, time is up or nothing is left; return the tree.

    An existing journal is continued; the result is the same as without the interruption. Raise
    UsageError before the first search if a setting is wrong, BadFile if the journal is damaged.
    """
    growth.check()
    if positions < 1 or processes < 1:
        raise UsageError("positions and processes are numbers from 1 on")
    if seconds is not None and not seconds > 0:
        raise UsageError(f"seconds: {seconds} is not greater than 0")
    game = find_game(growth.game)
    others = OTHER_START * growth.ply_cost
    starts = game.parts.openings.starts
    tree = Tree(growth.ply_cost, tuple(others if number else 0 for number in range(len(starts))))
    features = game.parts.features
    has_network = features is not None and os.path.exists(features.network)
    facts = {
        **growth.facts,
        "network": mark_of(features.network) if features is not None and has_network else "",
        "starts": [start_text(start) for start in starts],
    }
    with Journal(facts, path) as journal, searchers(growth, processes) as search:
        for found in journal.rounds():
            tree.add_all(found)
        begun = time.monotonic()
        while len(tree.nodes) < positions and (places := tree.cheapest(growth.batch)):
            nodes = list(search(places))
            journal.add(nodes)
            tree.add_all(nodes)
            passed = time.monotonic() - begun
            report(f"{passed:.0f} s: {len(tree.nodes)} positions")
            if seconds is not None and passed > seconds:
                break
    return tree


@contextmanager
def searchers(growth: Growth, processes: int) -> Iterator[Callable[[list[Place]], Iterable[Node]]]:
    """Yield a function that searches several places; ``processes`` counts this process."""
    if processes == 1:
        searcher = Searcher(growth)
        yield lambda places: map(searcher.search, places)
        return
    with get_context("spawn").Pool(processes, make_searcher, (growth,)) as pool:
        yield lambda places: pool.imap(search_there, places)


# The searcher of a process of a pool.
OWN: list[Searcher] = []


def make_searcher(growth: Growth) -> None:
    """Make the searcher of a process."""
    OWN.append(Searcher(growth))


def search_there(place: Place) -> Node:
    """Search a place in a process of a pool."""
    return OWN[0].search(place)
