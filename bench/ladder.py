"""Measure the Elo difference of each level of the engine to the one below.

    python bench/ladder.py [GAME …] [--levels FROM TO] [--pairs N] [--seconds S] [--most S]

Each level from FROM to TO plays the one below in every game. Each of the game's openings is played
with both colours, without opening books. Prints the Elo difference with its 95 % interval for every
game, and their mean. ``--seconds``: time per move of level 10. ``--most``: end the match of a game
after this time in seconds.
"""

from __future__ import annotations

import argparse
import sys
from math import sqrt
from pathlib import Path
from random import Random
from time import perf_counter

import outwit
from outwit.arena.openings import Book, draw_opening
from outwit.core.game import Game
from outwit.players.allowance import UNLIMITED, Allowance
from outwit.players.levels import LEVELS, LevelPlayer
from outwit.ratings.pentanomial import Pentanomial
from outwit.ratings.scores import Tally

# The root of the tree, so that ``bench`` is found however this script is run.
sys.path.append(str(Path(__file__).parents[1]))
from bench.arguments import count, game_name, parser_of, refuse, run, seconds

LONGEST_GAME = 300


def play(levels: tuple[int, int], opening: outwit.Position, seed: str, seconds: float) -> float:
    """Play to the end and return the points of the first side."""
    position = opening.copy()
    rng = Random(seed)
    players = [LevelPlayer(position.game, level, rng, book=False) for level in levels]
    allowances = [Allowance(seconds) if level == len(LEVELS) else UNLIMITED for level in levels]
    while position.outcome is None and position.ply < LONGEST_GAME:
        turn = position.turn
        position.play(players[turn].choose(position, allowances[turn]))
    if position.outcome is None or position.outcome.winner is None:
        return 0.5
    return float(position.outcome.winner == outwit.FIRST)


def meet(game: Game, level: int, words: argparse.Namespace) -> tuple[Pentanomial, Tally]:
    """Play a level against the one below; return its points, by pairs and by games."""
    pairs, games = Pentanomial(), Tally()
    start = perf_counter()
    for number in range(words.pairs):
        opening = draw_opening(game, Book(), words.seed, number)
        seed = f"{words.seed}/{number}"
        points = (
            play((level, level - 1), opening, seed, words.seconds),
            1 - play((level - 1, level), opening, seed, words.seconds),
        )
        pairs = pairs.add(sum(points))
        games += Tally(points.count(1), points.count(0.5), points.count(0))
        if perf_counter() - start > words.most:
            break
    return pairs, games


def upper_level(text: str) -> int:
    """Return a level that has one below; for argparse."""
    if text not in map(str, range(2, len(LEVELS) + 1)):
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} is not a level from 2, which has one below, to {len(LEVELS)}"
        )
    return int(text)


def main() -> None:
    """Play the matches and print their results."""
    parser = parser_of(__doc__)
    parser.add_argument("names", nargs="*", type=game_name, metavar="GAME", help="games (all)")
    parser.add_argument(
        "--levels",
        type=upper_level,
        nargs=2,
        default=(2, len(LEVELS)),
        metavar=("FROM", "TO"),
        help=f"the upper levels of the first and of the last match, from 2 on (2 {len(LEVELS)})",
    )
    parser.add_argument(
        "--pairs", type=count, default=100, help="pairs of games per match (%(default)s)"
    )
    parser.add_argument(
        "--seconds", type=seconds, default=0.3, help="seconds per move of level 10 (%(default)s)"
    )
    parser.add_argument(
        "--most", type=seconds, default=float("inf"), help="seconds of a match (no limit)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of the openings and players (%(default)s)"
    )
    words = parser.parse_args()
    if words.levels[0] > words.levels[1]:
        refuse("--levels: the first level {} is above the last {}".format(*words.levels))
    names = words.names or [game.name for game in outwit.all_games()]
    for level in range(words.levels[0], words.levels[1] + 1):
        found = []
        for name in names:
            pairs, games = meet(outwit.game(name), level, words)
            found.append(pairs.elo)
            print(f"{level} against {level - 1}, {name}: {games}, Elo {pairs.elo}", flush=True)
        mean = sum(elo.value for elo in found) / len(found)
        error = sqrt(sum((elo.value - elo.low) ** 2 for elo in found)) / len(found)
        print(f"{level} against {level - 1}, mean: Elo {mean:+.0f} ± {error:.0f}", flush=True)


if __name__ == "__main__":
    run(main)
