"""Measure how often the engine's move keeps a proven result, in late positions that are solved.

    python bench/proven.py GAME [--positions N] [--time S | --nodes N] [--solve S] [--plies N]
                           [--random SHARE] [--processes P] [--seed N] [--show]
                           [--option KEY=VALUE …]

The engine plays games against itself, with a share of random moves. The openings are those of the
arena, or have the options given. The solver goes back from the end of each game, for at most
``--plies`` plies, until it fails to solve a position in time. If the side to move wins or draws
and has a choice of moves, the engine searches the position by time or nodes and moves.

The move keeps the result, gives it away, or cannot be solved. Lost positions are left out.

A few other legal moves are solved to show how hard the positions are: some of them give the result
away. ``--show`` prints the positions in which the engine's move was wrong.
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
# Most other legal moves solved in a position, to show how hard it is.
TRIED = 4
GAMES_AT_A_TIME = 2
# Most games per wanted position.
MOST_GAMES = 20
AFTER = {"loss": "win", "draw": "draw", "win": "loss"}
WORTH = {"loss": 0, "draw": 1, "win": 2}


class Terms(Value):
    """The settings for finding positions and for playing them."""

    game: str
    options: tuple[tuple[str, str], ...]
    limits: Limits
    solve: float
    plies: int
    random: float
    seed: int


class Seen(Value):
    """A position with a proven win or draw, and the result after the engine's move."""

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
    """Name the effect of a move on a result; ``after`` is the result for the other side."""
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
    """Return the positions of a game by its number."""
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
    """Play games until there are enough positions, and print the counts."""
    parser = parser_of(__doc__)
    parser.add_argument("game", type=game_name, metavar="GAME")
    parser.add_argument(
        "--positions", type=count, default=200, help="fewest positions (%(default)s)"
    )
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--time", type=seconds, default=0.1, help="engine's seconds (%(default)s)")
    limit.add_argument("--nodes", type=count, help="engine's nodes, instead of time")
    parser.add_argument("--solve", type=seconds, default=0.5, help="solver's seconds (%(default)s)")
    parser.add_argument(
        "--plies", type=count, default=30, help="most plies before a game's end (%(default)s)"
    )
    parser.add_argument(
        "--random", type=finite, default=0.1, help="share of random moves (%(default)s)"
    )
    parser.add_argument("--processes", type=count, default=1, help="parallel (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the games (%(default)s)")
    parser.add_argument("--option", nargs="+", default=[], metavar="KEY=VALUE", help="game options")
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
    # Keyed by text, so that each position counts once.
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
