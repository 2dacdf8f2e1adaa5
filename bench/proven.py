"""How often does a move keep a proven result? Positions late in games, solved, then played.

    python bench/proven.py GAME [--positions N] [--time S | --nodes N] [--solve S] [--plies N]
                           [--random SHARE] [--processes P] [--seed N] [--show]
                           [--option KEY=VALUE …]

The engine plays games against itself, from openings as the arena draws them or with the options
given, a share of the moves at random. The solver goes back from the end of each game, as long as
it solves positions in time, and for a bounded number of plies. Where the side to move wins or
draws and has a choice, the engine thinks for a while, or for some nodes where a machine is busy,
and moves.
The move keeps the result, or gives it away, or the solver cannot tell. A loss has nothing to give
away.

A few other legal moves are solved, too: how many of them give the result away says how hard the
positions are. With --show, positions are printed in which the engine's move was wrong.
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random

import outwit
from outwit.arena.openings import Book, draw_opening
from outwit.core.position import Position
from outwit.core.value import Value
from outwit.engine.limits import Limits
from outwit.engine.solver import Solver
from outwit.errors import UsageError
from outwit.players.engine import engine_for

# The root of the tree, so that ``bench`` is found however this script is run.
sys.path.append(str(Path(__file__).parents[1]))
from bench.arguments import count, finite, game_name, parser_of, refuse, run, seconds

NODES_A_MOVE = 3_000
LONGEST_GAME = 400
MEBIBYTES = 32
# Legal moves tried of a position to tell how hard it is.
TRIED = 4
GAMES_AT_A_TIME = 2
# Games for each position wanted after which there is no hope.
MOST_GAMES = 20
AFTER = {"loss": "win", "draw": "draw", "win": "loss"}
WORTH = {"loss": 0, "draw": 1, "win": 2}


class Terms(Value):
    """How positions are found, and how they are played."""

    game: str
    options: tuple[tuple[str, str], ...]
    limits: Limits
    solve: float
    plies: int
    random: float
    seed: int


class Seen(Value):
    """A position with a proven win or draw, and what the engine's move made of it."""

    text: str
    result: str
    move: str
    verdict: str
    # Other legal moves that were solved, and those of them that give the result away.
    tried: int
    losing: int


def solved(position: Position, seconds: float) -> str:
    """Return how the game ends for the side to move, or ``unknown``."""
    return Solver(MEBIBYTES).solve(position, time=seconds).result


def verdict(result: str, after: str) -> str:
    """Say what a move makes of a result; ``after`` is the result for the other side."""
    if after not in AFTER:
        return "unknown"
    return "wrong" if WORTH[AFTER[after]] < WORTH[result] else "kept"


def played_game(terms: Terms, position: Position, rng: Random) -> list[str]:
    """Play a game of the engine against itself; return its positions' texts, the last one first."""
    engine = engine_for(outwit.game(terms.game), mebibytes=4)
    texts = []
    while position.outcome is None and len(position.played) < LONGEST_GAME:
        texts.append(position.text)
        if rng.random() < terms.random:
            position.play(rng.choice(sorted(position.legal_moves)))
        else:
            position.play(engine.best(position, Limits(nodes=NODES_A_MOVE)).move)
    return texts[::-1]


def look(terms: Terms, number: int) -> list[Seen]:
    """Return what is seen in a game by its number."""
    game = outwit.game(terms.game)
    rng = Random(f"{terms.seed}/{number}")
    opening = draw_opening(game, Book(options=terms.options), terms.seed, number)
    found = []
    for text in played_game(terms, opening.copy(), rng)[: terms.plies]:
        position = game.position(text, **opening.options)
        result = solved(position, terms.solve)
        if result == "unknown":
            break
        if result == "loss" or position.count_moves() < 2:
            continue
        move = engine_for(game).best(position, terms.limits).move
        others = [other for other in sorted(position.legal_moves) if other != move]
        tries = Counter(
            verdict(result, solved(child(position, other), terms.solve / 4))
            for other in rng.sample(others, min(TRIED, len(others)))
        )
        found.append(
            Seen(
                text,
                result,
                str(move),
                verdict(result, solved(child(position, move), 4 * terms.solve)),
                tries["kept"] + tries["wrong"],
                tries["wrong"],
            )
        )
    return found


