"""Measure the Elo gain of several threads by self-play with equal time per move.

    python bench/threads.py GAME [--threads N] [--against N] [--games N] [--time S]
                            [--processes P] [--seed N] [--balance N] [--plies N]

``--processes P``: play P games in parallel. One side thinks at a time, so each game needs as many
CPUs as the larger number of threads; with fewer CPUs the result is meaningless. Openings are those
of the arena, each with both colours. ``--balance N`` draws an opening again if a search of 100,000
nodes scores it further from 0 than N hundredths.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import outwit
from outwit.arena.openings import Book, draw_opening
from outwit.engine.limits import Limits
from outwit.players.engine import engine_for
from outwit.ratings.pentanomial import Pentanomial
from outwit.ratings.scores import Tally

# The root of the tree, so that ``bench`` is found however this script is run.
sys.path.append(str(Path(__file__).parents[1]))
from bench.arguments import (
    count,
    even_count,
    game_name,
    parser_of,
    run,
    seconds,
    whole_not_negative,
)

LONGEST_GAME = 400
MEBIBYTES = 128
BALANCE_NODES = 100_000


def play(opening: outwit.Position, threads: tuple[int, int], time: float) -> float:
    """Play to the end; return the points of the first number of threads, which has the first side.

    Each side begins the game with a new engine of its own.
    """
    position = opening.copy()
    engines = [engine_for(position.game, mebibytes=MEBIBYTES, threads=number) for number in threads]
    while position.outcome is None and len(position.played) < LONGEST_GAME:
        position.play(engines[position.turn].best(position, Limits(time=time)).move)
    if position.outcome is None or position.outcome.winner is None:
        return 0.5
    return float(position.outcome.winner == outwit.FIRST)


def play_pair(
    name: str, threads: tuple[int, int], time: float, book: Book, seed: int, number: int
) -> tuple[float, float]:
    """Play an opening with both colours; return the points of the first number in each game."""
    opening = draw_opening(outwit.game(name), book, seed, number)
    return play(opening, threads, time), 1 - play(opening, threads[::-1], time)


def main() -> None:
    """Play the games and print the score."""
    parser = parser_of(__doc__)
    parser.add_argument("game", type=game_name, metavar="GAME")
    parser.add_argument("--threads", type=count, default=2, help="of the first side (%(default)s)")
    parser.add_argument("--against", type=count, default=1, help="of the second side (%(default)s)")
    parser.add_argument(
        "--games", type=even_count, default=200, help="an even number (%(default)s)"
    )
    parser.add_argument("--time", type=seconds, default=0.1, help="seconds per move (%(default)s)")
    parser.add_argument("--processes", type=count, default=1, help="parallel games (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the openings (%(default)s)")
    parser.add_argument(
        "--balance",
        type=whole_not_negative,
        help="most hundredths an opening may be from 0 (no limit)",
    )
    parser.add_argument(
        "--plies", type=whole_not_negative, help="random moves of an opening (the game's own)"
    )
    words = parser.parse_args()
    book = Book(plies=words.plies, balance=words.balance, balance_nodes=BALANCE_NODES)
    threads = words.threads, words.against
    pair = partial(play_pair, words.game, threads, words.time, book, words.seed)
    games, pairs = Tally(), Pentanomial()
    with ProcessPoolExecutor(words.processes) as pool:
        for points in pool.map(pair, range(words.games // 2)):
            pairs = pairs.add(sum(points))
            for point in points:
                games += Tally(int(point == 1), int(point == 0.5), int(point == 0))
    print(
        f"{words.game}, {threads[0]} threads against {threads[1]}: {games} (won-drawn-lost), "
        f"{games.score:.1%}, Elo {pairs.elo}"
    )


if __name__ == "__main__":
    run(main)
