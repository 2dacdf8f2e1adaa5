"""Test by SPRT in self-play whether a change of a game's parameters is an improvement.

    python bench/sprt.py GAME KEY=VALUE … [--nodes N] [--pairs N] [--elo0 E] [--elo1 E]

Plays pairs of games, each opening with both colours, between the engine with the changed parameters
and the engine without. A sequential probability ratio test over the pairs ends the match. The keys
are those of the game's ``tuning.py``, for its search or its evaluation. Each engine has its own
process, because an evaluation is set once per process.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import outwit
from outwit.arena.openings import Book, draw_opening
from outwit.core.position import Position
from outwit.engine.tuning import Tuning
from outwit.errors import UsageError
from outwit.ratings.sprt import UNDECIDED, Sprt

# The root of the tree, so that ``bench`` is found however this script is run.
sys.path.append(str(Path(__file__).parents[1]))
from bench.arguments import count, finite, game_name, parser_of, read_change, refuse, run

LONGEST_GAME = 400


def tuning_of(name: str) -> Path:
    """Return the file of a game's parameters."""
    return Path(outwit.__file__).parent / "games" / name / "tuning.py"


def think(pipe: Connection, name: str, changes: dict[str, int], nodes: int) -> None:
    """Change the game's parameters before the game is imported; answer positions with moves."""
    # Loaded under its own name, so that the game imports this module.
    spec = spec_from_file_location(f"outwit.games.{name}.tuning", tuning_of(name))
    assert spec is not None
    assert spec.loader is not None
    numbers = module_from_spec(spec)
    sys.modules[spec.name] = numbers
    spec.loader.exec_module(numbers)
    for key, value in changes.items():
        if key in Tuning.__annotations__:
            numbers.SEARCH[key] = value
        else:
            setattr(numbers, "WEIGHTS", numbers.WEIGHTS.replace(**{key: value}))  # noqa: B010
    from outwit.engine.limits import Limits
    from outwit.players.engine import engine_for

    engine = engine_for(outwit.game(name), mebibytes=4)
    while (position := pipe.recv()) is not None:
        pipe.send(engine.best(position, Limits(nodes=nodes)).move)


def read_changes(name: str, texts: list[str]) -> dict[str, int]:
    """Return the changed parameters; raise UsageError if the game has no such parameter."""
    # The games' folder may be another one; ``think`` reads this file.
    if not tuning_of(name).is_file():
        raise UsageError(f"{name} has no numbers to change: {str(tuning_of(name))!r} is not there")
    weights = getattr(import_module(f"outwit.games.{name}.tuning"), "WEIGHTS", None)
    kept = () if weights is None else weights.fields
    # Weights that are tables cannot be changed here.
    single = (key for key in kept if isinstance(getattr(weights, key), int))
    keys = dict.fromkeys((*Tuning.__annotations__, *single))
    return dict(read_change(text, keys, name) for text in texts)


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
    """Play until the test ends, or to the last pair."""
    parser = parser_of(__doc__)
    parser.add_argument("game", type=game_name, metavar="GAME")
    parser.add_argument("changes", nargs="+", metavar="KEY=VALUE", help="parameters to change")
    parser.add_argument("--nodes", type=count, default=5_000, help="per move (%(default)s)")
    parser.add_argument(
        "--pairs", type=count, default=500, help="most pairs of games (%(default)s)"
    )
    parser.add_argument(
        "--elo0", type=finite, default=0.0, help="Elo of the null hypothesis (%(default)s)"
    )
    parser.add_argument(
        "--elo1", type=finite, default=15.0, help="Elo of the alternative hypothesis (%(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the openings (%(default)s)")
    words = parser.parse_args()
    game = outwit.game(words.game)
    try:
        changes = read_changes(game.name, words.changes)
        test = Sprt(words.elo0, words.elo1).check()
    except ValueError as error:
        refuse(error)
    new, old = (contestant(game.name, each, words.nodes) for each in (changes, {}))
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
    run(main)
