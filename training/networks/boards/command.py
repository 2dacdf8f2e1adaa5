"""The steps ``boards`` and ``match`` of the command line: training and matches on many boards."""

from __future__ import annotations

import argparse
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from outwit.errors import UsageError
from outwit.games import game as find_game
from training.commands import carry_out, say
from training.networks.boards.generations import (
    features_on_boards,
    read_network,
    train_on_boards,
)
from training.networks.boards.kernel import torch_kernel
from training.networks.boards.match import play_match
from training.networks.boards.settings import Lesson, ManyGames
from training.networks.boards.tables import tables_of
from training.networks.options import add_options, chosen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PLAYING = {
    "boards": "games played in parallel",
    "rounds": "rounds of games per generation",
    "nodes": "nodes per move before the last iteration; a search stops at three times as many",
    "futility": "futility margin in hundredths per remaining ply",
    "plies": "fewest random moves of an opening",
    "most_plies": "most random moves of an opening",
    "hopeful": "draw the random moves of an opening only from the hopeful ones",
    "balance": "draw an opening again if its value is beyond this, in hundredths; 0: never",
    "decided": "end a game if its value is beyond this, in hundredths",
    "exploration": "share of moves drawn by chance among the best ones",
    "side_lines": "share of positions after which a random move is also trained on",
    "network": "file of the first generation's network; none: the game's own",
}
LEARNING = {
    "hidden": "width of the hidden layer, a multiple of 8",
    "millions": "millions of positions to train a generation on",
    "remembered": "last generations whose positions are used",
    "batch": "positions per training step",
    "rate": "highest learning rate",
    "decay": "weight decay of feature rows, as a share of the learning rate",
    "td_lambda": "weight of each later value relative to the one before it (TD lambda)",
    "result_share": "share of the game's later values and result in the target",
    "power": "exponent of the error in the loss",
    "going_on": "begin with the weights of the network that played, not with new ones",
    "coarse": "store a row coarsely if its feature occurs in a smaller share of positions; 0: none",
}


# Settings of self-play that are also options of a match.
IN_A_MATCH = ("nodes", "futility", "plies", "most_plies", "balance")
OPENINGS_OF_A_MATCH = 2_048
# Parts of PyTorch's messages when memory is too small.
TOO_SMALL = ("out of memory", "not enough memory", "allocate memory")
# Points of a network in a pair of games.
PAIRS = ("0", "½", "1", "1½", "2")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line of ``boards``."""
    parser = argparse.ArgumentParser(
        "python -m training.networks boards",
        description="Train networks by self-play of many games in parallel on a GPU.",
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "--folder", help="folder of the networks (default: runs/networks/GAME/boards)"
    )
    parser.add_argument(
        "--generations",
        type=int,
        default=3,
        help="networks to train, each on games of the one before (default: 3)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of the games and the first weights (default: 1)"
    )
    add_options(parser.add_argument_group("self-play"), ManyGames, PLAYING)
    add_options(parser.add_argument_group("training"), Lesson, LEARNING)
    words = parser.parse_args(arguments)
    words.folder = words.folder or os.path.join("runs", "networks", words.game, "boards")
    return words


def parse_match(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line of ``match``."""
    parser = argparse.ArgumentParser(
        "python -m training.networks match",
        description="Play two networks against each other on many boards, with equal nodes per "
        "move. The first network decides which openings are in balance.",
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("first", metavar="NETWORK", help="file of the first network")
    parser.add_argument(
        "second", metavar="OTHER", nargs="?", help="file of the second network (the game's own)"
    )
    parser.add_argument(
        "--boards",
        type=int,
        default=OPENINGS_OF_A_MATCH,
        help="openings, each played with both colours (default: %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the openings (default: 1)")
    add_options(parser, ManyGames, {name: PLAYING[name] for name in IN_A_MATCH})
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    """Make networks and return the exit status."""
    words = parse(arguments)
    return carry_out(lambda: make(words))


def main_of_match(arguments: Sequence[str]) -> int:
    """Play a match and return the exit status."""
    words = parse_match(arguments)
    return carry_out(lambda: match(words), stopped="stopped; of a match nothing is kept")


def make(words: argparse.Namespace) -> None:
    """Train the networks, or continue a stopped run; raise UsageError if memory is too small."""
    with memory_errors_told(f"{words.boards} boards or batches of {words.batch}"):
        train_on_boards(
            ManyGames(**chosen(words, ManyGames)),
            Lesson(**chosen(words, Lesson)),
            words.folder,
            generations=words.generations,
            report=say,
        )


def match(words: argparse.Namespace) -> None:
    """Play the match and say how it ended.

    Raise UsageError if a setting, the game or memory does not allow it, BadFile for a file that is
    no network of the game.
    """
    how = ManyGames(**chosen(words, ManyGames)).check()
    game = find_game(words.game)
    features = features_on_boards(game)
    paths = (words.first, features.network if words.second is None else words.second)
    networks = [read_network(path, features) for path in paths]
    kernel = torch_kernel(game)
    first, second = (tables_of(network, kernel.arrays) for network in networks)
    with memory_errors_told(f"{how.boards} boards"):
        pairs = play_match(kernel, first, second, how)
    counts = ", ".join(
        f"{number} × {points}" for number, points in zip(pairs.counts, PAIRS, strict=True)
    )
    say(f"{paths[0]} against {paths[1]}: {pairs.score:.1%}, Elo {pairs.elo}, pairs {counts}")


@contextmanager
def memory_errors_told(what: str) -> Iterator[None]:
    """Raise UsageError if something does not fit into memory."""
    try:
        yield
    except (MemoryError, RuntimeError) as error:
        # PyTorch has no error of its own for the memory of the host.
        if isinstance(error, RuntimeError) and not any(each in str(error) for each in TOO_SMALL):
            raise
        raise UsageError(f"{what} do not fit into memory: use fewer") from None
