"""Is a change of a game's numbers an improvement? Self-play, stopped as soon as it is clear.

    python bench/sprt.py GAME KEY=VALUE … [--nodes N] [--pairs N] [--elo0 E] [--elo1 E]

Plays pairs of games, each opening with both colours, between the engine with the changed numbers
and as it is; a sequential probability ratio test over the pairs ends the match. The keys are those
of the game's ``tuning.py``: of its search, or of its evaluation, which is why each engine has a
process of its own.
"""

from __future__ import annotations

import argparse
import sys
from importlib.util import module_from_spec, spec_from_file_location
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import outwit
from outwit.arena.openings import Book, draw_opening
from outwit.core.position import Position
from outwit.engine.tuning import Tuning
from outwit.ratings.sprt import UNDECIDED, Sprt

LONGEST_GAME = 400


def think(pipe: Connection, name: str, changes: dict[str, int], nodes: int) -> None:
    """Answer positions with moves, the game's numbers changed before anything has read them."""
    # Under its own name, so that the game, once it is imported, reads this one.
    file = Path(outwit.__file__).parent / "games" / name / "tuning.py"
    spec = spec_from_file_location(f"outwit.games.{name}.tuning", file)
    assert spec is not None
    assert spec.loader is not None
    numbers = module_from_spec(spec)
    sys.modules[spec.name] = numbers
    spec.loader.exec_module(numbers)
    for key, value in changes.items():
        if key in Tuning.__annotations__:
            numbers.SEARCH[key] = value
        elif hasattr(numbers, "WEIGHTS") and hasattr(numbers.WEIGHTS, key):
            setattr(numbers, "WEIGHTS", numbers.WEIGHTS.replace(**{key: value}))  # noqa: B010
        else:
            raise SystemExit(f"{name} has no number {key!r}")
    from outwit.engine.limits import Limits
    from outwit.players.engine import engine_for

    engine = engine_for(outwit.game(name), mebibytes=4)
    while (position := pipe.recv()) is not None:
        pipe.send(engine.best(position, Limits(nodes=nodes)).move)


def contestant(name: str, changes: dict[str, int], nodes: int) -> Connection:
    """Start an engine in a process of its own."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    context.Process(target=think, args=(theirs, name, changes, nodes), daemon=True).start()
    return ours


def play(position: Position, engines: tuple[Connection, Connection]) -> float:
    """Play to the end and return the points of the first engine, which has the first side."""
    while position.outcome is None and len(position.played) < LONGEST_GAME:
        engine = engines[position.turn]
        engine.send(position)
        position.play(engine.recv())
    if position.outcome is None or position.outcome.winner is None:
        return 0.5
    return float(position.outcome.winner == outwit.FIRST)


def main() -> None:
    """Play until it is clear, or to the last pair."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("changes", nargs="+", metavar="KEY=VALUE")
    parser.add_argument("--nodes", type=int, default=5_000)
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--elo0", type=float, default=0.0)
    parser.add_argument("--elo1", type=float, default=15.0)
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    game = outwit.game(words.game)
    changes = {key: int(value) for key, _, value in (c.partition("=") for c in words.changes)}
    new, old = (contestant(game.name, each, words.nodes) for each in (changes, {}))
    test = Sprt(words.elo0, words.elo1).check()
    for number in range(words.pairs):
        start = draw_opening(game, Book(), words.seed, number)
        points = play(start.copy(), (new, old))
        test = test.add(points + 1 - play(start.copy(), (old, new)))
        if test.decision != UNDECIDED:
            break
    for engine in (new, old):
        engine.send(None)
    print(f"{words.game} {' '.join(words.changes)}: {test}")


if __name__ == "__main__":
    main()
