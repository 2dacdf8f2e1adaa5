"""Check that the engine finds every short forced win, against an exhaustive search.

    python bench/wins.py [GAME …] [--positions N] [--plies N] [--seed N]

Positions are taken from random games, a few plies before their end. The engine, limited only by
depth, must find every win within ``--plies`` plies.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import outwit
from outwit.core.position import Position
from outwit.engine.limits import Limits
from outwit.engine.score import MATE
from outwit.players.engine import engine_for
from outwit.testing.wins import wins_within

# The root of the tree, so that ``bench`` is found however this script is run.
sys.path.append(str(Path(__file__).parents[1]))
from bench.arguments import count, game_name, parser_of, run

# Boards small enough for an exhaustive search.
OPTIONS: dict[str, dict[str, object]] = {
    "jesonmor": {"size": 5},
    "push": {"rows": 5, "columns": 6},
}
LONGEST_GAME = 250
MOST_MOVES = 30


def late_position(game: outwit.Game, rng: Random) -> Position:
    """Return a running position close to the end of a random game."""
    options = dict(OPTIONS.get(game.name, {}))
    if any(option.name == "seed" for option in game.options):
        options["seed"] = rng.randrange(10**6)
    while True:
        position = game.start(**options)
        while position.outcome is None and len(position.played) < LONGEST_GAME:
            position.play(rng.choice(sorted(position.legal_moves)))
        for _ in range(min(rng.randint(1, 8), len(position.played))):
            position.undo()
        if position.outcome is None and len(position.legal_moves) <= MOST_MOVES:
            return position


def main() -> None:
    """Compare and count."""
    parser = parser_of(__doc__)
    parser.add_argument("games", nargs="*", type=game_name, metavar="GAME", help="games (all)")
    parser.add_argument("--positions", type=count, default=500, help="per game (%(default)s)")
    parser.add_argument("--plies", type=count, default=5, help="most plies of a win (%(default)s)")
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of the random games (%(default)s)"
    )
    words = parser.parse_args()
    for game in [outwit.game(name) for name in words.games] or outwit.all_games():
        rng = Random(words.seed)
        engine = engine_for(game)
        wins = dict.fromkeys(range(1, words.plies + 1), 0)
        missed = []
        for _ in range(words.positions):
            position = late_position(game, rng)
            plies = wins_within(position, words.plies)
            if plies is None:
                continue
            wins[plies] += 1
            if engine.best(position, Limits(depth=words.plies)).score.value != MATE - plies:
                missed.append(position.text)
        by_plies = ", ".join(f"{number} in {plies}" for plies, number in wins.items())
        print(f"{game.name}: {words.positions} positions, wins: {by_plies}; missed {len(missed)}")
        for text in missed[:5]:
            print(f"  {text}")


if __name__ == "__main__":
    run(main)
