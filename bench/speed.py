"""How many positions a second does the engine search, and how much do two threads add?

    python bench/speed.py [GAME …] [--seconds S] [--threads N]

Counts processor time for one thread, so that other work on the machine matters less, and wall time
for the comparison, one and N threads in turns.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import process_time

import outwit
from outwit.core.position import Position
from outwit.engine.engine import Engine
from outwit.engine.limits import Limits
from outwit.engine.tuning import Tuning

OPENING_PLIES = 6
OPENING_NODES = 20_000
ROUNDS = 3


def middle_game(game: outwit.Game) -> Position:
    """Return a position a few good moves after the start."""
    options: dict[str, object] = {}
    if any(option.name == "seed" for option in game.options):
        options = {"rows": 8, "columns": 8, "seed": 1}
    position = game.start(**options)
    engine = Engine(Tuning(**game.parts.tuning))
    for _ in range(OPENING_PLIES):
        position.play(engine.best(position, Limits(nodes=OPENING_NODES)).move)
    return position


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--threads", type=int, default=2)
    words = parser.parse_args()
    for game in outwit.all_games():
        if words.games and game.name not in words.games:
            continue
        position = middle_game(game)
        numbers = Tuning(**game.parts.tuning).replace(proofs=0)
        speeds: list[float] = []
        walls: dict[int, list[float]] = {1: [], words.threads: []}
        for _ in range(ROUNDS):
            for threads, rates in walls.items():
                engine = Engine(numbers, threads=threads)
                before = process_time()
                found = engine.best(position, Limits(time=words.seconds))
                if threads == 1:
                    speeds.append(found.nodes / (process_time() - before))
                rates.append(found.nodes / found.time)
        ratio = median(walls[words.threads]) / median(walls[1])
        print(
            f"{game.name:10} {max(speeds) / 1e6:5.2f} M nodes/s of processor time; "
            f"{words.threads} threads search {ratio:.2f} times as many a second as one",
            flush=True,
        )


if __name__ == "__main__":
    main()
