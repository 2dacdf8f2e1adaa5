"""Play the engine of one source tree against that of another.

    python bench/versions.py NEW OLD [GAME …] [--games N] [--nodes N | --time S] [--processes P]
                             [--balance N]

NEW and OLD are source trees, both built. Each engine runs in a process that imports the package of
its own tree. Openings are those of the arena, each with both colours. ``--balance N`` draws an
opening again if a search of 100,000 nodes scores it further from 0 than N hundredths. The rules and
the openings are those of the package that runs this script.

On a machine with a compiler but without Cython, copy the C files that ``make build`` leaves in
``build/cython``, and build each tree from them:

    OUTWIT_C=1 python setup.py build_ext --inplace --parallel 16
    PYTHONPATH=NEW/src python NEW/bench/versions.py NEW OLD --games 400 --nodes 5000

An older ``setup.py`` that does not know OUTWIT_C can be replaced by this tree's.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path

import outwit
from outwit.arena.openings import Book, draw_opening
from outwit.errors import UsageError
from outwit.ratings.pentanomial import Pentanomial
from outwit.ratings.scores import Tally

# The root of the tree, so that ``bench`` is found however this script is run.
sys.path.append(str(Path(__file__).parents[1]))
from bench.arguments import (
    count,
    even_count,
    game_name,
    parser_of,
    refuse,
    run,
    seconds,
    whole_not_negative,
)

LONGEST_GAME = 400
MEBIBYTES = 16
BALANCE_NODES = 100_000
# Code of a process: it reads positions and writes moves, a line each; a new engine every game.
ENGINE = f"""
import json, sys
import outwit
from outwit.engine.limits import Limits
from outwit.players.engine import engine_for
for line in sys.stdin:
    name, text, options, moves, limits = json.loads(line)
    if len(moves) < 2:
        game = outwit.game(name)
        position = game.position(text, **options)
        engine = engine_for(game, mebibytes={MEBIBYTES})
    for move in moves[len(position.played):]:
        position.play(move)
    print(engine.best(position, Limits(**limits)).move, flush=True)
"""


def environment_of(tree: str) -> dict[str, str]:
    """Return the environment of a process that imports the package of a tree."""
    return {**os.environ, "PYTHONPATH": str(Path(tree, "src").resolve())}


def check_tree(tree: str) -> None:
    """Raise UsageError if a folder is no source tree, or its package cannot be imported."""
    source = Path(tree, "src").resolve()
    if not (source / "outwit" / "__init__.py").is_file():
        raise UsageError(f"{tree!r} is no source tree: there is no package in {str(source)!r}")
    done = subprocess.run(
        # Without input, it imports the package and exits.
        [sys.executable, "-c", ENGINE],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env=environment_of(tree),
    )
    if done.returncode:
        *_, reason = ["", *done.stderr.strip().splitlines()]
        raise UsageError(f"the package of {tree!r} cannot be imported: {reason}")


@cache
def engine_of(tree: str) -> subprocess.Popen[str]:
    """Start the engine of a tree; it ends with this process."""
    return subprocess.Popen(
        [sys.executable, "-c", ENGINE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment_of(tree),
        process_group=0,  # Ctrl-C reaches this process only
    )


def play(
    trees: tuple[str, str], name: str, opening: outwit.Position, limits: dict[str, float]
) -> float:
    """Play to the end and return the points of the first tree, which has the first side."""
    position = opening.copy()
    while position.outcome is None and len(position.played) < LONGEST_GAME:
        engine = engine_of(trees[position.turn])
        assert engine.stdin is not None
        assert engine.stdout is not None
        question = [name, opening.text, opening.options, position.played, limits]
        engine.stdin.write(f"{json.dumps(question)}\n")
        engine.stdin.flush()
        position.play(engine.stdout.readline().strip())
    if position.outcome is None or position.outcome.winner is None:
        return 0.5
    return float(position.outcome.winner == outwit.FIRST)


def play_pair(
    new: str, old: str, name: str, limits: dict[str, float], book: Book, seed: int, number: int
) -> tuple[float, float]:
    """Play an opening with both colours; return the points of the new tree in each game."""
    opening = draw_opening(outwit.game(name), book, seed, number)
    return (
        play((new, old), name, opening, limits),
        1 - play((old, new), name, opening, limits),
    )


def main() -> None:
    """Play the games and print, for each game, won, drawn and lost, and the Elo."""
    parser = parser_of(__doc__)
    parser.add_argument("new", metavar="NEW", help="a source tree")
    parser.add_argument("old", metavar="OLD", help="a source tree")
    parser.add_argument("names", nargs="*", type=game_name, metavar="GAME", help="games (all)")
    parser.add_argument(
        "--games", type=even_count, default=400, help="games of each, an even number (%(default)s)"
    )
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--nodes", type=count, default=5_000, help="per move (%(default)s)")
    limit.add_argument("--time", type=seconds, help="seconds per move, instead of nodes")
    parser.add_argument(
        "--processes", type=count, default=os.cpu_count(), help="parallel games (%(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the openings (%(default)s)")
    parser.add_argument(
        "--balance",
        type=whole_not_negative,
        help="most hundredths an opening may be from 0 (no limit)",
    )
    words = parser.parse_args()
    try:
        for tree in (words.new, words.old):
            check_tree(tree)
    except UsageError as error:
        refuse(error)
    book = Book(balance=words.balance, balance_nodes=BALANCE_NODES)
    limits = {"nodes": words.nodes} if words.time is None else {"time": words.time}
    with ProcessPoolExecutor(words.processes) as pool:
        for name in words.names or [game.name for game in outwit.all_games()]:
            task = partial(play_pair, words.new, words.old, name, limits, book, words.seed)
            pairs, games = Pentanomial(), Tally()
            for points in pool.map(task, range(words.games // 2)):
                pairs = pairs.add(sum(points))
                games += Tally(points.count(1), points.count(0.5), points.count(0))
            lost, *middle, won = pairs.counts
            print(
                f"{name:10} {games} (won-drawn-lost), {games.score:.1%}, Elo {pairs.elo}, "
                f"openings won twice {won}, shared {sum(middle)}, lost twice {lost}",
                flush=True,
            )


if __name__ == "__main__":
    run(main)
