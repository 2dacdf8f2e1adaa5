"""Play the Advance program against a level-7 bot that breaks its ties at random.

    python bench/levels.py [--games N] [--time S] [--seed N]
                           [--free | --ties chance|engine|playouts]

Plays the program's choice of moves, without its process, against level 7; colours alternate. With
``--free`` the engine plays any move instead of those of level 7. ``--ties`` names the only
tie-break, in place of the program's playouts and engine together.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from time import perf_counter

import outwit
from outwit.assignments.advance.program import Settings, choose
from outwit.engine.limits import Limits
from outwit.engine.searcher import Searcher
from outwit.games.advance.bots import candidates, level_7
from outwit.games.advance.playouts import Playouts
from outwit.games.advance.rules import Advance
from outwit.players.engine import engine_for

# The root of the tree, so that ``bench`` is found however this script is run.
sys.path.append(str(Path(__file__).parents[1]))
from bench.arguments import count, parser_of, run, seconds


def break_tie(position: Advance, engine: Searcher, ties: str, time: float, rng: Random) -> str:
    """Return a move of level 7; a single tie-break decides between equal moves."""
    moves = tuple(candidates(position, 7))
    if ties == "chance" or len(moves) == 1:
        return rng.choice(moves)
    if ties == "engine":
        return engine.best(position, Limits(time=time, moves=moves)).move
    return Playouts(position).best(moves, time)


def main() -> None:
    """Play a match and print its score."""
    parser = parser_of(__doc__)
    parser.add_argument("--games", type=count, default=100, help="games in all (%(default)s)")
    parser.add_argument(
        "--time", type=seconds, default=Settings.seconds, help="seconds per move (%(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of level 7 (%(default)s)")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--free", action="store_true", help="the engine plays any move")
    how.add_argument("--ties", choices=("chance", "engine", "playouts"), help="the only tie-break")
    words = parser.parse_args()
    game = outwit.game("advance")
    rng = Random(words.seed)
    settings = Settings()
    settings.seconds = words.time
    wins = draws = losses = 0
    slowest = 0.0
    for number in range(words.games):
        ours = number % 2
        position = Advance.begin()
        engine = engine_for(game)
        while position.outcome is None:
            if position.turn != ours:
                position.play(level_7(position, rng))
                continue
            start = perf_counter()
            if words.free:
                move: str | None = engine.best(position, Limits(time=words.time)).move
            elif words.ties:
                move = break_tie(position, engine, words.ties, words.time, rng)
            else:
                move = choose(position, settings)
            slowest = max(slowest, perf_counter() - start)
            assert move is not None
            position.play(move)
        winner = position.outcome.winner
        wins += winner == ours
        draws += winner is None
        losses += winner not in (None, ours)
        print(
            f"{number + 1} games: {wins} won, {draws} drawn, {losses} lost; "
            f"slowest move {slowest:.3f} s",
            flush=True,
        )


if __name__ == "__main__":
    run(main)
