"""Simulate people of known strength who solve the shipped puzzles, and print their ratings.

    python bench/puzzleratings.py [GAME …] [--people N] [--tries N] [--seed N]

Each person solves a puzzle with the chance that their strength and the puzzle's shipped rating
give. The puzzles are proposed and rated as on the portal, and their ratings move too. Prints, for
every strength, the mean rating after some tries, its standard deviation, and the largest change by
a first try.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from statistics import fmean, pstdev

import outwit
from outwit.core.puzzle import read_puzzles
from outwit.puzzles.calibration import chance
from outwit.ratings.glicko import Glicko
from outwit.ratings.solving import ESTIMATED, NEWCOMER, after_try

# The root of the tree, so that ``bench`` is found however this script is run.
sys.path.append(str(Path(__file__).parents[1]))
from bench.arguments import count, game_name, parser_of, run

STRENGTHS = (600, 900, 1200, 1500, 1800)
# Puzzles nearest in rating from which the portal proposes one.
NEAREST = 12
SHOWN = (1, 5, 10, 20, 40, 60)


class Stock:
    """The puzzles of a game: their true ratings, and those that tries have given them."""

    def __init__(self, name: str) -> None:
        self.true = [float(puzzle.rating) for puzzle in read_puzzles(outwit.game(name))]
        self.now = [Glicko(rating, ESTIMATED) for rating in self.true]

    def propose(self, rating: float, tried: set[int], rng: Random) -> int:
        """Return an untried puzzle near a rating."""
        open_ones = [number for number in range(len(self.now)) if number not in tried]
        open_ones.sort(key=lambda number: abs(self.now[number].rating - rating))
        return rng.choice(open_ones[:NEAREST])


def solve(stock: Stock, strength: int, tries: int, rng: Random) -> list[float]:
    """Let a person try puzzles; return their rating after each try."""
    own = NEWCOMER
    tried: set[int] = set()
    ratings = []
    for _ in range(min(tries, len(stock.now))):
        number = stock.propose(own.rating, tried, rng)
        tried.add(number)
        solved = rng.random() < chance(strength, stock.true[number])
        after = after_try(own, stock.now[number], solved)
        own, stock.now[number] = after.solver, after.puzzle
        ratings.append(own.rating)
    return ratings


def main() -> None:
    """Simulate and print."""
    parser = parser_of(__doc__)
    parser.add_argument("names", nargs="*", type=game_name, metavar="GAME", help="games (all)")
    parser.add_argument("--people", type=count, default=50, help="of each strength (%(default)s)")
    parser.add_argument("--tries", type=count, default=60, help="of each person (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all chances (%(default)s)")
    words = parser.parse_args()
    for name in words.names or [game.name for game in outwit.all_games()]:
        rng = Random(words.seed)
        stock = Stock(name)
        everybody = [strength for strength in STRENGTHS for _ in range(words.people)]
        rng.shuffle(everybody)
        found: dict[int, list[list[float]]] = {strength: [] for strength in STRENGTHS}
        for strength in everybody:
            found[strength].append(solve(stock, strength, words.tries, rng))
        for strength, people in found.items():
            shown = ", ".join(
                f"{fmean(column):.0f} ± {pstdev(column):.0f} after {number}"
                for number in SHOWN
                if (column := [each[number - 1] for each in people if len(each) >= number])
            )
            first = max(abs(each[0] - NEWCOMER.rating) for each in people)
            print(f"{name}, {strength}: {shown}; first change at most {first:.0f}", flush=True)
        drift = [abs(now.rating - true) for now, true in zip(stock.now, stock.true, strict=True)]
        print(f"{name}: puzzles moved by {fmean(drift):.0f} in the mean", flush=True)


if __name__ == "__main__":
    run(main)
