"""``python -m outwit.research.training``: makes the network of a game, all at once or by steps."""

from __future__ import annotations

import glob
import os
import sys
from typing import TYPE_CHECKING

import click

from outwit.errors import OutwitError, UsageError
from outwit.games import game as find_game
from outwit.research.training.recipe import Recipe
from outwit.research.training.selfplay import SelfPlay, play_games

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Command = Callable[..., None]

WEIGHTS = "weights.npz"


def say(line: str) -> None:
    """Tell how far it is."""
    click.echo(line)
    sys.stdout.flush()


def options(*names: str) -> Callable[[Command], Command]:
    """Give a command some of the options below."""

    def add(command: Command) -> Command:
        for name in reversed(names):
            command = OPTIONS[name](command)
        return command

    return add


def option(
    name: str, kind: Any, default: Any, text: str
) -> Callable[[Command], Command]:  # click's
    """Return an option that shows its default."""
    return click.option(name, type=kind, default=default, show_default=True, help=text)


def count(name: str, default: int, text: str) -> Callable[[Command], Command]:
    """Return an option that is a number from 1 on."""
    return option(name, click.IntRange(1), default, text)


HOW, TRAINED = SelfPlay(""), Recipe()
OPTIONS = {
    "folder": option("--folder", str, "training", "Where games and weights are kept."),
    "processes": option("--processes", click.IntRange(1), os.cpu_count(), "How many at a time."),
    "games": count("--games", 20_000, "How many games to play."),
    "seconds": option("--seconds", float, None, "After so long, no new game begins."),
    "nodes": count("--nodes", HOW.nodes, "How far to search each move."),
    "plies": option("--plies", int, HOW.plies, "Random moves of an opening, at least."),
    "most_plies": option("--most-plies", int, HOW.most_plies, "Random moves, at most."),
    "decided": count("--decided", HOW.decided, "Hundredths that decide a game if they last."),
    "network": option("--network", str, "", "Play with this network instead of by hand."),
    "seed": option("--seed", int, 1, "Another seed, other games and weights."),
    "hidden": option("--hidden", click.IntRange(8, 256), TRAINED.hidden, "A multiple of 8."),
    "epochs": count("--epochs", TRAINED.epochs, "How often each position is learned from."),
    "batch": count("--batch", TRAINED.batch, "Positions a step."),
    "rate": option("--rate", float, TRAINED.rate, "How fast to learn at most."),
    "decay": option("--decay", float, TRAINED.decay, "How fast weights decay."),
    "score_share": option(
        "--score-share", click.FloatRange(0, 1), TRAINED.score_share, "Share of scores in targets."
    ),
    "power": option("--power", float, TRAINED.power, "Power of a mistake in the loss."),
    "scale": option("--scale", click.IntRange(0), 0, "Hundredths of an output of 1; 0: fitted."),
    "rare": count("--rare", TRAINED.rare, "Features seen less often are left out."),
    "backend": option("--backend", click.Choice(["numpy", "torch"]), "numpy", "What computes."),
    "output": option("--output", str, "", "The file of the network; the game's own if not given."),
}
PLAYING = ("games", "seconds", "nodes", "plies", "most_plies", "decided", "network")
LEARNING = ("hidden", "epochs", "batch", "rate", "decay", "score_share", "power", "scale", "rare")


@click.group()
def main() -> None:
    """Make the network of a game from the engine's own play."""


@main.command()
@click.argument("game")
@options("folder", "processes", "seed", *PLAYING)
def selfplay(
    game: str, folder: str, processes: int, games: int, seconds: float | None, **how: Any
) -> None:
    """Let the engine play itself, or go on where it was stopped."""
    find_game(game)
    asked = SelfPlay(game, **how)
    play_games(asked, folder, games=games, processes=processes, seconds=seconds, report=say)


@main.command()
@click.argument("game")
@options("folder", "processes", "seed", *LEARNING, "backend")
def fit(game: str, folder: str, processes: int, backend: str, **recipe: Any) -> None:
    """Train a network on the games of a folder."""
    from outwit.research.training.fitting import fit as train
    from outwit.research.training.weights import save_weights

    paths = sorted(glob.glob(os.path.join(glob.escape(folder), "*.games")))
    if not paths:
        raise UsageError(f"there are no games in {folder!r}")
    weights = train(
        find_game(game), paths, Recipe(**recipe), backend=backend, processes=processes, report=say
    )
    save_weights(os.path.join(folder, WEIGHTS), weights)


@main.command()
@click.argument("game")
@options("folder", "output")
def export(game: str, folder: str, output: str) -> None:
    """Write the network that was trained for the engine."""
    from outwit.research.training.dataset import features_of
    from outwit.research.training.exporting import export as write
    from outwit.research.training.weights import load_weights

    features = features_of(find_game(game))
    path = output or features.network
    write(features, load_weights(os.path.join(folder, WEIGHTS)), path)
    say(f"{path}: {os.path.getsize(path)} bytes")


@main.command(name="all")
@click.argument("game")
@options("folder", "processes", "seed", *PLAYING, *LEARNING, "backend", "output")
@click.pass_context
def everything(context: click.Context, /, **given: Any) -> None:
    """Play, train and export."""
    for step in (selfplay, fit, export):
        wanted = {parameter.name for parameter in step.params}
        context.invoke(step, **{key: value for key, value in given.items() if key in wanted})


def run() -> None:
    """Run a command; an error that is meant for people is one line."""
    try:
        main(prog_name="python -m outwit.research.training")
    except OutwitError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(error.exit_status)


if __name__ == "__main__":
    run()
