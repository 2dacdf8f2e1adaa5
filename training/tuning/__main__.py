"""Tune the parameters of a game's search by self-play, or continue a tuning.

python -m training.tuning GAME
"""

from __future__ import annotations

import argparse
import os
import sys

from outwit.errors import UsageError
from outwit.files import obstacle
from outwit.games import game as find_game
from training.commands import carry_out, say
from training.tuning.pairs import Terms
from training.tuning.tuner import Plan, Tuned, compare, tune

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Folder of the histories.
FOLDER = os.path.join("runs", "tuning")
TERMS = {
    "nodes": "nodes per move",
    "plies": "random moves of an opening; -1: the game's own number",
    "balance": "draw an opening again if its score is beyond this, in hundredths; 0: never",
    "seed": "seed of the openings and the signs",
    "network": "file of the network of both players; none: the game's own",
}


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    lines = (__doc__ or "").splitlines()
    parser = argparse.ArgumentParser("python -m training.tuning", description=lines[0])
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "--numbers", nargs="+", default=[], metavar="KEY", help="dials to tune (default: all used)"
    )
    parser.add_argument(
        "--start",
        nargs="+",
        default=[],
        metavar="KEY=VALUE",
        help="first values of dials (default: the game's own)",
    )
    parser.add_argument(
        "--pairs", type=int, default=Plan.pairs, help="pairs of games; 0: none (%(default)s)"
    )
    parser.add_argument(
        "--rate",
        type=float,
        default=Plan.rate,
        help="change of a dial per point won, in steps (%(default)s)",
    )
    parser.add_argument(
        "--seconds", type=float, help="start no pair after this time (default: no limit)"
    )
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count(), help="parallel (%(default)s)"
    )
    parser.add_argument(
        "--history", help="file of the pairs played (default: runs/tuning/GAME.jsonl)"
    )
    parser.add_argument(
        "--test",
        type=int,
        default=0,
        metavar="PAIRS",
        help="pairs to play afterwards against the game's own numbers, from other openings (0)",
    )
    parser.add_argument(
        "--varied", action="store_true", help="vary the options of openings, as in self-play (no)"
    )
    for name, text in TERMS.items():
        default = getattr(Terms, name)
        shown = "" if default == "" else f" ({default})"
        parser.add_argument(f"--{name}", type=type(default), default=default, help=f"{text}{shown}")
    return parser.parse_args(arguments)


def read_start(texts: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Return the numbers of ``KEY=VALUE`` words; raise UsageError at one that is not like that."""
    found = []
    for text in texts:
        key, _, value = text.partition("=")
        try:
            found.append((key, int(value)))
        except ValueError:
            raise UsageError(f"{text[:60]!r} is not KEY=VALUE with a whole number") from None
    return tuple(found)


def make(words: argparse.Namespace) -> None:
    """Tune, report the result, and test it if ``--test`` is given."""
    game = find_game(words.game)
    named = {name: getattr(words, name) for name in (*TERMS, "varied")}
    terms = Terms(game.name, **named).check()
    if words.test < 0 or words.pairs < 0:
        raise UsageError("pairs and test are numbers from 0 on")
    numbers = dict(read_start(words.start))
    if words.pairs:
        plan = Plan(tuple(words.numbers), tuple(numbers.items()), words.pairs, words.rate)
        path = words.history or os.path.join(FOLDER, f"{game.name}.jsonl")
        if not words.history:
            os.makedirs(FOLDER, exist_ok=True)
        if reason := obstacle(path):
            raise UsageError(f"{path!r} cannot be written: {reason}")
        found = tune(
            terms, plan, path, processes=words.processes, seconds=words.seconds, report=say
        )
        tell(found)
        numbers |= found.settled
    if words.test:
        result = compare(
            terms,
            numbers,
            pairs=words.test,
            # The same seed, after the openings that were tuned on.
            first_opening=words.pairs,
            processes=words.processes,
        )
        counts = ", ".join(map(str, result.counts))
        say(f"tested: {result.score:.1%}, Elo {result.elo}, pairs by points {counts}")


def tell(found: Tuned) -> None:
    """Write the values of the dials."""
    say(f"{found.pairs} pairs played; at first, at last, and the mean of the second half:")
    for name, before in found.before.items():
        say(f"  {name:20} {before:6} {found.last[name]:9.2f} {found.settled[name]:6}")
    say(f"tuned: {' '.join(f'{name}={value}' for name, value in found.settled.items())}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Tune and return the exit status."""
    words = parse(arguments)
    return carry_out(lambda: make(words))


if __name__ == "__main__":
    sys.exit(main())
