"""Measure play at the end of Ataxx: forced results found, and moves that a solver refutes.

    python bench/ends.py [--positions N] [--empties LOW HIGH] [--time S] [--solve S] [--seed N]

Positions are taken from games that the engine plays against itself, half of them on the open board,
with LOW to HIGH empty squares. The engine has ``--time`` seconds for each, the solver ``--solve``.
A move is wrong if the solver proves that it gives away a win or a draw.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from random import Random

import outwit
from outwit.core.position import Position
from outwit.engine.limits import Limits
from outwit.engine.solver import Solver
from outwit.games.ataxx.openings import BLOCKS
from outwit.players.engine import engine_for

# The root of the tree, so that ``bench`` is found however this script is run.
sys.path.append(str(Path(__file__).parents[1]))
from bench.arguments import count, parser_of, refuse, run, seconds

GAME = outwit.game("ataxx")
PLAYED = Limits(nodes=1_500)
LONGEST_GAME = 200
# Most empty squares of a position: fewer than after any opening of six moves.
MOST_EMPTY = 30
WORTH = {"loss": 0, "draw": 1, "win": 2}
AFTER = {"loss": "win", "draw": "draw", "win": "loss"}
COLUMNS = ("positions", "forced", "solved", "won or drawn", "wrong")


def empties(position: Position) -> int:
    """Count the empty squares."""
    return sum(int(letter) for letter in position.text.split()[0] if letter.isdigit())


def late_position(number: int, low: int, high: int, rng: Random) -> Position:
    """Return a running game with that many empty squares, and a choice of moves."""
    engine = engine_for(GAME, mebibytes=4)
    while True:
        position = GAME.start(blocks=rng.choice(BLOCKS[1:]) if number % 2 else ())
        for _ in range(rng.randint(2, 6)):
            if position.outcome is None:
                position.play(rng.choice(sorted(position.legal_moves)))
        wanted = rng.randint(low, high)
        while position.outcome is None and len(position.played) < LONGEST_GAME:
            if empties(position) <= wanted:
                if empties(position) >= low and position.count_moves() > 1:
                    return GAME.position(position.text)
                break
            position.play(engine.best(position, PLAYED).move)


def result(position: Position, seconds: float) -> str:
    """Return how the game ends for the side to move, as far as that is known."""
    return Solver(64).solve(position, time=seconds).result


def main() -> None:
    """Measure, and print a row for each number of empty squares."""
    parser = parser_of(__doc__)
    parser.add_argument(
        "--positions", type=count, default=200, help="positions in all (%(default)s)"
    )
    parser.add_argument(
        "--empties",
        type=count,
        nargs=2,
        default=(6, 14),
        metavar=("LOW", "HIGH"),
        help="fewest and most empty squares (6 14)",
    )
    parser.add_argument("--time", type=seconds, default=0.2, help="engine's seconds (%(default)s)")
    parser.add_argument("--solve", type=seconds, default=2.0, help="solver's seconds (%(default)s)")
    parser.add_argument("--seed", type=int, default=7, help="seed of the games (%(default)s)")
    words = parser.parse_args()
    rng = Random(words.seed)
    low, high = words.empties
    if not low <= high <= MOST_EMPTY:
        refuse(f"--empties: {low} to {high} is no range up to {MOST_EMPTY}")
    rows: dict[int, list[int]] = defaultdict(lambda: [0] * len(COLUMNS))
    for number in range(words.positions):
        position = late_position(number, low, high, rng)
        row = rows[empties(position)]
        found = engine_for(GAME).best(position, Limits(time=words.time))
        known = result(position, words.solve)
        row[0] += 1
        row[1] += found.score.is_forced
        row[2] += known in WORTH
        if WORTH.get(known):
            row[3] += 1
            position.play(found.move)
            after = result(position, words.solve)
            row[4] += after in AFTER and WORTH[AFTER[after]] < WORTH[known]
    print(f"{'empties':>8}", *(f"{column:>12}" for column in COLUMNS))
    for number, row in sorted(rows.items()):
        print(f"{number:>8}", *(f"{count:>12}" for count in row))


if __name__ == "__main__":
    run(main)
