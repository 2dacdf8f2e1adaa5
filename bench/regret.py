"""Measure the regret of a search: the score its moves lose, judged by a search of many nodes.

    python bench/regret.py GAME [KEY=VALUE,KEY=VALUE …] [--nodes N] [--truth N] [--positions N]

Positions of self-play are searched with few nodes and with many. They are left out if both searches
agree, or choose moves of equal value. The value of a move is the score of a long search after it.
The regret of a search is the value of the best known move minus that of its own move, in
hundredths, at most ``--most``. Measuring a variant takes seconds; games between two variants take
an hour for an equally small error. Measure many variants, then play games between the best and the
current one.

The first row is the current search, the second the same with twice the nodes, as a baseline. Each
row shows the mean regret, its difference to the first row with the standard error, and the CPU time
per node relative to it: half the regret at twice the time is no gain.
"""

from __future__ import annotations

import math
import sys
import time
from functools import partial
from multiprocessing import Pool
from multiprocessing.pool import Pool as PoolType
from pathlib import Path
from typing import NamedTuple

import outwit
from outwit.arena.openings import Book, draw_opening
from outwit.core.position import Position
from outwit.engine.limits import Limits
from outwit.engine.searcher import Searcher
from outwit.engine.tuning import Tuning
from outwit.errors import UsageError
from outwit.players.engine import engine_for

# The root of the tree, so that ``bench`` is found however this script is run.
sys.path.append(str(Path(__file__).parents[1]))
from bench.arguments import count, game_name, parser_of, read_change, refuse, run

LONGEST_GAME = 400
POSITIONS_A_GAME = 8
# Largest value of a move: that of a won game.
WON = 2_000
# Smallest difference between moves of different value.
LEAST_SPREAD = 10


class Choice(NamedTuple):
    """A move, and the CPU time of the search that chose it."""

    move: str
    seconds: float


def changed(text: str) -> dict[str, int]:
    """Read the changes of a variant; end the script if one is wrong."""
    try:
        return dict(
            read_change(part, Tuning.__annotations__, "a search") for part in text.split(",")
        )
    except UsageError as error:
        refuse(error)


def engine_with(name: str, changes: dict[str, int]) -> Searcher:
    """Return the game's engine with some numbers of its search changed."""
    engine = engine_for(outwit.game(name), mebibytes=16)
    engine.tuning = engine.tuning.replace(**changes)
    return engine


