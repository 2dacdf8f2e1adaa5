"""Does the Advance program beat a level-7 bot that breaks its ties at random?

    python bench/levels.py [--games N] [--free | --ties chance|engine|playouts] [--seed N]

Plays the program's own choice of moves, without its process, against level 7, colours in turn.
With ``--free`` the engine plays whatever it likes instead of keeping to level 7. With ``--ties``
only that breaks the ties, instead of the program's playouts and engine together.
"""

from __future__ import annotations

import argparse
from random import Random
from time import perf_counter

import outwit
from outwit.engine.engine import Engine
from outwit.engine.limits import Limits
from outwit.games.advance.bots import candidates, level_7
from outwit.games.advance.playouts import Playouts
from outwit.games.advance.rules import Advance
from outwit.players.engine import engine_for
from outwit.programs.advance import Settings, choose


def break_tie(position: Advance, engine: Engine, ties: str, seconds: float, rng: Random) -> str:
    """Return a move of level 7; one thing alone decides between those that it finds equal."""
    moves = tuple(candidates(position, 7))
    if ties == "chance" or len(moves) == 1:
        return rng.choice(moves)
    if ties == "engine":
        return engine.best(position, Limits(time=seconds, moves=moves)).move
    return Playouts(position).best(moves, seconds)


def main() -> None:
    """Play a match and print its score."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--free", action="store_true")
    parser.add_argument("--ties", choices=("chance", "engine", "playouts"))
    parser.add_argument("--time", type=float, default=Settings.seconds)
    parser.add_argument("--seed", type=int, default=1)
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
    main()
