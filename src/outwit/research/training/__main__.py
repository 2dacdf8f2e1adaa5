"""Make the network of a game from the engine's own play, all at once or by steps.

python -m outwit.research.training all GAME, or selfplay, fit, export, one after the other; or
boards GAME, where a graphics processor plays many games at once, and match GAME, where two networks
meet on it.
"""

from __future__ import annotations

import argparse
import glob
import os
import shutil
import sys
from typing import TYPE_CHECKING

from outwit.errors import UsageError
from outwit.files import obstacle
from outwit.games import game as find_game
from outwit.research.commands import carry_out, say
from outwit.research.training import exporting, fitting
from outwit.research.training.boards.command import main as boards
from outwit.research.training.boards.command import main_of_match as match
from outwit.research.training.dataset import features_of
from outwit.research.training.options import add_options, chosen
from outwit.research.training.pytorch import load_torch
from outwit.research.training.recipe import Recipe
from outwit.research.training.selfplay import SelfPlay, play_games
from outwit.research.training.weights import load_weights, save_weights

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WEIGHTS = "weights.npz"
# The network that a game came with, before the first one that was trained took its place.
SHIPPED = "network-before.bin"
# Steps with options of their own.
ON_MANY_BOARDS = {"boards": boards, "match": match}
OTHER_STEPS = (
    "The step boards plays many games at once, and match lets two networks play each other. They "
    "have options of their own: boards --help, match --help."
)
PLAYING = {
    "nodes": "how far to search each move",
    "plies": "random moves of an opening, at least",
    "most_plies": "random moves of an opening, at most",
    "balance": "hundredths beyond which an opening is drawn again; 0: never",
    "decided": "hundredths that decide a game if they last",
    "side_lines": "so many times each game is left by a random move, for more positions to score",
    "network": "play with the network of this file, not with the evaluation written by hand",
}
LEARNING = {
    "hidden": "width of the hidden layer, a multiple of 8",
    "epochs": "how often each position is learned from",
    "batch": "positions a step",
    "rate": "how fast to learn at most",
    "decay": "how fast weights decay",
    "score_share": "share of the score in what is learned; the rest is the game's result",
    "td_lambda": "what the next position's score weighs beside a position's own, and so on",
    "power": "power of a mistake in the loss",
    "scale": "hundredths that an output of 1 is; 0 to fit it",
    "rare": "features seen less often are left out",
}


def selfplay(words: argparse.Namespace) -> None:
    """Let the engine play itself, or go on where it was stopped."""
    play_games(
        SelfPlay(**chosen(words, SelfPlay)),
        words.folder,
        games=words.games,
        processes=words.processes,
        seconds=words.seconds,
        report=say,
    )


def fit(words: argparse.Namespace) -> None:
    """Train a network on the games of a folder."""
    paths = sorted(glob.glob(os.path.join(glob.escape(words.folder), "*.games")))
    if not paths:
        raise UsageError(f"there are no games in {words.folder!r}")
    weights = fitting.fit(
        find_game(words.game),
        paths,
        Recipe(**chosen(words, Recipe)),
        backend=words.backend,
        processes=words.processes,
        report=say,
    )
    save_weights(os.path.join(words.folder, WEIGHTS), weights)


def export(words: argparse.Namespace) -> None:
    """Write the network that was trained for the engine."""
    game = find_game(words.game)
    kept = os.path.join(words.folder, WEIGHTS)
    weights = load_weights(kept)
    if (trained := weights.facts.get("game")) != game.name:
        raise UsageError(f"{kept!r} holds weights of {trained}, not of {game.name}")
    path = output_of(words)
    if not words.output:
        keep_shipped(path, words.folder)
    exporting.export(features_of(game), weights, path)
    say(f"{path}: {os.path.getsize(path)} bytes")


def output_of(words: argparse.Namespace) -> str:
    """Return where the network is to be written: where that was said, or the game's own place."""
    path: str = words.output or features_of(find_game(words.game)).network
    return path


def keep_shipped(path: str, folder: str) -> None:
    """Copy the network that a game came with into a folder, unless one is kept there already."""
    kept = os.path.join(folder, SHIPPED)
    if not os.path.exists(path) or os.path.exists(kept):
        return
    for suffix in (".bin", ".md"):
        old = f"{path.removesuffix('.bin')}{suffix}"
        if os.path.exists(old):
            shutil.copyfile(old, f"{kept.removesuffix('.bin')}{suffix}")
    say(f"{kept}: the network that was in the game's folder")


STEPS: dict[str, Callable[[argparse.Namespace], None]] = {
    "selfplay": selfplay,
    "fit": fit,
    "export": export,
}


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    lines = (__doc__ or "").splitlines()
    parser = argparse.ArgumentParser(
        "python -m outwit.research.training", description=lines[0], epilog=OTHER_STEPS
    )
    parser.add_argument("step", choices=["all", *STEPS, *ON_MANY_BOARDS])
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "--folder", help="where games and weights are kept (default: training/GAME)"
    )
    parser.add_argument(
        "--processes",
        type=int,
        default=os.cpu_count(),
        help="how many at once (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="another seed, other games and weights (default: 1)"
    )
    playing = parser.add_argument_group("self-play")
    playing.add_argument("--games", type=int, default=20_000, help="how many (default: 20000)")
    playing.add_argument("--seconds", type=float, help="after so long, no new game begins")
    add_options(playing, SelfPlay, PLAYING)
    learning = parser.add_argument_group("training")
    learning.add_argument("--backend", choices=fitting.BACKENDS, default="numpy")
    add_options(learning, Recipe, LEARNING)
    written = parser.add_argument_group("export")
    written.add_argument("--output", help="the network's file; the game's own if not given")
    words = parser.parse_args(arguments)
    words.folder = words.folder or os.path.join("training", words.game)
    return words


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the steps asked for and return the exit status."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given and (step := ON_MANY_BOARDS.get(given[0])):
        return step(given[1:])
    words = parse(given)
    return carry_out(lambda: take_steps(words))


def take_steps(words: argparse.Namespace) -> None:
    """Take one step, or all of them in turn; raise UsageError before the first if one cannot be."""
    if words.step in ON_MANY_BOARDS:
        raise UsageError(f"{words.step} comes first: its options follow it")
    steps = STEPS if words.step == "all" else {words.step: STEPS[words.step]}
    if "fit" in steps:
        features_of(find_game(words.game))
        Recipe(**chosen(words, Recipe)).check()
        if words.backend == fitting.TORCH:
            load_torch()
    if "export" in steps and (reason := obstacle(output_of(words))):
        raise UsageError(f"{output_of(words)!r} cannot be written: {reason}")
    for step in steps.values():
        step(words)


if __name__ == "__main__":
    sys.exit(main())