def positions_of(name: str, nodes: int, number: int) -> list[Position]:
    """Play a game against itself and return some of its positions, evenly spread."""
    position = draw_opening(outwit.game(name), Book(), 1, number)
    engine = engine_with(name, {})
    met = []
    while position.outcome is None and len(position.played) < LONGEST_GAME:
        if len(position.legal_moves) > 1:
            met.append(position.copy())
        position.play(engine.best(position, Limits(nodes=nodes)).move)
    step = max(1, len(met) // POSITIONS_A_GAME)
    return met[number % step :: step][:POSITIONS_A_GAME]


def choose(name: str, changes: dict[str, int], nodes: int, position: Position) -> Choice:
    """Search a position."""
    start = time.process_time()
    move = engine_with(name, changes).best(position, Limits(nodes=nodes)).move
    return Choice(move, time.process_time() - start)


def worth(name: str, nodes: int, question: tuple[Position, str]) -> int:
    """Return the value of a move for the side that makes it."""
    position, move = question[0].copy(), question[1]
    side = position.turn
    position.play(move)
    if position.outcome is not None:
        winner = position.outcome.winner
        return 0 if winner is None else WON if winner == side else -WON
    score = engine_with(name, {}).best(position, Limits(nodes=nodes)).score.value
    return -max(-WON, min(WON, score))


class Ledger:
    """Positions, and the values of the moves chosen in them."""

    def __init__(self, pool: PoolType, name: str, positions: list[Position], truth: int) -> None:
        self.pool = pool
        self.name = name
        self.positions = positions
        self.truth = truth
        self.worths: list[dict[str, int]] = [{} for _ in positions]

    def learn(self, moves: list[str]) -> None:
        """Search for the unknown values of a move of each position."""
        new = [i for i, move in enumerate(moves) if move not in self.worths[i]]
        questions = [(self.positions[i], moves[i]) for i in new]
        found = self.pool.map(partial(worth, self.name, self.truth), questions, chunksize=1)
        for i, value in zip(new, found, strict=True):
            self.worths[i][moves[i]] = value

    def drop_equal(self) -> None:
        """Leave out the positions whose known moves have nearly the same value."""
        spreads = (max(known.values()) - min(known.values()) for known in self.worths)
        kept = [i for i, spread in enumerate(spreads) if spread >= LEAST_SPREAD]
        self.positions = [self.positions[i] for i in kept]
        self.worths = [self.worths[i] for i in kept]

    def regrets(self, moves: list[str], most: int) -> list[int]:
        """Return the regret of each of the moves."""
        pairs = zip(self.worths, moves, strict=True)
        return [min(most, max(known.values()) - known[move]) for known, move in pairs]


def find_positions(pool: PoolType, name: str, nodes: int, truth: int, number: int) -> Ledger:
    """Return the positions, of ``number`` searched, where few and many nodes disagree."""
    games = range(-(-number // POSITIONS_A_GAME))
    lists = pool.map(partial(positions_of, name, nodes), games, chunksize=1)
    positions = [position for of_game in lists for position in of_game]
    quick = pool.map(partial(choose, name, {}, nodes), positions, chunksize=4)
    slow = pool.map(partial(choose, name, {}, truth), positions, chunksize=4)
    hard = [i for i in range(len(positions)) if quick[i].move != slow[i].move]
    ledger = Ledger(pool, name, [positions[i] for i in hard], truth)
    ledger.learn([quick[i].move for i in hard])
    ledger.learn([slow[i].move for i in hard])
    ledger.drop_equal()
    count = len(ledger.positions)
    print(f"{len(positions)} positions, {count} where few nodes and many differ", flush=True)
    return ledger


def main() -> None:
    """Find positions, and print a row for each variant."""
    parser = parser_of(__doc__)
    parser.add_argument("game", type=game_name, metavar="GAME")
    parser.add_argument("variants", nargs="*", metavar="KEY=VALUE,…", help="search settings")
    parser.add_argument(
        "--nodes", type=count, default=20_000, help="nodes of a measured search (%(default)s)"
    )
    parser.add_argument(
        "--truth", type=count, default=200_000, help="nodes to value a move (%(default)s)"
    )
    parser.add_argument(
        "--positions", type=count, default=1_000, help="positions to search, roughly (%(default)s)"
    )
    parser.add_argument(
        "--most", type=count, default=300, help="most regret of a move, in hundredths (%(default)s)"
    )
    parser.add_argument("--processes", type=count, default=2, help="parallel (%(default)s)")
    words = parser.parse_args()
    name = words.game
    rows: list[tuple[str, dict[str, int], int]] = [
        ("as it is", {}, words.nodes),
        ("twice the nodes", {}, 2 * words.nodes),
        *((text, changed(text), words.nodes) for text in words.variants),
    ]
    with Pool(words.processes) as pool:
        ledger = find_positions(pool, name, max(1, words.nodes // 4), words.truth, words.positions)
        if not ledger.positions:
            refuse("no position to measure by: look at more of them (--positions)")
        first: list[str] = []
        yardstick = 0.0
        for text, changes, nodes in rows:
            chosen = pool.map(partial(choose, name, changes, nodes), ledger.positions, chunksize=4)
            moves = [choice.move for choice in chosen]
            seconds = sum(choice.seconds for choice in chosen) / nodes
            first = first or moves
            yardstick = yardstick or seconds
            ledger.learn(moves)
            regrets = ledger.regrets(moves, words.most)
            more = [a - b for a, b in zip(regrets, ledger.regrets(first, words.most), strict=True)]
            mean = sum(more) / len(more)
            error = math.sqrt(sum((each - mean) ** 2 for each in more)) / len(more)
            print(
                f"{text}: regret {sum(regrets) / len(regrets):.1f}, {mean:+.1f} ± {error:.1f}, "
                f"time a node × {seconds / yardstick:.2f}",
                flush=True,
            )


if __name__ == "__main__":
    run(main)