def child(position: Position, move: str) -> Position:
    """Return the position after a move."""
    after = position.copy()
    after.play(move)
    return after


def report(name: str, games: int, found: list[Seen]) -> str:
    """Return the counts as lines."""
    lines = [f"{name}: {len(found)} positions of {games} games"]
    for result in ("win", "draw"):
        verdicts = Counter(seen.verdict for seen in found if seen.result == result)
        known = verdicts["kept"] + verdicts["wrong"]
        share = f" of {known}, {verdicts['kept'] / known:.2%}" if known else ""
        lines.append(
            f"  {result}: kept {verdicts['kept']}{share}; given away {verdicts['wrong']}; "
            f"not known {verdicts['unknown']}"
        )
    tried, losing = (sum(getattr(seen, key) for seen in found) for key in ("tried", "losing"))
    share = f" ({losing / tried:.0%})" if tried else ""
    lines.append(f"  other moves, drawn at random: {losing} of {tried}{share} give it away")
    return "\n".join(lines)


def read_options(name: str, texts: list[str]) -> tuple[tuple[str, str], ...]:
    """Return options of a game; raise UsageError or BadOption if they are none."""
    options = []
    for text in texts:
        key, sign, value = text.partition("=")
        if not sign:
            raise UsageError(f"{text[:60]!r} is not KEY=VALUE")
        options.append((key, value))
    outwit.game(name).start(**dict(options))
    return tuple(options)


def main() -> None:
    """Look at games until there are enough positions, and print the counts."""
    parser = parser_of(__doc__)
    parser.add_argument("game", type=game_name, metavar="GAME")
    parser.add_argument("--positions", type=count, default=200, help="at least (%(default)s)")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--time", type=seconds, default=0.1, help="of the engine (%(default)s)")
    limit.add_argument("--nodes", type=count, help="of the engine, instead of time")
    parser.add_argument("--solve", type=seconds, default=0.5, help="of the solver (%(default)s)")
    parser.add_argument(
        "--plies", type=count, default=30, help="before a game's end, at most (%(default)s)"
    )
    parser.add_argument(
        "--random", type=finite, default=0.1, help="share of random moves (%(default)s)"
    )
    parser.add_argument("--processes", type=count, default=1, help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the games (%(default)s)")
    parser.add_argument("--option", nargs="+", default=[], metavar="KEY=VALUE", help="of the game")
    parser.add_argument("--show", action="store_true", help="print positions played wrong")
    words = parser.parse_args()
    if not 0 <= words.random <= 1:
        refuse(f"--random: {words.random:g} is not from 0 to 1")
    try:
        options = read_options(words.game, words.option)
    except outwit.OutwitError as error:
        refuse(error)
    limits = Limits(time=words.time) if words.nodes is None else Limits(nodes=words.nodes)
    terms = Terms(words.game, options, limits, words.solve, words.plies, words.random, words.seed)
    # By text: each position counts once.
    kept: dict[str, Seen] = {}
    games = 0
    with ProcessPoolExecutor(words.processes, get_context("spawn")) as pool:
        while len(kept) < words.positions:
            if games >= MOST_GAMES * words.positions:
                refuse(f"{games} games have {len(kept)} positions that the solver solves")
            numbers = range(games, games + GAMES_AT_A_TIME * words.processes)
            for found in pool.map(partial(look, terms), numbers):
                kept |= {seen.text: seen for seen in found}
            games = numbers.stop
    if words.show:
        for seen in kept.values():
            if seen.verdict == "wrong":
                print(f"{seen.result}: {seen.text}: {seen.move}")
    print(report(words.game, games, list(kept.values())))


if __name__ == "__main__":
    run(main)
