"""Train the network of a game by self-play, in one run or step by step.

Run ``python -m training.networks STEP GAME``. The step ``all`` runs ``selfplay``, ``fit``
and ``export`` in this order. ``boards`` trains with many games in parallel on a GPU; ``match``
plays two networks against each other there.
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
from training.commands import carry_out, say
from training.networks import exporting, fitting
from training.networks.boards.command import main as boards
from training.networks.boards.command import main_of_match as match
from training.networks.dataset import features_of
from training.networks.options import add_options, chosen
from training.networks.pytorch import load_torch
from training.networks.recipe import Recipe
from training.networks.selfplay import SelfPlay, play_games
from training.networks.weights import load_weights, save_weights

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WEIGHTS = "weights.npz"
# Copy of the network that a game came with, kept before the first export overwrites it.
SHIPPED = "network-before.bin"
# Steps with options of their own.
ON_MANY_BOARDS = {"boards": boards, "match": match}
OTHER_STEPS = (
    "The step boards trains with many games in parallel; the step match plays two networks "
    "against each other. For their options, run: boards --help, match --help."
)
PLAYING = {
    "nodes": "nodes per move",
    "plies": "fewest random moves of an opening",
    "most_plies": "most random moves of an opening",
    "balance": "draw an opening again if its score is beyond this, in hundredths; 0: never",
    "decided": "end a game if its score stays beyond this, in hundredths",
    "side_lines": "side lines per game: random moves leave it, for more positions to score",
    "network": "file of the network to play with; none: the evaluation written by hand",
}
LEARNING = {
    "hidden": "width of the hidden layer, a multiple of 8",
    "epochs": "passes over the positions",
    "batch": "positions per training step",
    "rate": "highest learning rate",
    "decay": "weight decay",
    "score_share": "share of the score in the target; the game's result is the rest",
    "td_lambda": "weight of each later score relative to the one before it (TD lambda)",
    "power": "exponent of the error in the loss",
    "scale": "score that an output of 1 stands for, in hundredths; 0: fit it",
    "rare": "leave out features that occur less often than this",
}


def selfplay(words: argparse.Namespace) -> None:
    """Play the games of the engine against itself, or continue a run that was stopped."""
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
    """Write the trained network in the engine's format."""
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
    """Return the path to write the network to: ``--output``, or else the game's own file."""
    path: str = words.output or features_of(find_game(words.game)).network
    return path


def keep_shipped(path: str, folder: str) -> None:
    """Copy the network that a game came with into a folder, unless a copy is there already."""
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
        "python -m training.networks", description=lines[0], epilog=OTHER_STEPS
    )
    parser.add_argument("step", choices=["all", *STEPS, *ON_MANY_BOARDS])
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "--folder", help="folder of the games and weights (default: runs/networks/GAME)"
    )
    parser.add_argument(
        "--processes",
        type=int,
        default=os.cpu_count(),
        help="parallel processes (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of the games and the first weights (default: 1)"
    )
    playing = parser.add_argument_group("self-play")
    playing.add_argument("--games", type=int, default=20_000, help="games (default: 20000)")
    playing.add_argument("--seconds", type=float, help="start no new game after this time")
    add_options(playing, SelfPlay, PLAYING)
    learning = parser.add_argument_group("training")
    learning.add_argument("--backend", choices=fitting.BACKENDS, default="numpy")
    add_options(learning, Recipe, LEARNING)
    written = parser.add_argument_group("export")
    written.add_argument("--output", help="file to write the network to (default: the game's own)")
    words = parser.parse_args(arguments)
    words.folder = words.folder or os.path.join("runs", "networks", words.game)
    return words


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the steps that the command line names, and return the exit status."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given and (step := ON_MANY_BOARDS.get(given[0])):
        return step(given[1:])
    words = parse(given)
    return carry_out(lambda: take_steps(words))


def take_steps(words: argparse.Namespace) -> None:
    """Run one step, or all of them in order; raise UsageError first if one of them cannot run."""
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
