"""Measure the accuracy that the analysis of a game gives to the levels and to random play.

    python bench/accuracy.py [GAME …] [--rounds N] [--nodes N] [--seconds S]

In each round every level, and random play as level 0, plays one game of each kind: against a
neighbour or any level, with random sides. Prints the mean accuracy of each level in each game, with
its standard error and the number of sides, after every round; then the same of all games of a
level as if they were one, which a few games with little at stake do not distort.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import outwit
from outwit.arena.openings import Book, draw_opening
from outwit.core.game import Game
from outwit.core.position import Position
from outwit.engine.limits import Limits
from outwit.players.allowance import UNLIMITED, Allowance
from outwit.players.levels import LEVELS, LevelPlayer
from outwit.records.replay import from_position
from outwit.server.values.analysis import GameAnalysis, weight
from outwit.server.values.analysisview import shown_analysis

# The root of the tree, so that ``bench`` is found however this script is run.
sys.path.append(str(Path(__file__).parents[1]))
from bench.arguments import count, game_name, parser_of, run, seconds

RANDOM, LONGEST_GAME = 0, 200


def play(game: Game, levels: tuple[int, int], number: int, rng: Random, time: float) -> Position:
    """Play a game between two levels; ``time`` is that of level 10 for a move."""
    position = draw_opening(game, Book(), 1, number).copy()
    players = [LevelPlayer(game, level or 1, rng, book=False) for level in levels]
    while position.outcome is None and position.ply < LONGEST_GAME:
        level = levels[position.turn]
        if level == RANDOM:
            position.play(rng.choice(sorted(move.text for move in position.legal_moves)))
            continue
        allowance = Allowance(time) if level == len(LEVELS) else UNLIMITED
        position.play(players[position.turn].choose(position, allowance))
    return position


def main() -> None:
    """Play, analyse and print."""
    parser = parser_of(__doc__)
    parser.add_argument("names", nargs="*", type=game_name, metavar="GAME", help="games (all)")
    parser.add_argument("--rounds", type=count, default=10, help="rounds (%(default)s)")
    parser.add_argument("--nodes", type=count, default=80_000, help="of a position (%(default)s)")
    parser.add_argument("--seconds", type=seconds, default=0.1, help="of level 10 (%(default)s)")
    words = parser.parse_args()
    names = words.names or [game.name for game in outwit.all_games()]
    found: dict[tuple[str, int], list[int]] = defaultdict(list)
    # Sums of losses and of stakes.
    whole: dict[tuple[str, int], list[float]] = defaultdict(lambda: [0.0, 0.0])
    number = 0
    for done in range(1, words.rounds + 1):
        for level in range(len(LEVELS) + 1):
            for name in names:
                game, number = outwit.game(name), number + 1
                rng = Random(str(number))
                near = (max(0, level - 1), min(len(LEVELS), level + 1))
                other = rng.choice([*near, rng.randrange(len(LEVELS) + 1)])
                levels = (level, other) if rng.random() < 0.5 else (other, level)
                position = play(game, levels, number, rng, words.seconds)
                record = from_position(game, position)
                analysis = GameAnalysis(record)
                analysis.limits = Limits(nodes=words.nodes)
                for _ in range(analysis.total):
                    analysis.step()
                players = shown_analysis(record, analysis.plies)["players"]
                for ply, each in enumerate(analysis.plies[:-1]):
                    sums = whole[name, levels[ply % 2]]
                    sums[0] += weight(each.loss)
                    sums[1] += each.stake
                for side, player in enumerate(players):
                    if player["accuracy"] is not None:
                        found[name, levels[side]].append(player["accuracy"])
        print(f"after {done} of {words.rounds} rounds, for level 0 (random play) to 10:")
        for name in names:
            shown = [values(found[name, level]) for level in range(len(LEVELS) + 1)]
            print(f"{name}: {', '.join(shown)}", flush=True)
            together = [share(*whole[name, level]) for level in range(len(LEVELS) + 1)]
            print(f"{name}, together: {', '.join(together)}", flush=True)


def share(lost: float, stake: float) -> str:
    """Return the accuracy of many moves by the sums of their losses and stakes."""
    return f"{100 * (1 - lost / stake):.0f}" if stake else "none"


def values(accuracies: list[int]) -> str:
    """Return mean, standard error and number of accuracies."""
    if not accuracies:
        return "none"
    error = stdev(accuracies) / len(accuracies) ** 0.5 if len(accuracies) > 1 else float("nan")
    return f"{fmean(accuracies):.0f} ± {error:.0f} ({len(accuracies)})"


if __name__ == "__main__":
    run(main)
